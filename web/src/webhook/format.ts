/** Texts about endpoints. */
import { formatCount } from '@dasbor/contract/format';
import { type WebhookEndpoint, WEBHOOK_WAITING_MAX } from '@dasbor/contract/webhook-fields';
import { expandSubscriptions } from '@dasbor/contract/webhook-events';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export function formatEvents({ events }: Pick<WebhookEndpoint, 'events'>): string {
  const t = messages().endpoints;
  return events.includes('*') ? t.all_events : t.event_count(expandSubscriptions(events).length);
}

export const formatRate = ({ success_rate_24h: rate }: Pick<WebhookEndpoint, 'success_rate_24h'>): string =>
  // Rounded down: 100% only when every attempt succeeded.
  rate === null ? messages().endpoints.no_rate : `${Math.floor(rate * 100)}%`;

/** `10.000+` where more wait than are counted. */
export const formatWaiting = ({ waiting_count: count }: Pick<WebhookEndpoint, 'waiting_count'>): string =>
  count < WEBHOOK_WAITING_MAX
    ? formatCount(count, currentLanguage())
    : `${formatCount(WEBHOOK_WAITING_MAX, currentLanguage())}+`;
