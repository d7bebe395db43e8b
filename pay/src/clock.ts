/** The server's time, whatever the phone believes; and times as people read them in Jakarta. */
import type { Language } from './text.ts';

let ahead_ms = 0;

/** Sets the clock by the `now` of an answer. */
export function setClock(server_now: string): void {
  ahead_ms = Date.parse(server_now) - Date.now();
}

export const now = (): number => Date.now() + ahead_ms;

/** `23:59:07`, `14:59`, or with days in front. */
export function formatCountdown(left_ms: number, days_word: string): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(minutes)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${days_word} ${two(hours)}:${clock}`;
  return hours > 0 ? `${two(hours)}:${clock}` : clock;
}

const MONTHS: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  id: 'Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des',
};

/** `21 Nov 2026, 14:05 WIB`. */
export function formatInstant(instant: string, language: Language): string {
  // Jakarta has kept the same distance from UTC since 1964, and no daylight saving.
  const there = new Date(Date.parse(instant) + 7 * 3_600_000).toISOString();
  const month = MONTHS[language].split(' ')[Number(there.slice(5, 7)) - 1];
  return `${Number(there.slice(8, 10))} ${month} ${there.slice(0, 4)}, ${there.slice(11, 16)} WIB`;
}
