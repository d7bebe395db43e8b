/** Texts of the cash flow screen. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Cash flow',
  line: 'Opening balance, movements and closing balance by day (WIB)',
  as_of: 'as of',
  clear_filters: 'Clear filters',
  balance: {
    closing: 'Closing balance',
    difference: (amount: string) => `The movements and the ledger differ by ${amount}`,
    difference_line: 'The opening balance plus the movements does not equal the closing balance.',
    difference_support: 'The balances are correct. Please contact support before you use the movements by category.',
    inflow: 'In',
    matches: 'Matches the ledger',
    more_days: (count: number) => (count === 1 ? ' and 1 more day' : ` and ${count} more days`),
    opening: 'Opening balance',
    outflow: 'Out',
    period: 'Period totals',
  },
  chart: {
    as_table: 'In, out and balance as a table',
    balance: 'Balance',
    by_day: 'In, out and balance by day',
    forecast: 'Forecast',
    forecast_title: (day: string) => `${day} (forecast)`,
    inflow: 'In',
    label: (days: number) => `In, out and balance of ${days} ${days === 1 ? 'day' : 'days'}`,
    label_forecast: (days: number) => `In, out and balance of ${days} ${days === 1 ? 'day' : 'days'} and a forecast`,
    outflow: 'Out',
    show_chart: 'Show chart',
    show_table: 'Show table',
    title: 'In, out and balance',
  },
  days: {
    by_day: 'By day',
    closing: 'Closing',
    day: 'Day (WIB)',
    differs: (amount: string) => `differs by ${amount}`,
    label: 'Days',
    opening: 'Opening',
    opening_of: (amount: string) => `Opening ${amount}`,
    other: 'Other',
    total: 'Total',
  },
  empty: {
    filtered: 'No movements in this period',
    filtered_line: 'This account has no inflow or outflow on these days.',
    link: 'View upcoming settlements',
    none: 'No movements yet',
    none_line: 'Settlements, top-ups, disbursements and payouts appear here on the day they are posted.',
  },
  entries: {
    load_more: 'Load more',
    loading: 'Loading movements',
    none: 'No movements in these categories on this day.',
    open_account: 'View the history of this account',
    title: (day: string) => `Movements of ${day}`,
  },
  export: {
    action: 'Export',
    done: 'Export downloaded',
    failed: (detail: string) => `Export failed: ${detail}`,
  },
  filter: {
    account: 'Account',
    category: 'Category',
    label: 'Filter cash flow',
    last_90_days: 'Last 90 days',
    last_180_days: 'Last 180 days',
    period: 'Period',
  },
  forecast: {
    as_of: (at: string) => `As of ${at}.`,
    failed: (detail: string) => `The forecast could not be loaded: ${detail}`,
    in_transit: (amount: string) => `${amount} is in transit: settled, but not credited yet.`,
    later: (amount: string) => `${amount} settles after the forecast period or needs manual action.`,
    none_pending: 'There are no pending payments.',
    pending: (amount: string) =>
      `Includes pending payments of ${amount} on their due days, by your terms, schedule and bank holidays.`,
    retry: 'Retry forecast',
    scope: 'New payments and disbursements are not included.',
    title: 'Forecast:',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
