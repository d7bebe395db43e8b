/** Labels of exports: list, filter and progress. */
import { type Export, type ExportList, exportListLabel } from '@dasbor/contract/export';
import { REFUND_REASONS } from '@dasbor/contract/refund-fields';
import { refundReasonLabel } from '@dasbor/contract/refund-labels';
import { formatChannelValue, formatValues, formatHourRange, formatFilterValue } from '../list/filter-labels.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatDay, formatInstant } from '../ui/instant.tsx';
import { messages } from './messages.ts';

export const formatExportList = (list: ExportList): string => exportListLabel(list, currentLanguage());

/** Query fields that do not filter. */
const NO_FILTER = ['sort', 'columns', 'date_field'];
/** Query fields whose values people typed. */
const FREE_TEXT = ['q', 'ids', 'customer_email', 'store', 'terminal', 'reference'];
/** Query fields that can ask for rows without a value. */
const OPTIONAL = ['issuer', 'failure_code', 'payment_link_id'];

/** `status Paid · method QRIS`: the filter of the list; empty without one. */
export function formatFilter({ query }: Pick<Export, 'query'>): string {
  return Object.entries(query)
    .filter(([name, value]) => !NO_FILTER.includes(name) && value !== '' && value !== 'all')
    .map(([name, value]) => {
      const values = (Array.isArray(value) ? value : [value]).map(String);
      const label =
        values.length > 3
          ? messages().filter.values(values.length)
          : values.map((each) => formatValue(name, each)).join(', ');
      return `${fieldLabel(name)} ${label}`;
    })
    .join(' · ');
}

function fieldLabel(name: string): string {
  const known: Record<string, unknown> = messages().filter;
  const label = known[name];
  return typeof label === 'string' ? label : name.replaceAll('_', ' ');
}

function formatValue(name: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatInstant(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  if (name.startsWith('amount') && /^\d+$/.test(value)) return formatRupiah(Number(value));
  if (name === 'hour') return formatHourRange(value);
  if (name === 'channel') return formatChannelValue(value);
  if (OPTIONAL.includes(name)) return formatValues(value);
  const reason = name === 'reason' ? REFUND_REASONS.find((each) => each === value) : undefined;
  if (reason !== undefined) return refundReasonLabel(reason, currentLanguage());
  return FREE_TEXT.includes(name) ? value : formatFilterValue(value);
}

/** Whole percent, below 100 until the export is complete. */
export const calculatePercent = ({ rows_done, row_count }: Pick<Export, 'rows_done' | 'row_count'>): number =>
  row_count === null || row_count === 0 ? 0 : Math.min(99, Math.floor((rows_done / row_count) * 100));
