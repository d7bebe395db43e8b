/** How amounts, counts, rates, days and instants are written for people, in both languages. Screens, mails, PDFs and files share it. */
import type { Language } from './language.ts';
import { TIME_ZONE } from './time.ts';

const GROUPED = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });
const COUNTS = { en: new Intl.NumberFormat('en-GB'), id: GROUPED };
const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  id: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
} as const;
/** Short names of the months, January first. */
export const listMonths = (language: Language): readonly string[] => MONTHS[language];
const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

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

/** `0.7%` in English, `0,7%` in Indonesian, from hundredths of a percent. */
export function formatRate(rate_bps: number, language: Language): string {
  const text = String(rate_bps / 100);
  return `${language === 'id' ? text.replace('.', ',') : text}%`;
}

/** `21 Nov 2026, 14:05 WIB` in English, `21 Nov 2026, 14.05 WIB` in Indonesian, of an ISO-8601 instant. */
export function formatInstant(at: string | Date, language: Language, options: { seconds?: boolean } = {}): string {
  const { hour, minute, second } = splitInstant(at);
  const separator = language === 'id' ? '.' : ':';
  const time = [hour, minute, ...(options.seconds ? [second] : [])].join(separator);
  return `${formatDay(at, language)}, ${time} WIB`;
}

/** `21 Nov 2026`: the Jakarta day of an ISO-8601 instant, or a business day (`2026-11-21`). */
export function formatDay(at: string | Date, language: Language): string {
  const { day, month, year } = splitInstant(at);
  return `${Number(day)} ${MONTHS[language][Number(month) - 1]} ${year}`;
}

function splitInstant(at: string | Date): Record<string, string> {
  // A business day has no time: its noon in Jakarta lies on that day.
  const instant = typeof at === 'string' && at.length === 10 ? `${at}T12:00:00+07:00` : at;
  return Object.fromEntries(PARTS.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
}
