/** Server time, independent of the clock of the device, and times in Jakarta for people. */
import type { Language } from './text.ts';

let ahead_ms = 0;

/** Synchronises with the `now` of a response. */
export function setClock(server_now: string): void {
  ahead_ms = Date.parse(server_now) - Date.now();
}

export const now = (): number => Date.now() + ahead_ms;

/** `23:59:07`, `14:59`, or with days in front. */
export function formatCountdown(left_ms: number, days_label: string): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(minutes)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${days_label} ${two(hours)}:${clock}`;
  return hours > 0 ? `${two(hours)}:${clock}` : clock;
}

const MONTHS: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  id: 'Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des',
};

/** `21 Nov 2026, 14:05 WIB` in English, `21 Nov 2026, 14.05 WIB` in Indonesian. */
export function formatInstant(instant: string, language: Language): string {
  // Jakarta is UTC+7 all year.
  const local = new Date(Date.parse(instant) + 7 * 3_600_000).toISOString();
  const month = MONTHS[language].split(' ')[Number(local.slice(5, 7)) - 1];
  const time = language === 'id' ? local.slice(11, 16).replace(':', '.') : local.slice(11, 16);
  return `${Number(local.slice(8, 10))} ${month} ${local.slice(0, 4)}, ${time} WIB`;
}
