/** Terms of a rail as people read and type them. */
import type { RailTermsVersion } from '@dasbor/contract/rail-terms';
import { formatRupiah } from '../ui/amount.tsx';
import { messages } from './messages.ts';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;
const CLOCK = /^([01]?\d|2[0-4])[:.]([0-5]\d)$/;

const two = (part: number): string => String(part).padStart(2, '0');

/** `390` → `06:30`. */
export const formatMinute = (minute: number): string =>
  `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;

/** `06:30` → `390`; null: no time of a day. `24:00` is its end. */
export function parseMinute(text: string): number | null {
  const found = CLOCK.exec(text.trim());
  if (found === null) return null;
  const minute = Number(found[1]) * MINUTES_PER_HOUR + Number(found[2]);
  return minute <= MINUTES_PER_DAY ? minute : null;
}

/** `06:30–16:30`. */
export const formatHours = ({ opens_at_minute, closes_at_minute }: RailTermsVersion): string =>
  opens_at_minute === 0 && closes_at_minute === MINUTES_PER_DAY
    ? messages().all_day
    : `${formatMinute(opens_at_minute)}–${formatMinute(closes_at_minute)}`;

/** `Rp 1 – Rp 250.000.000`. */
export const formatLimits = ({ amount_min, amount_max }: RailTermsVersion): string =>
  `${formatRupiah(amount_min)} – ${formatRupiah(amount_max)}`;

export const formatDays = ({ business_days_only }: RailTermsVersion): string =>
  business_days_only ? messages().business_days : messages().every_day;
