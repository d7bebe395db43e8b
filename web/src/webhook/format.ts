/** Texts about endpoints. */
import type { WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import { expandSubscriptions } from '@dasbor/contract/webhook-events';
import { messages } from './messages.ts';

export function formatEvents({ events }: Pick<WebhookEndpoint, 'events'>): string {
  const t = messages().endpoints;
  return events.includes('*') ? t.all_events : t.event_count(expandSubscriptions(events).length);
}

export const formatRate = ({ success_rate_24h: rate }: Pick<WebhookEndpoint, 'success_rate_24h'>): string =>
  // Rounded down: 100 % only when every attempt succeeded.
  rate === null ? messages().endpoints.no_rate : `${Math.floor(rate * 100)} %`;
