import { randomInt } from 'node:crypto';

/** A new X-EXTERNAL-ID. Digits, unique per day: the time in milliseconds followed by twelve random digits. */
export const newExternalId = (at: Date): string => `${at.getTime()}${String(randomInt(1e12)).padStart(12, '0')}`;
