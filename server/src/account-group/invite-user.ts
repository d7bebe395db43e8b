/** Invites shared users, and removes them, under the lock of the group. */
import { GROUP_USERS_MAX } from '@dasbor/contract/account-group-user';
import { findAccountOfEmail } from '../auth/membership-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { asLogin, asPlatform } from '../db/tx.ts';
import { hashToken } from '../http/opaque-token.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { notFound } from '../http/problem.ts';
import {
  SEND_ATTEMPTS_MAX,
  deriveInvitationToken,
  calculateInvitationExpiry,
  toInvitationStatus,
} from '../user/invitation-rules.ts';
import { type GroupContext, recordGroupEvent } from './change.ts';
import { sharingProblem } from './problems.ts';
import { lockGroup } from './queries.ts';
import { SEND_GROUP_INVITATION_JOB } from './rules.ts';
import {
  closeInvitation,
  endGroupSessions,
  findInvitation,
  insertInvitation,
  listActiveUsers,
  listOpenInvitations,
  listPeople,
  removeUser,
} from './user-queries.ts';

/** Invites a person; returns the id of the invitation. An invitation that expired is replaced. */
export async function inviteGroupUser(ctx: GroupContext, group_id: string, email: string): Promise<string> {
  const { deps, now, principal } = ctx;
  const account = await asLogin(deps.db, (tx) => findAccountOfEmail(tx, email));
  if (account !== undefined && account.role !== null) throw sharingProblem('provider_staff');
  return asPlatform(deps.db, async (tx) => {
    if ((await lockGroup(tx, group_id)) === undefined) throw notFound();
    const users = await listActiveUsers(tx, group_id);
    if (users.some(({ user_id }) => user_id === account?.user_id)) throw sharingProblem('already_shared');
    const invitations = await listOpenInvitations(tx, group_id);
    const former = invitations.find((each) => each.email === email);
    if (former !== undefined) {
      if (toInvitationStatus(former, now) === 'pending') throw sharingProblem('invitation_pending');
      await closeInvitation(tx, former, 'revoked', now);
    }
    const others = invitations.filter((each) => each !== former);
    if (users.length + others.length >= GROUP_USERS_MAX) throw sharingProblem('too_many_shared_users');
    const id = newId('invitation', now);
    const token = deriveInvitationToken(deps.secrets, { owner_id: group_id, id, token_no: 1 });
    await insertInvitation(tx, {
      group_id,
      id,
      email,
      language: account?.locale ?? (principal.type === 'user' ? principal.locale : 'en'),
      invited_by_name: principal.name,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: calculateInvitationExpiry(now),
    });
    await recordGroupEvent(tx, ctx, group_id, { action: 'account_group.user_invited', subject: email });
    await enqueue(tx, SEND_GROUP_INVITATION_JOB, { group_id, id }, { max_attempts: SEND_ATTEMPTS_MAX, job_key: id });
    return id;
  });
}

/** Throws 404 for an invitation that is not open. */
export const revokeGroupInvitation = (ctx: GroupContext, group_id: string, id: string): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    await lockGroup(tx, group_id);
    const found = await findInvitation(tx, group_id, id);
    if (found === undefined || !(await closeInvitation(tx, found, 'revoked', ctx.now))) throw notFound();
    await recordGroupEvent(tx, ctx, group_id, { action: 'account_group.invitation_revoked', subject: found.email });
  });

/** Takes the access away at once: the sessions in the group end. */
export async function removeGroupUser(ctx: GroupContext, group_id: string, user_id: string): Promise<void> {
  const { deps, now } = ctx;
  const target = { group_id, user_id };
  const person = (await asLogin(deps.db, (tx) => listPeople(tx, [user_id]))).get(user_id);
  await asPlatform(deps.db, async (tx) => {
    await lockGroup(tx, group_id);
    if (!(await removeUser(tx, target, now))) throw notFound();
    await recordGroupEvent(tx, ctx, group_id, {
      action: 'account_group.user_removed',
      subject: person?.email ?? user_id,
    });
  });
  const ended = await asLogin(deps.db, (tx) => endGroupSessions(tx, target, now));
  for (const session_id of ended) revokePrincipal(deps, session_id);
}
