/** Step-up authentication: the user of a session proves again who they are, by the factors that they have. */
import { localized } from '@dasbor/contract/language';
import { STEP_UP_VALID_MS, type StepUpFactor } from '@dasbor/contract/step-up';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { User } from '../http/user.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import type { Origin } from './origin.ts';
import { matchesPassword } from './password.ts';
import { findLoginById, storeAuthenticated } from './queries.ts';

/** What a user sent to prove who they are: one factor. */
export interface GivenFactor {
  password?: string | undefined;
}

const factorRequired = () =>
  new Problem(422, 'factor_required', localized('Enter your password.', 'Masukkan kata sandi Anda.'));
const wrongPassword = () =>
  new Problem(422, 'wrong_factor', localized('Incorrect password.', 'Kata sandi salah.'), {
    errors: [{ field: 'password', detail: localized('Incorrect password.', 'Kata sandi salah.') }],
  });

/** The factors that a step-up of the user accepts, strongest first. */
export const listStepUpFactors = (_tx: LoginTx, _user_id: string): Promise<StepUpFactor[]> =>
  Promise.resolve(['password']);

/**
 * Verifies a factor of the user and marks the session as recently authenticated. Only this session: others of the same
 * user step up on their own. Throws `factor_required` or `wrong_factor` (422), or `locked_out` (429).
 */
export async function stepUp(
  deps: Deps,
  user: User,
  { given, origin, now }: { given: GivenFactor; origin: Origin; now: Date },
): Promise<{ authenticated_at: string; valid_until: string }> {
  const { password } = given;
  if (password === undefined) throw factorRequired();
  const login = await asLogin(deps.db, (tx) => findLoginById(tx, user.id));
  // No connection is held while the password is hashed.
  const matches = login !== undefined && (await matchesPassword(login.password_hash, password));
  const key = { user_id: user.id, address: toAddressKey(origin.ip ?? '') };
  const decision = await asLogin(deps.db, async (tx) => {
    const isRight = (account: { password_hash: string }) => matches && account.password_hash === login.password_hash;
    const decided = await decideAttempt(tx, key, isRight, now);
    if (decided.outcome === 'admitted') await storeAuthenticated(tx, user.session_id, now);
    return decided;
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'refused') throw wrongPassword();
  invalidatePrincipal(deps, user.session_id);
  return {
    authenticated_at: now.toISOString(),
    valid_until: new Date(now.getTime() + STEP_UP_VALID_MS).toISOString(),
  };
}
