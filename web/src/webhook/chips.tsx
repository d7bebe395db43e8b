import type { WebhookEndpoint, WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const ENDPOINT_TONES = { active: 'done', failing: 'attention', disabled: 'neutral' } as const;

export const EndpointStatus = ({ status }: { status: WebhookEndpoint['status'] }) => (
  <StatusChip status={status} tone={ENDPOINT_TONES[status]} label={messages().statuses[status]} />
);

const EVENT_TONES = {
  pending: 'waiting',
  delivered: 'done',
  retrying: 'attention',
  failed: 'failed',
  exhausted: 'failed',
  url_not_set: 'neutral',
} as const;

export const EventStatus = ({ status }: { status: WebhookEventStatus }) => (
  <StatusChip status={status} tone={EVENT_TONES[status]} label={messages().event_statuses[status]} />
);
