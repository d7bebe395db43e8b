/** Recovery codes: issued with the first second factor, replaced on demand, gone with the last one. */
import { hashRecoveryCode, generateRecoveryCodes } from '../auth/factor-rules.ts';
import {
  type Factors,
  deleteDevices,
  deleteRecoveryCodes,
  findFactors,
  hasSecondFactor,
  replaceRecoveryCodes,
} from '../auth/factor-queries.ts';
import { lockLogin } from '../auth/queries.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { User } from '../http/user.ts';
import { type FactorContext, notEnabled, recordChange } from './context.ts';

async function issueRecoveryCodes(tx: LoginTx, user_id: string, now: Date): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    user_id,
    codes.map((code) => hashRecoveryCode(user_id, code)),
    now,
  );
  return codes;
}

/** New codes for a user who has no unused ones; null otherwise. */
export const issueFirstRecoveryCodes = (
  tx: LoginTx,
  user_id: string,
  { recovery_codes_left }: Factors,
  now: Date,
): Promise<string[] | null> => (recovery_codes_left > 0 ? Promise.resolve(null) : issueRecoveryCodes(tx, user_id, now));

/** Replaces the codes. Throws `not_enabled` (409) without a second factor. */
export const regenerateRecoveryCodes = (ctx: FactorContext, user: User): Promise<string[]> =>
  asLogin(ctx.deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    if (!hasSecondFactor(await findFactors(tx, user.id))) throw notEnabled();
    await recordChange(ctx, tx, user, { kind: 'recovery_codes_regenerated' });
    return issueRecoveryCodes(tx, user.id, ctx.now);
  });

/** Removes what is of no use without a second factor. */
export async function removeUnusedRecoveryData(tx: LoginTx, user_id: string, left: Factors): Promise<void> {
  if (hasSecondFactor(left)) return;
  await deleteRecoveryCodes(tx, user_id);
  await deleteDevices(tx, user_id);
}
