/** Decides when a code may be requested and whether it works (domain 1.20). Pure. */
import * as duration from '@dasbor/contract/duration';
import { type Language, localized } from '@dasbor/contract/language';
import {
  MOBILE_CODES_PER_HOUR,
  MOBILE_CODE_MINUTES,
  MOBILE_CODE_TRIES,
  MOBILE_CODE_WAIT_S,
} from '@dasbor/contract/mobile-verification';
import type { CodeCounts, PhoneCode } from './mobile-code-queries.ts';

/** Codes per hour to one number and for one address, over all accounts: text messages cost money and disturb. */
export const CODES_PER_PHONE = 6;
export const CODES_PER_ADDRESS = 20;
export const WINDOW_MS = duration.hours(1);

/** Milliseconds until the next code; 0 for now. */
export function calculateCodeWait({ of_person, to_phone, from_ip }: CodeCounts, now: Date): number {
  const wait_ms = calculatePersonWait(of_person, now);
  const is_flooded = to_phone >= CODES_PER_PHONE || from_ip >= CODES_PER_ADDRESS;
  return is_flooded ? Math.max(wait_ms, duration.minutes(10)) : wait_ms;
}

/** `times`: of the codes of the last hour, newest first. */
export function calculatePersonWait(times: readonly string[], now: Date): number {
  const [newest] = times;
  if (newest === undefined) return 0;
  const resend_ms = Date.parse(newest) + duration.seconds(MOBILE_CODE_WAIT_S);
  // The oldest of the codes that fill the hour must leave it first.
  const blocking = times[MOBILE_CODES_PER_HOUR - 1];
  const hour_ms = blocking === undefined ? 0 : Date.parse(blocking) + WINDOW_MS;
  return Math.max(0, Math.max(resend_ms, hour_ms) - now.getTime());
}

/** Whether a code can still be entered. */
export const isCodeOpen = (code: PhoneCode, now: Date): boolean =>
  code.used_at === null && code.tries < MOBILE_CODE_TRIES && Date.parse(code.expires_at) > now.getTime();

const TEXT = (code: string) =>
  localized(
    `${code} is your Dasbor code. It works for ${MOBILE_CODE_MINUTES} minutes. Never share it with anyone.`,
    `${code} adalah kode Dasbor Anda. Berlaku ${MOBILE_CODE_MINUTES} menit. Jangan berikan kepada siapa pun.`,
  );

export const buildCodeText = (code: string, language: Language): string => TEXT(code)[language];
