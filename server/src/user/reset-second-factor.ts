/** Removes the second factors of a user who lost them. */
import { localized } from '@dasbor/contract/language';
import { deleteSecondFactors } from '../auth/factor-queries.ts';
import { listOwnGroupIds } from '../auth/group-user-queries.ts';
import { isMemberElsewhere } from '../auth/membership-queries.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { endOtherSessions } from '../auth/session-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type ChangeContext, lockMembersForChange } from './change-member.ts';
import { noSecondFactor } from './problems.ts';

const MEMBER_ELSEWHERE = localized(
  'This user also belongs to other merchants or account groups. They must reset their second factor with a recovery code.',
  'Pengguna ini juga anggota merchant atau grup akun lain. Mereka harus mengatur ulang faktor kedua dengan kode pemulihan.',
);

/**
 * Removes all second factors and ends all sessions of the user. Throws `member_elsewhere` (409) for a user of several
 * merchants, suspended ones included, or of an account group, because no merchant may weaken the sign-in to another
 * one, and `no_second_factor` (409).
 */
export async function resetSecondFactor(ctx: ChangeContext, user_id: string): Promise<void> {
  const { deps, merchant_id, now, principal, request } = ctx;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const { target } = await lockMembersForChange(tx, principal, user_id);
    if (target.status === 'removed') throw notFound();
  });
  const ended = await asLogin(deps.db, async (tx) => {
    const groups = await listOwnGroupIds(tx, user_id);
    if (groups.length > 0 || (await isMemberElsewhere(tx, { merchant_id, user_id }))) {
      throw new Problem(409, 'member_elsewhere', MEMBER_ELSEWHERE);
    }
    if (!(await deleteSecondFactors(tx, user_id))) throw noSecondFactor();
    const actor = { type: 'user', id: principal.id, name: principal.name } as const;
    await recordSecurityEvent(tx, { user_id, kind: 'second_factor_reset', at: now, ip: request.ip, actor });
    return endOtherSessions(tx, { user_id }, 'revoked', now);
  });
  for (const id of ended) revokePrincipal(deps, id);
}
