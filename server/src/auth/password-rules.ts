/** Decides whether a chosen password is accepted (domain 1.16). */
import { type Localized, localized } from '@dasbor/contract/language';
import { PASSWORD_HISTORY } from '@dasbor/contract/password-limits';
import { type PasswordOwner, WEAKNESS_TEXTS, findPasswordWeakness } from '@dasbor/contract/password-strength';

const BREACHED = localized(
  'This password appears in lists of breached passwords. Choose another one.',
  'Kata sandi ini ada di daftar kata sandi yang bocor. Pilih yang lain.',
);
const USED_BEFORE = localized(
  `This is one of your last ${PASSWORD_HISTORY} passwords. Choose another one.`,
  `Ini salah satu dari ${PASSWORD_HISTORY} kata sandi terakhir Anda. Pilih yang lain.`,
);

/** Why a password is refused; null when it is accepted. */
export function findPasswordRefusal(
  password: string,
  { owner, is_breached, is_used_before }: { owner: PasswordOwner; is_breached: boolean; is_used_before: boolean },
): Localized | null {
  const weakness = findPasswordWeakness(password, owner);
  if (weakness !== null) return WEAKNESS_TEXTS[weakness];
  if (is_breached) return BREACHED;
  return is_used_before ? USED_BEFORE : null;
}
