/** Formats of amounts, counts, rates, days and instants, in both languages. Screens, emails, PDFs and files share them. */
import type { Language } from './language.ts';
import { TIME_ZONE, TIME_ZONE_NAMES, type TimeZone, toLocalTime } from './time.ts';

const GROUPED = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });
const COUNTS = { en: new Intl.NumberFormat('en-GB'), id: GROUPED };
const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  id: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
} as const;
/** Short names of the months, January first. */
export const listMonths = (language: Language): readonly string[] => MONTHS[language];
/** `Rp 1.234.567` in both languages; whole rupiah, `-Rp 500` below zero, never `-Rp 0`. */
export const formatRupiah = (amount: number): string =>
  `${amount < 0 ? '-' : ''}Rp ${GROUPED.format(Math.abs(amount))}`;

/** `1,204` in English, `1.204` in Indonesian. */
export const formatCount = (count: number, language: Language): string => COUNTS[language].format(count);

// British English writes `1.2m`, which reads as minutes or metres next to the Indonesian `jt`.
const COMPACT_OPTIONS = { notation: 'compact', maximumFractionDigits: 1 } as const;
const COMPACT = {
  en: new Intl.NumberFormat('en-US', COMPACT_OPTIONS),
  id: new Intl.NumberFormat('id-ID', COMPACT_OPTIONS),
};

/** `1.2M` in English, `1,2 jt` in Indonesian: short values of an axis. */
export const formatCompact = (value: number, language: Language): string => COMPACT[language].format(value);

/** `0.7%` in English, `0,7%` in Indonesian, from basis points. */
export function formatRate(rate_bps: number, language: Language): string {
  const text = String(rate_bps / 100);
  return `${language === 'id' ? text.replace('.', ',') : text}%`;
}

export interface InstantFormat {
  seconds?: boolean;
  /** The zone of the reader; WIB in everything that is not shown to one person. */
  time_zone?: TimeZone;
}

/** `21 Nov 2026, 14:05 WIB` in English, `21 Nov 2026, 14.05 WIB` in Indonesian, of an ISO-8601 instant. */
export function formatInstant(
  at: string | Date,
  language: Language,
  { seconds = false, time_zone = TIME_ZONE }: InstantFormat = {},
): string {
  const [day = '', time = ''] = toLocalTime(new Date(at), time_zone).split('T');
  const shown = time.slice(0, seconds ? 8 : 5);
  return `${formatDay(day, language)}, ${language === 'id' ? shown.replaceAll(':', '.') : shown} ${TIME_ZONE_NAMES[time_zone]}`;
}

/** `21 Nov 2026`: a calendar day (`2026-11-21`), or the business day (WIB) of an ISO-8601 instant. */
export function formatDay(at: string | Date, language: Language): string {
  const text = typeof at === 'string' && at.length === 10 ? at : toLocalTime(new Date(at), TIME_ZONE).slice(0, 10);
  const [year, month, day] = text.split('-').map(Number);
  return `${day} ${MONTHS[language][(month ?? 0) - 1]} ${year}`;
}
