/** The dashboard screens that emails link to (specification section 2). */
import type { DigestGroup } from './send-queries.ts';

const DETAIL: Record<string, (id: string) => string> = {
  transaction: (id) => `/transaction/${id}`,
  settlement_batch: (id) => `/settlement/report/detail?batch_id=${id}`,
  payment_link: (id) => `/payment-link/${id}`,
  deposit_va: (id) => `/deposit-va/${id}`,
  // The file of an invoice needs a session: its screen downloads it.
  invoice: (id) => `/invoice/${id}?download=pdf`,
  disbursement: (id) => `/disbursement/${id}`,
  disbursement_batch: (id) => `/disbursement/${id}`,
  webhook_endpoint: (id) => `/api-settings?tab=webhooks&webhook=${id}`,
};
const SCREENS: Record<string, string> = {
  api_key: '/api-settings',
  snap_credential: '/api-settings?tab=snap',
  session: '/profile',
  credential: '/profile',
  payout_alert: '/deposit-va',
  bank_account: '/settlement',
  balance_transfer: '/deposit-va',
  user: '/users',
  verification: '/business-profile',
  daily_summary: '/dashboard',
  announcement: '/announcement',
  report_run: '/manage-notifications?tab=configuration',
};

/** The screen of an object; the dashboard for an object without one. */
export function buildObjectPath(object_type: string, object_id: string | null): string {
  const detail = DETAIL[object_type];
  if (detail !== undefined && object_id !== null) return detail(encodeURIComponent(object_id));
  return SCREENS[object_type] ?? '/dashboard';
}

const METHODS = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];
const STATUSES: Record<number, string> = { 110: 'success', 111: 'failed', 112: 'expired' };

/** The list with the events of one action of a digest, filtered as far as its screen allows. */
export function buildListPath({
  action,
  first_at,
  last_at,
}: Pick<DigestGroup, 'action' | 'first_at' | 'last_at'>): string {
  const status = STATUSES[Math.floor(action / 10)];
  if (status !== undefined) {
    const search = new URLSearchParams({ status, method: METHODS[(action % 10) - 1] ?? '' });
    // Only paid payments have a filter for the time of the event; the end of the range is exclusive.
    if (status === 'success') {
      search.set('date_field', 'paid_at');
      search.set('from', first_at);
      search.set('to', new Date(Date.parse(last_at) + 1).toISOString());
    }
    return `/transaction?${search.toString()}`;
  }
  if (action === 1006) return '/transaction';
  if (action >= 1400) return '/payment-link';
  return action >= 1300 ? '/deposit-va' : '/disbursement';
}
