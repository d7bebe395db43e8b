/** Rules of one-time codes and recovery codes. */
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '@dasbor/contract/second-factor';
import { generateRandomText } from '../random-text.ts';

const PERIOD_S = 30;
export const TOTP_PERIOD_MS = PERIOD_S * 1_000;
/** Codes of the previous and of the next period are accepted too: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
export const ISSUER = 'Dasbor';

const buildTotp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** A new key of an authenticator app, base32. */
export const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The key of an authenticator app from random bytes, base32. */
export const toTotpSecret = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes.subarray(0, SECRET_BYTES)).buffer }).base32;

/** Content of the QR code. */
export const buildTotpUri = (secret: string, email: string): string => buildTotp(secret, email).toString();

/** The code of a time. */
export const generateTotpCode = (secret: string, at: Date): string =>
  buildTotp(secret).generate({ timestamp: at.getTime() });

/** The period whose code this is, later than `last_step`; null when the code is wrong or was used. */
export function findTotpStep(secret: string, code: string, { last_step, now }: { last_step: number; now: Date }) {
  const delta = buildTotp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / TOTP_PERIOD_MS) + delta;
  return step > last_step ? step : null;
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Without characters that look alike. Sixteen of them are 80 random bits, too many to try out even from a stolen hash. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** New recovery codes, e.g. `k3fp-9wqz-h2mx-7crt`. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => generateRandomText(GROUP_LENGTH, ALPHABET)).join('-'),
  );

/** Hash for storage; the same however the code is written. */
export const hashRecoveryCode = (user_id: string, code: string): string =>
  createHash('sha256')
    .update(`${user_id}\n${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('hex');
