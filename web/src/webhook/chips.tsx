import type { WebhookEndpoint, WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const ENDPOINT_TONES = { active: 'success', failing: 'warning', disabled: 'neutral' } as const;

export const EndpointStatus = ({ status }: { status: WebhookEndpoint['status'] }) => (
  <StatusChip status={status} tone={ENDPOINT_TONES[status]} label={messages().statuses[status]} />
);

const EVENT_TONES = {
  pending: 'pending',
  delivered: 'success',
  retrying: 'warning',
  failed: 'danger',
  exhausted: 'danger',
  url_not_set: 'neutral',
} as const;

export const EventStatus = ({ status }: { status: WebhookEventStatus }) => (
  <StatusChip status={status} tone={EVENT_TONES[status]} label={messages().event_statuses[status]} />
);
