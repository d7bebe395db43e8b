/** Days and minutes as people read and type them. Values are local to a time zone: `2026-11-22`, or `2026-11-22T14:05`. */
import { formatDay, listMonths } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';

/** `22 Nov 2026`, or `22 Nov 2026, 14:05` (`14.05` in Indonesian); empty for no value. */
export function formatDateText(value: string, language: Language): string {
  const [day = '', time] = value.split('T');
  if (day === '') return '';
  if (time === undefined) return formatDay(day, language);
  return `${formatDay(day, language)}, ${language === 'id' ? time.replace(':', '.') : time}`;
}

export interface DateTextOptions {
  /** The value has a time; without one in the text it is 00:00. */
  with_time: boolean;
  /** Day that completes a text without a year. */
  today: string;
  /** Name of the zone of the time; a text with another one is none. */
  zone_name?: string;
}

const TIME = /[\s,T]+(\d{1,2})[:.](\d{2})(?::\d{2})?(?:\s*(WIB|WITA|WIT))?$/i;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const NUMERIC = /^(\d{1,2})[\s/.-](\d{1,2})(?:[\s/.-](\d{4}|\d{2}))?$/;
const NAMED = /^(\d{1,2})[\s-]*([a-z]{3,9})\.?(?:[\s,-]*(\d{4}|\d{2}))?$/i;
const MONTHS = [listMonths('en'), listMonths('id')].map((names) => names.map((name) => name.toLowerCase()));
/** Other usual abbreviation of Agustus. */
const AUGUST = 'agt';

function toMonth(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  if (short === AUGUST) return 8;
  return 1 + Math.max(...MONTHS.map((names) => names.indexOf(short)));
}

function toDay(year: string, month: number, day: number): string | null {
  const text = [year.padStart(4, '20'), ...[month, day].map((each) => String(each).padStart(2, '0'))].join('-');
  const at = Date.parse(`${text}T00:00:00Z`);
  // 31 February is a valid date to some parsers.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

function parseDay(text: string, today: string): string | null {
  const iso = ISO.exec(text);
  if (iso !== null) return toDay(iso[1] ?? '', Number(iso[2]), Number(iso[3]));
  const this_year = today.slice(0, 4);
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) return toDay(numeric[3] ?? this_year, Number(numeric[2]), Number(numeric[1]));
  const named = NAMED.exec(text);
  return named === null ? null : toDay(named[3] ?? this_year, toMonth(named[2] ?? ''), Number(named[1]));
}

/**
 * The value of a typed text: `22 Nov 2026`, `22 November 2026`, `22/11/2026`, `22 Nov`, `2026-11-22`, in English or
 * Indonesian, and `14:05` or `14.05` after it. Null when it is none.
 */
export function parseDateText(text: string, { with_time, today, zone_name = 'WIB' }: DateTextOptions): string | null {
  const trimmed = text.trim();
  if (!with_time) return parseDay(trimmed, today);
  const time = TIME.exec(trimmed);
  if (time?.[3] !== undefined && time[3].toUpperCase() !== zone_name) return null;
  const [hour, minute] = time === null ? [0, 0] : [Number(time[1]), Number(time[2])];
  const day = parseDay(time === null ? trimmed : trimmed.slice(0, time.index).replace(/,$/, ''), today);
  if (day === null || hour > 23 || minute > 59) return null;
  return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
