/** Checks one-time codes, recovery codes and remembered devices. Runs under the lock of the account (attempt.ts). */
import type { LoginTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../http/opaque-token.ts';
import {
  type Factors,
  findFactors,
  hasSecondFactor,
  recordDeviceUse,
  consumeRecoveryCode,
  consumeTotpStep,
} from './factor-queries.ts';
import { findTotpStep, hashRecoveryCode, isTotpCode } from './factor-rules.ts';
import { buildTotpContext } from './totp-context-rules.ts';

export interface SubmittedCodes {
  otp?: string | undefined;
  device_token?: string | undefined;
}

/** `none`: the user has no second factor. `required`: none was given. */
export type FactorResult = {
  factors: Factors;
  result: 'none' | 'required' | 'wrong' | 'totp' | 'recovery_code' | 'device';
};

/** Checks the second factor of a sign-in. Codes are used up. */
export async function checkSecondFactor(
  { vault }: Pick<Deps, 'vault'>,
  tx: LoginTx,
  { user_id, otp, device_token }: SubmittedCodes & { user_id: string },
  now: Date,
): Promise<FactorResult> {
  const factors = await findFactors(tx, user_id);
  if (!hasSecondFactor(factors)) return { factors, result: 'none' };
  if (otp !== undefined) {
    if (isTotpCode(otp)) {
      const is_right = await checkTotp({ vault }, tx, { user_id, otp, factors }, now);
      return { factors, result: is_right ? 'totp' : 'wrong' };
    }
    const is_used = await consumeRecoveryCode(tx, user_id, hashRecoveryCode(user_id, otp), now);
    return { factors, result: is_used ? 'recovery_code' : 'wrong' };
  }
  const is_remembered =
    device_token !== undefined && (await recordDeviceUse(tx, user_id, hashToken(device_token), now));
  return { factors, result: is_remembered ? 'device' : 'required' };
}

/** Whether a code of the user's authenticator app is right and unused; uses it up. */
export async function checkTotp(
  { vault }: Pick<Deps, 'vault'>,
  tx: LoginTx,
  { user_id, otp, factors }: { user_id: string; otp: string; factors: Factors },
  now: Date,
): Promise<boolean> {
  const { totp } = factors;
  if (totp === null) return false;
  const secret = vault.open(buildTotpContext(user_id), totp.secret_sealed);
  const step = findTotpStep(secret, otp, { last_step: totp.last_step, now });
  return step !== null && (await consumeTotpStep(tx, user_id, step));
}
