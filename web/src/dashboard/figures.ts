/** Figures of the dashboard in words: exact ones, short ones beside an axis, and how they changed. */
import type { DashboardInterval, DashboardMetric } from '@dasbor/contract/dashboard';
import { formatRupiah, formatCount } from '../ui/amount.tsx';

type Unit = 'rupiah' | 'count' | 'percent';

export interface Figure {
  metric: DashboardMetric;
  label: string;
  /** One sentence on what is counted. */
  meaning: string;
  unit: Unit;
  /** Whether more of it is good news; absent: neither. */
  more_is?: 'good';
}

/** The cards in their order. */
export const FIGURES: readonly Figure[] = [
  {
    metric: 'gross_volume',
    label: 'Gross volume',
    meaning: 'Paid payments before fees',
    unit: 'rupiah',
    more_is: 'good',
  },
  { metric: 'net_amount', label: 'Net', meaning: 'Gross volume less fees and PPN', unit: 'rupiah', more_is: 'good' },
  {
    metric: 'success_count',
    label: 'Successful payments',
    meaning: 'Late ones included',
    unit: 'count',
    more_is: 'good',
  },
  {
    metric: 'success_rate',
    label: 'Success rate',
    meaning: 'Paid of all paid, failed and expired',
    unit: 'percent',
    more_is: 'good',
  },
  { metric: 'average_ticket', label: 'Average ticket', meaning: 'Gross volume a payment', unit: 'rupiah' },
  { metric: 'fees_amount', label: 'Fees incl. PPN', meaning: 'Taken from the paid payments', unit: 'rupiah' },
  {
    metric: 'refunded_amount',
    label: 'Refunded',
    meaning: 'Given back of the payments of these days',
    unit: 'rupiah',
  },
  { metric: 'pending_amount', label: 'Pending', meaning: 'Waits for its payer', unit: 'rupiah' },
];

const PERCENT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 });

/** `9250` (hundredths of a percent) → `92.5%`. */
export const formatPercent = (hundredths: number): string => `${PERCENT.format(hundredths / 100)}%`;

/** `Rp 1.234.567`, `1.234`, `92.5%`; a dash where there is nothing. */
export function formatFigure(value: number | null, unit: Unit): string {
  if (value === null) return '–';
  if (unit === 'percent') return formatPercent(value);
  return unit === 'rupiah' ? formatRupiah(value) : formatCount(value);
}

/** `1,2 jt`: short enough to stand beside an axis. */
export const formatCompact = (value: number): string => COMPACT.format(value);

export interface Change {
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** How a figure changed: in percent of the earlier value, rates in percentage points; null when there is no earlier one. */
export function formatChange(value: number | null, previous: number | null, unit: Unit): Change | null {
  if (value === null || previous === null) return null;
  if (unit !== 'percent' && previous === 0) return value === 0 ? { text: '0%', direction: 'same' } : null;
  const difference = unit === 'percent' ? (value - previous) / 100 : (100 * (value - previous)) / previous;
  const rounded = Math.round(difference * 10) / 10;
  const sign = rounded > 0 ? '+' : '';
  return {
    text: `${sign}${PERCENT.format(rounded).replace('-0', '0')}${unit === 'percent' ? ' pp' : '%'}`,
    direction: rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'same',
  };
}

const buildFormatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', ...options });
  // Some editions of English write Sept where all other months have three letters.
  return (at: string): string => format.format(new Date(at)).replace('Sept', 'Sep');
};
const formatDayAndMonth = buildFormatter({ day: 'numeric', month: 'short' });
const formatWeekday = buildFormatter({ weekday: 'short', day: 'numeric', month: 'short' });
const formatTime = buildFormatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A step below the axis: `18 Nov`, `14:00`. */
export const formatTick = (at: string, interval: DashboardInterval): string =>
  interval === 'hour' ? formatTime(at) : formatDayAndMonth(at);

/** A step at the head of a tip: `Wed, 18 Nov`, `Wed, 18 Nov, 14:00 WIB`, `Week of Mon, 16 Nov`. */
export function formatStepTitle(at: string, interval: DashboardInterval): string {
  const day = formatWeekday(at).replace(/^(\w+),? /, '$1, ');
  if (interval === 'hour') return `${day}, ${formatTime(at)} WIB`;
  return interval === 'week' ? `Week of ${day}` : day;
}

/** `18 Nov, 14:05` in WIB, where the year goes without saying. */
export const formatShortTime = (at: string): string => `${formatDayAndMonth(at)}, ${formatTime(at)}`;

const METHODS: Record<string, string> = {
  qris: 'QRIS',
  virtual_account: 'Virtual account',
  e_wallet: 'E-wallet',
  card: 'Card',
  retail: 'Retail outlet',
  direct_debit: 'Direct debit',
};

/** `qris` → `QRIS`. */
export const wordsOfMethod = (method: string): string => METHODS[method] ?? method;
