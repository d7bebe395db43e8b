/** What is chosen in a filter, in the words of its chip. */
import { formatRupiah } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import type { FilterEnds } from './filter.ts';
import { RANGE_PRESETS } from './range-presets.ts';

const SPECIAL: Record<string, string> = {
  qris: 'QRIS',
  virtual_account: 'Virtual account',
  e_wallet: 'E-wallet',
  api: 'API',
  static_qr: 'Static QR',
  va: 'Virtual account',
  min_max: 'Between limits',
};

/** `qris` → `QRIS`, `payment_link` → `Payment link`; names of banks stay as they are. */
export const valueLabel = (value: string): string =>
  SPECIAL[value] ?? (/^[A-Z]+$/.test(value) ? value : formatStatus(value));

/** `Last 7 days`, `from 21 Nov 2026, 14:05 WIB`; undefined when all times are shown. */
export function formatRange({ range, from, to }: FilterEnds): string | undefined {
  if (range !== undefined) return RANGE_PRESETS.find(({ id }) => id === range)?.label;
  if (from !== undefined && to !== undefined) return `${formatInstant(from)} – ${formatInstant(to)}`;
  if (from !== undefined) return `from ${formatInstant(from)}`;
  return to === undefined ? undefined : `before ${formatInstant(to)}`;
}

/** `≥ Rp 50.000`, `= Rp 50.000`, `Rp 10.000 – Rp 50.000`; undefined when all amounts are shown. */
export function formatAmountRange({ amount_min: min, amount_max: max }: FilterEnds): string | undefined {
  if (min !== undefined && min === max) return `= ${formatRupiah(min)}`;
  if (min !== undefined && max !== undefined) return `${formatRupiah(min)} – ${formatRupiah(max)}`;
  if (min !== undefined) return `≥ ${formatRupiah(min)}`;
  return max === undefined ? undefined : `≤ ${formatRupiah(max)}`;
}

/** `Pending, Success`, or `3 chosen`; undefined when none is chosen. `nameOf`: where a list has words of its own. */
export function formatChoices(
  chosen: readonly string[],
  nameOf: (value: string) => string = valueLabel,
): string | undefined {
  if (chosen.length === 0) return undefined;
  return chosen.length > 2 ? `${chosen.length} chosen` : chosen.map((value) => nameOf(value)).join(', ');
}
