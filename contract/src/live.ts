/** Live events: server-sent events that update open screens without polling. */
import { z } from 'zod';
import { route } from './route.ts';

export const liveEvent = z.object({
  topic: z
    .enum([
      'transaction',
      'qris-payment',
      'virtual-account',
      'payment-link',
      'deposit-va',
      'refund',
      'disbursement',
      'disbursement-batch',
      'approval',
      'balance',
      'settlement',
      'business-profile',
      'report-run',
      'export',
      'webhook-event',
      'api-request',
      'announcement',
      'commission-statement',
      'operations',
      'resync',
    ])
    .describe(
      'What changed; `operations`: the exceptions of the provider; `resync`: events may have been missed, read again',
    ),
  id: z
    .string()
    .nullable()
    .describe('Id of the changed object; null for `resync`, approvals and exports, which not everyone may see'),
  change: z.enum(['created', 'updated']).describe('Whether the object was created or updated'),
  age_ms: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Milliseconds since the last event, in the `resync` with which a stream may begin. Data that was read after that event is complete',
    ),
});
export type LiveEvent = z.infer<typeof liveEvent>;

export const streamLiveEvents = route({
  name: 'streamLiveEvents',
  method: 'GET',
  path: '/live',
  summary:
    'Stream live events of your merchant, of the topics that you may view. At most 10 streams per session or API key',
  access: 'authenticated',
  stream: 'text/event-stream',
  errors: { too_many_streams: 429 },
});
