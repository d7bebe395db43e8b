/** Whether a merchant requires a second factor of its users. */
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { findFactors, hasSecondFactor, listEnrolled } from '../auth/factor-queries.ts';
import { listActiveMembers } from '../auth/membership-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import type { setSecondFactorPolicy } from '@dasbor/contract/second-factor';
import type { User } from '../http/user.ts';
import { findPolicy, updatePolicy } from './queries.ts';

export interface Policy {
  required: boolean;
  users_without: number;
}

export async function getPolicy({ db }: Deps, merchant_id: string): Promise<Policy> {
  const required = await asMerchant(db, merchant_id, findPolicy);
  const users_without = await asLogin(db, async (tx) => {
    const members = await listActiveMembers(tx, merchant_id);
    const enrolled = await listEnrolled(
      tx,
      members.map(({ user_id }) => user_id),
    );
    return members.length - enrolled.size;
  });
  return { required, users_without };
}

/** Takes effect within five seconds. Throws `own_second_factor_missing` (422) for a user who has none to require it of others. */
export async function setPolicy(
  ctx: RequestContext<typeof setSecondFactorPolicy>,
  user: User,
  required: boolean,
): Promise<Policy> {
  const { deps, merchant_id } = ctx;
  if (required && !hasSecondFactor(await asLogin(deps.db, (tx) => findFactors(tx, user.id)))) throw ownMissing();
  await ctx.tx(async (tx) => {
    const before = await updatePolicy(tx, required);
    if (before === required) return;
    await recordAudit(ctx, tx, {
      action: 'second_factor_policy.updated',
      object_type: 'merchant',
      object_id: merchant_id,
      before: { required: before },
      after: { required },
    });
  });
  invalidatePrincipal(deps, user.session_id);
  return getPolicy(deps, merchant_id);
}

const ownMissing = () =>
  new Problem(
    422,
    'own_second_factor_missing',
    localized(
      'Enable a second factor for yourself before you require it of everybody.',
      'Aktifkan faktor kedua untuk diri Anda sebelum mewajibkannya bagi semua orang.',
    ),
  );
