/** The invitation of a merchant's owner by the provider. */
import { recordAudit } from '../audit/record.ts';
import { findAccountOfEmail } from '../auth/membership-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../http/opaque-token.ts';
import type { Principal } from '../http/principal.ts';
import { lockMembers } from '../role/queries.ts';
import { findPendingByEmail, insertInvitation, listPendingByProvider, updateInvitation } from './invitation-queries.ts';
import {
  SEND_ATTEMPTS_MAX,
  SEND_INVITATION_JOB,
  deriveInvitationToken,
  calculateInvitationExpiry,
} from './invitation-rules.ts';
import { alreadyMember, ownerActive } from './problems.ts';
import { notifyUserChange } from './user-event-queries.ts';

interface InviteContext {
  deps: Deps;
  now: Date;
  principal: Principal;
  request: { ip: string };
}

type OwnerInput = { email: string; language: 'en' | 'id' };

/** Invites a person as superadmin, in the transaction of the provider. A former invitation of the person is revoked. */
export async function inviteOwner(
  { deps, now, principal, request }: InviteContext,
  tx: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  { email, language }: OwnerInput,
): Promise<void> {
  const { merchant_id } = tx;
  const former = await findPendingByEmail(tx, email);
  if (former !== undefined) await updateInvitation(tx, former.id, { status: 'revoked', closed_at: now });
  const id = newId('invitation', now);
  const token_no = 1;
  await insertInvitation(tx, {
    id,
    email,
    role: 'superadmin',
    message: null,
    language,
    invited_by: principal.id,
    invited_by_name: principal.name,
    by_provider: true,
    token_no,
    token_hash: hashToken(deriveInvitationToken(deps.secrets, { owner_id: merchant_id, id, token_no })),
    created_at: now,
    expires_at: calculateInvitationExpiry(now),
  });
  await recordAudit({ now, principal, request }, tx, {
    action: 'invitation.created',
    object_type: 'invitation',
    object_id: id,
    after: { email, role: 'superadmin' },
  });
  await enqueue(tx, SEND_INVITATION_JOB, { merchant_id, id }, { job_key: id, max_attempts: SEND_ATTEMPTS_MAX });
}

/**
 * Invites the owner again, to the same or another email: the open invitations by the provider end. Users of the merchant are
 * notified as of any invitation. Throws 409 `owner_active` while a superadmin can invite people, and 409 `already_member`.
 */
export async function reinviteOwner(ctx: InviteContext, merchant_id: string, input: OwnerInput): Promise<void> {
  const { deps, now, principal, request } = ctx;
  const account = await asLogin(deps.db, (tx) => findAccountOfEmail(tx, input.email));
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const members = await lockMembers(tx);
    if (members.some(({ role, status }) => role === 'superadmin' && status === 'active')) throw ownerActive();
    const member = members.find(({ user_id }) => user_id === account?.user_id);
    if (member !== undefined && member.status !== 'removed') throw alreadyMember();
    for (const { id, email, role } of await listPendingByProvider(tx)) {
      await updateInvitation(tx, id, { status: 'revoked', closed_at: now });
      const revoked = { action: 'invitation.revoked', object_type: 'invitation', object_id: id } as const;
      await recordAudit({ now, principal, request }, tx, { ...revoked, after: { email, role } });
    }
    await inviteOwner(ctx, tx, input);
    const invited = { outcome: 'invited', user_id: null, name: null, email: input.email, by: principal.name } as const;
    await notifyUserChange(tx, invited, now);
  });
}

/** Whether the merchant has an active superadmin. */
export async function hasActiveOwner(tx: MerchantTx): Promise<boolean> {
  const found = await tx.sql
    .selectFrom('membership')
    .select('user_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
