/** Strength of a password, for hints while it is typed. The server applies the same rules and more. */
import { PASSWORD_MIN } from './password-limits.ts';
import { type Localized, localized } from './language.ts';

export interface PasswordOwner {
  email: string;
  name?: string;
}

export type PasswordWeakness = 'too_short' | 'repetitive' | 'personal';

const DISTINCT_MIN = 5;
/** Characters that a password needs besides the name or email that it contains. */
const REST_MIN = 8;
const PART_MIN = 4;

/** Weakness of a password; null when there is none that is obvious. */
export function findPasswordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | null {
  if (password.length < PASSWORD_MIN) return 'too_short';
  const text = password.toLowerCase();
  if (new Set(text).size < DISTINCT_MIN || isSequence(text)) return 'repetitive';
  const [local = ''] = owner.email.toLowerCase().split('@');
  const parts = ['dasbor', local, ...(owner.name ?? '').toLowerCase().split(/\s+/)].filter(
    (part) => part.length >= PART_MIN,
  );
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), text);
  return rest.length < text.length && rest.length < REST_MIN ? 'personal' : null;
}

/** Whether most characters continue the one before: `123456789012`, `abcdefghijkl`, `aaaabbbbcccc`. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0));
  const continued = steps.filter((step) => Math.abs(step) <= 1).length;
  return continued / steps.length > 0.7;
}

export const WEAKNESS_TEXTS: Record<PasswordWeakness, Localized> = {
  too_short: localized(`Use at least ${PASSWORD_MIN} characters.`, `Gunakan minimal ${PASSWORD_MIN} karakter.`),
  repetitive: localized('Avoid sequences and repeated characters.', 'Hindari karakter yang berurutan atau berulang.'),
  personal: localized(
    'Do not build the password from your name or email.',
    'Jangan menyusun kata sandi dari nama atau email Anda.',
  ),
};

/** `0`: refused, to `3`: strong. */
export type PasswordScore = 0 | 1 | 2 | 3;

/** A score by length and variety. A list of breached passwords is checked by the server only. */
export function scorePassword(password: string, owner: PasswordOwner): PasswordScore {
  if (findPasswordWeakness(password, owner) !== null) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const points = password.length + 2 * kinds + Math.min(new Set(password).size, 12) / 2;
  if (points < 22) return 1;
  return points < 27 ? 2 : 3;
}
