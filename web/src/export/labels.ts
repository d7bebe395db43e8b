import type { Export, ExportFormat, ExportList } from '@dasbor/contract/export';

export const listLabel: Record<ExportList, string> = {
  transactions: 'Transactions',
  settlements: 'Settlements',
  'settlement-lines': 'Settlement lines',
  refunds: 'Refunds',
  'payment-links': 'Payment links',
  'virtual-accounts': 'Virtual accounts',
  'virtual-account-payments': 'Payments of a virtual account',
  'qris-payments': 'QRIS payments',
  'qris-stickers': 'QRIS stickers',
  deposits: 'Deposits',
  'balance-entries': 'Balance history',
};

export const FORMAT_LABELS: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' };

/** Fields of a query that narrow nothing down. */
const NO_FILTER = ['sort', 'columns', 'date_field'];

/** `status success, method qris`: what was filtered, as the list's address has it; empty when nothing was. */
export function formatFilter({ query }: Pick<Export, 'query'>): string {
  return Object.entries(query)
    .filter(([name, value]) => !NO_FILTER.includes(name) && value !== '' && value !== 'all')
    .map(([name, value]) => {
      const values = (Array.isArray(value) ? value : [value]).map(String);
      const shown = values.length > 3 ? `${values.length} of them` : values.join(', ');
      return `${name.replaceAll('_', ' ')} ${/^\d{4}-\d\d-\d\dT/.test(shown) ? dayOf(shown) : shown.replaceAll('_', ' ')}`;
    })
    .join(' · ');
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' });
const dayOf = (instant: string): string => `${DAY.format(new Date(instant))} WIB`;

/** Whole percent, never 100 before the end. */
export const getPercent = ({ rows_done, row_count }: Pick<Export, 'rows_done' | 'row_count'>): number =>
  row_count === null || row_count === 0 ? 0 : Math.min(99, Math.floor((rows_done / row_count) * 100));
