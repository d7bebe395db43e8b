/** The invitation of a merchant's owner by the provider. */
import { recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../http/opaque-token.ts';
import type { Principal } from '../http/principal.ts';
import { findPendingByEmail, insertInvitation, updateInvitation } from './invitation-queries.ts';
import {
  SEND_ATTEMPTS_MAX,
  SEND_INVITATION_JOB,
  deriveInvitationToken,
  calculateInvitationExpiry,
} from './invitation-rules.ts';

interface InviteContext {
  deps: Deps;
  now: Date;
  principal: Principal;
  request: { ip: string };
}

/** Invites a person as superadmin, in the transaction of the provider. A former invitation of the person is revoked. */
export async function inviteOwner(
  { deps, now, principal, request }: InviteContext,
  tx: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  { email, language }: { email: string; language: 'en' | 'id' },
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
