/** Enrolment of an authenticator app: a key is issued, a first code confirms it. */
import { localized } from '@dasbor/contract/language';
import * as duration from '@dasbor/contract/duration';
import * as factor_queries from '../auth/factor-queries.ts';
import { buildTotpUri, findTotpStep, generateTotpSecret } from '../auth/factor-rules.ts';
import { buildTotpContext } from '../auth/totp-context-rules.ts';
import { lockLogin } from '../auth/queries.ts';
import { asLogin } from '../db/tx.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { User } from '../http/user.ts';
import { type FactorContext, assertSecondFactorLeft, recordChange } from './context.ts';
import { issueFirstRecoveryCodes, removeUnusedRecoveryData } from './recovery-codes.ts';

/** Validity of an unconfirmed enrolment. */
const ENROLMENT_MS = duration.minutes(15);

const alreadyEnabled = () =>
  new Problem(
    409,
    'already_enabled',
    localized(
      'The authenticator app is enabled already. Disable it before you set up another one.',
      'Aplikasi autentikator sudah aktif. Nonaktifkan dahulu sebelum menyiapkan yang lain.',
    ),
  );
const notEnabled = () =>
  new Problem(
    409,
    'not_enabled',
    localized(
      'The authenticator app is not enabled, so there is nothing to disable.',
      'Aplikasi autentikator belum aktif, sehingga tidak ada yang perlu dinonaktifkan.',
    ),
  );
const notStarted = () =>
  new Problem(
    409,
    'not_started',
    localized('Start the setup of the authenticator app again.', 'Mulai lagi penyiapan aplikasi autentikator.'),
  );
const WRONG_CODE = localized(
  'Incorrect code. Check the time of your phone and enter the current code.',
  'Kode salah. Periksa jam ponsel Anda dan masukkan kode saat ini.',
);
const wrongCode = () => new Problem(422, 'wrong_code', WRONG_CODE, { errors: [{ field: 'otp', detail: WRONG_CODE }] });

/** Issues a key. Throws `already_enabled` (409). */
export async function startTotp({ deps, now }: FactorContext, user: User): Promise<{ secret: string; uri: string }> {
  const secret = generateTotpSecret();
  const sealed = deps.vault.seal(buildTotpContext(user.id), secret);
  const started = await asLogin(deps.db, (tx) => factor_queries.upsertPendingTotp(tx, user.id, sealed, now));
  if (!started) throw alreadyEnabled();
  return { secret, uri: buildTotpUri(secret, user.email) };
}

/** Enables the app by a first code, which is used up. Throws `not_started` (409) or `wrong_code` (422). */
export async function confirmTotp(
  ctx: FactorContext,
  user: User,
  otp: string,
): Promise<{ recovery_codes: string[] | null }> {
  const { deps, now } = ctx;
  const recovery_codes = await asLogin(deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    const totp = await factor_queries.findTotp(tx, user.id);
    if (totp === undefined || totp.confirmed_at !== null) throw notStarted();
    if (now.getTime() - Date.parse(totp.created_at) > ENROLMENT_MS) throw notStarted();
    const secret = deps.vault.open(buildTotpContext(user.id), totp.secret_sealed);
    const step = findTotpStep(secret, otp, { last_step: totp.last_step, now });
    if (step === null) throw wrongCode();
    await factor_queries.confirmTotp(tx, user.id, step, now);
    await recordChange(ctx, tx, user, { kind: 'second_factor_enabled' });
    return issueFirstRecoveryCodes(tx, user.id, await factor_queries.findFactors(tx, user.id), now);
  });
  invalidatePrincipal(deps, user.session_id);
  return { recovery_codes };
}

/** Throws `not_enabled` (409), or `last_second_factor` (422) when one is required. */
export async function disableTotp(ctx: FactorContext, user: User): Promise<void> {
  await asLogin(ctx.deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    if (!(await factor_queries.deleteTotp(tx, user.id))) throw notEnabled();
    const left = await factor_queries.findFactors(tx, user.id);
    assertSecondFactorLeft(user, left);
    await removeUnusedRecoveryData(tx, user.id, left);
    await recordChange(ctx, tx, user, { kind: 'second_factor_disabled' });
  });
  invalidatePrincipal(ctx.deps, user.session_id);
}
