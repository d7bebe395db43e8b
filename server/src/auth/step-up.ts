/** Step-up authentication: the user of a session proves again who they are, by a factor that they have. */
import { localized } from '@dasbor/contract/language';
import type { PasskeyAssertion } from '@dasbor/contract/passkey';
import { STEP_UP_VALID_MS, type StepUpFactor } from '@dasbor/contract/step-up';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { User } from '../http/user.ts';
import { type AttemptCheck, decideAttempt, lockedOut } from './attempt.ts';
import { checkTotp } from './check-factor.ts';
import { type Factors, findFactors, hasSecondFactor } from './factor-queries.ts';
import type { Origin } from '../http/origin.ts';
import { checkPasskey, startPasskeyStepUp } from './passkey.ts';
import { matchesPassword } from './password.ts';
import { findLoginById, updateAuthenticatedAt } from './queries.ts';

/** Factor that a user sent to authenticate. */
export interface SubmittedFactor {
  passkey?: PasskeyAssertion | undefined;
  otp?: string | undefined;
  password?: string | undefined;
}

const TEXTS: Record<StepUpFactor, { required: ReturnType<typeof localized>; wrong: ReturnType<typeof localized> }> = {
  passkey: {
    required: localized('Use your passkey.', 'Gunakan passkey Anda.'),
    wrong: localized('The passkey was not accepted. Try again.', 'Passkey tidak diterima. Coba lagi.'),
  },
  otp: {
    required: localized('Enter the code of your authenticator app.', 'Masukkan kode dari aplikasi autentikator Anda.'),
    wrong: localized(
      'Incorrect code, or it was used already. Wait for the next code.',
      'Kode salah atau sudah dipakai. Tunggu kode berikutnya.',
    ),
  },
  password: {
    required: localized('Enter your password.', 'Masukkan kata sandi Anda.'),
    wrong: localized('Incorrect password.', 'Kata sandi salah.'),
  },
};

/** The factors that a step-up accepts, strongest first. With a second factor, the password alone is not enough. */
const listFactors = (factors: Factors): StepUpFactor[] =>
  hasSecondFactor(factors)
    ? [...(factors.passkeys > 0 ? ['passkey' as const] : []), ...(factors.totp === null ? [] : ['otp' as const])]
    : ['password'];

/** The accepted factors, with a challenge for a passkey of the user. */
export async function startStepUp(deps: Deps, user: User, now: Date) {
  const factors = await asLogin(deps.db, async (tx) => listFactors(await findFactors(tx, user.id)));
  const passkey_options = factors.includes('passkey') ? await startPasskeyStepUp(deps, user, now) : null;
  return { factors, passkey_options };
}

/**
 * Verifies a factor of the user and marks the session as recently authenticated. Only this session: others of the same
 * user step up on their own. Throws `factor_required` or `wrong_factor` (422), or `locked_out` (429).
 */
export async function stepUp(
  deps: Deps,
  user: User,
  { given, origin, now }: { given: SubmittedFactor; origin: Origin; now: Date },
): Promise<{ authenticated_at: string; valid_until: string }> {
  const { login, accepted } = await asLogin(deps.db, async (tx) => ({
    login: await findLoginById(tx, user.id),
    accepted: listFactors(await findFactors(tx, user.id)),
  }));
  const factor = accepted.find((each) => given[each] !== undefined);
  if (factor === undefined || login === undefined) throw factorRequired(accepted);
  // No connection is held while the password is hashed or the passkey verified.
  const matches = factor === 'password' && (await matchesPassword(login.password_hash, given.password ?? ''));
  const is_passkey = factor === 'passkey' && (await checkPasskey(deps, user, given.passkey, now));
  const check = async (tx: LoginTx, account: { password_hash: string }): Promise<AttemptCheck> => {
    if (factor === 'passkey') return is_passkey ? 'right' : 'wrong';
    if (factor === 'password') return matches && account.password_hash === login.password_hash ? 'right' : 'wrong';
    const factors = await findFactors(tx, user.id);
    return (await checkTotp(deps, tx, { user_id: user.id, otp: given.otp ?? '', factors }, now)) ? 'right' : 'wrong';
  };
  const key = { user_id: user.id, address: toAddressKey(origin.ip ?? '') };
  const decision = await asLogin(deps.db, async (tx) => {
    const decided = await decideAttempt(tx, key, (account) => check(tx, account), now);
    if (decided.outcome === 'admitted') await updateAuthenticatedAt(tx, user.session_id, now);
    return decided;
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome !== 'admitted') throw wrongFactor(factor);
  invalidatePrincipal(deps, user.session_id);
  return {
    authenticated_at: now.toISOString(),
    valid_until: new Date(now.getTime() + STEP_UP_VALID_MS).toISOString(),
  };
}

const factorRequired = ([strongest = 'password']: StepUpFactor[]): Problem =>
  new Problem(422, 'factor_required', TEXTS[strongest].required, {
    errors: [{ field: strongest, detail: TEXTS[strongest].required }],
  });

const wrongFactor = (factor: StepUpFactor): Problem =>
  new Problem(422, 'wrong_factor', TEXTS[factor].wrong, { errors: [{ field: factor, detail: TEXTS[factor].wrong }] });
