/** Labels of what is set in a filter, as its chip shows them. */
import { bankShortName } from '@dasbor/contract/bank';
import { methodLabel } from '@dasbor/contract/labels';
import { NOT_SET } from '@dasbor/contract/paging';
import { TRANSACTION_METHODS } from '@dasbor/contract/transaction';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatInstant } from '../ui/instant.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { currentTimeZone } from '../ui/time-zone.ts';
import type { FilterBounds } from './filter.ts';
import { RANGE_PRESETS } from './range-presets.ts';
import { messages } from './messages.ts';

const METHODS: readonly string[] = TRANSACTION_METHODS;

/** Label of a filter's value: a payment method, a bank's channel code, a status or a source. */
export function formatFilterValue(value: string): string {
  if (METHODS.includes(value)) return methodLabel(value, currentLanguage());
  if (/^[A-Z]+$/.test(value)) return bankShortName(value);
  const known: Record<string, string> = messages().values;
  return known[value] ?? formatStatus(value);
}

/** `QRIS`, `Virtual account BCA`. */
export const formatPaymentMethod = ({
  method,
  channel_code,
}: {
  method: string;
  channel_code: string | null;
}): string =>
  channel_code === null ? formatFilterValue(method) : `${formatFilterValue(method)} ${bankShortName(channel_code)}`;

/** `GoPay, Not set`: the values of a filter that is one text. */
export const formatValues = (values: string, getLabel: (value: string) => string = (value) => value): string =>
  values
    .split(',')
    .map((value) => (value.trim() === NOT_SET ? messages().filter.not_set : getLabel(value.trim())))
    .join(', ');

/** `BCA`, or `Not set`. */
export const formatChannelValue = (channel: string): string => formatValues(channel, formatFilterValue);

/** `9` → `09.00–09.59` */
export function formatHourRange(hour: string): string {
  const digits = hour.padStart(2, '0');
  return `${digits}.00–${digits}.59`;
}

/** `Last 7 days`, `from 21 Nov 2026, 14:05 WIB`; undefined when all times are shown. */
export function formatRange({ range, from, to }: FilterBounds, time_zone = currentTimeZone()): string | undefined {
  const t = messages().filter;
  if (range !== undefined) return RANGE_PRESETS.find(({ id }) => id === range)?.label;
  if (from !== undefined && to !== undefined)
    return `${formatInstant(from, { time_zone })} – ${formatInstant(to, { time_zone })}`;
  if (from !== undefined) return t.from(formatInstant(from, { time_zone }));
  return to === undefined ? undefined : t.before(formatInstant(to, { time_zone }));
}

/** `≥ Rp 50.000`, `= Rp 50.000`, `Rp 10.000 – Rp 50.000`; undefined when all amounts are shown. */
export function formatAmountRange({ amount_min: min, amount_max: max }: FilterBounds): string | undefined {
  if (min !== undefined && min === max) return `= ${formatRupiah(min)}`;
  if (min !== undefined && max !== undefined) return `${formatRupiah(min)} – ${formatRupiah(max)}`;
  if (min !== undefined) return `≥ ${formatRupiah(min)}`;
  return max === undefined ? undefined : `≤ ${formatRupiah(max)}`;
}

/** Values that one choice selects together. */
export interface ChoiceGroup {
  label: string;
  values: readonly string[];
}

/** `Pending, Paid`, or `3 selected`; undefined when none is selected. `getLabel`: where a list has its own labels. */
export function formatChoices(
  selected: readonly string[],
  getLabel: (value: string) => string = formatFilterValue,
  groups: readonly ChoiceGroup[] = [],
): string | undefined {
  if (selected.length === 0) return undefined;
  const whole = groups.filter(({ values }) => values.length > 1 && values.every((value) => selected.includes(value)));
  const single = selected.filter((value) => !whole.some(({ values }) => values.includes(value)));
  const labels = [...whole.map(({ label }) => label), ...single.map((value) => getLabel(value))];
  return labels.length > 2 ? messages().filter.selected(selected.length) : labels.join(', ');
}
