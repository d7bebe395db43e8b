/** The provider removes the second factors of a user of any number of merchants who lost them. */
import { deleteSecondFactors } from '../auth/factor-queries.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { endOtherSessions } from '../auth/session-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { notFound } from '../http/problem.ts';
import type { ChangeContext } from './change-member.ts';
import { findMember } from './queries.ts';
import { noSecondFactor } from './problems.ts';

/**
 * Removes all second factors and ends every session of the user. The event is in the audit log of each merchant of the
 * user, and the user is notified by email. Throws 404, and 409 `no_second_factor`.
 */
export async function resetSecondFactorAsProvider(
  { deps, merchant_id, now, principal, request }: ChangeContext,
  user_id: string,
): Promise<void> {
  const member = await asMerchant(deps.db, merchant_id, (tx) => findMember(tx, user_id));
  if (member === undefined || member.status === 'removed') throw notFound();
  const ended = await asLogin(deps.db, async (tx) => {
    if (!(await deleteSecondFactors(tx, user_id))) throw noSecondFactor();
    const actor = { type: 'provider', id: principal.id, name: principal.name } as const;
    await recordSecurityEvent(tx, { user_id, kind: 'second_factor_reset', at: now, ip: request.ip, actor });
    return endOtherSessions(tx, { user_id }, 'revoked', now);
  });
  for (const id of ended) revokePrincipal(deps, id);
}
