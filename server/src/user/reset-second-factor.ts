/** Removes the second factors of a user who lost them. */
import { localized } from '@dasbor/contract/language';
import { deleteSecondFactors } from '../auth/factor-queries.ts';
import { listActiveMemberships } from '../auth/membership-queries.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type ChangeContext, lockParties } from './change-member.ts';
import { noSecondFactor } from './problems.ts';
import { endSessions } from './queries.ts';

const MEMBER_ELSEWHERE = localized(
  'This user belongs to other merchants, too. They must reset their second factor with a recovery code.',
  'Pengguna ini juga anggota merchant lain. Mereka harus mengatur ulang faktor kedua dengan kode pemulihan.',
);

/**
 * Removes all second factors and ends the sessions of the user. Throws `member_elsewhere` (409) for a user of several
 * merchants, because no merchant may weaken the sign-in to another one, and `no_second_factor` (409).
 */
export async function resetSecondFactor(ctx: ChangeContext, user_id: string): Promise<void> {
  const { deps, merchant_id, now, principal, request } = ctx;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const { target } = await lockParties(tx, principal, user_id);
    if (target.status === 'removed') throw notFound();
  });
  const ended = await asLogin(deps.db, async (tx) => {
    const memberships = await listActiveMemberships(tx, user_id);
    if (memberships.some((membership) => membership.merchant_id !== merchant_id)) {
      throw new Problem(409, 'member_elsewhere', MEMBER_ELSEWHERE);
    }
    if (!(await deleteSecondFactors(tx, user_id))) throw noSecondFactor();
    const actor = { type: 'user', id: principal.id, name: principal.name } as const;
    await recordSecurityEvent(tx, { user_id, kind: 'second_factor_reset', at: now, ip: request.ip, actor });
    return endSessions(tx, { merchant_id, user_id }, now);
  });
  for (const id of ended) revokePrincipal(deps, id);
}
