/** Live changes: server-sent events, so that open screens follow without polling. */
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
      'balance',
      'settlement',
      'report-run',
      'export',
      'resync',
    ])
    .describe('What changed; `resync`: something may have been missed, read again'),
  id: z.string().nullable().describe('Id of the object that changed'),
  change: z.enum(['created', 'updated']).describe('New or changed'),
});
export type LiveEvent = z.infer<typeof liveEvent>;

export const streamLiveEvents = route({
  name: 'followLive',
  method: 'GET',
  path: '/live',
  summary: "Server-sent events with the changes of the caller's merchant",
  access: 'signed-in',
  stream: 'text/event-stream',
});
