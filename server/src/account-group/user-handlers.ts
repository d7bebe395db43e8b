/** Shared users of account groups. */
import type * as contract from '@dasbor/contract/account-group-user';
import type { AccountGroupUser } from '@dasbor/contract/account-group-user';
import { asLogin, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { toInvitationStatus } from '../user/invitation-rules.ts';
import { inviteGroupUser, removeGroupUser, revokeGroupInvitation } from './invite-user.ts';
import { findGroup } from './queries.ts';
import { listActiveUsers, listOpenInvitations, listPeople } from './user-queries.ts';

export const accountGroupUserHandlers: Handlers<typeof contract> = {
  listAccountGroupUsers: async ({ deps, params, now }) => ({ data: await listUsers(deps, params.id, now) }),

  inviteAccountGroupUser: {
    find: async ({ deps, params }) => (await asPlatform(deps.db, (tx) => findGroup(tx, params.id))) ?? null,
    handle: async (ctx) => {
      const id = await inviteGroupUser(ctx, ctx.params.id, ctx.body.email);
      const data = (await listUsers(ctx.deps, ctx.params.id, ctx.now)).find((user) => user.id === id);
      if (data === undefined) throw notFound();
      return { data };
    },
  },

  removeAccountGroupUser: async (ctx) => {
    await removeGroupUser(ctx, ctx.params.id, ctx.params.user_id);
    return undefined;
  },

  revokeAccountGroupInvitation: async (ctx) => {
    await revokeGroupInvitation(ctx, ctx.params.id, ctx.params.invitation_id);
    return undefined;
  },
};

/** Shared users first, then those who were invited. */
async function listUsers(deps: Deps, group_id: string, now: Date): Promise<AccountGroupUser[]> {
  const { users, invitations } = await asPlatform(deps.db, async (tx) => {
    if ((await findGroup(tx, group_id)) === undefined) throw notFound();
    return { users: await listActiveUsers(tx, group_id), invitations: await listOpenInvitations(tx, group_id) };
  });
  const user_ids = users.map(({ user_id }) => user_id);
  const people = await asLogin(deps.db, (tx) => listPeople(tx, user_ids));
  return [
    ...users.map(({ user_id, invited_by_name, created_at }) => ({
      id: user_id,
      name: people.get(user_id)?.name ?? null,
      email: people.get(user_id)?.email ?? '',
      status: 'active' as const,
      invited_by: invited_by_name,
      created_at,
      expires_at: null,
      error: null,
    })),
    ...invitations.map((invitation) => ({
      id: invitation.id,
      name: null,
      email: invitation.email,
      status: toInvitationStatus(invitation, now) === 'expired' ? ('expired' as const) : ('pending' as const),
      invited_by: invitation.invited_by_name,
      created_at: invitation.created_at,
      expires_at: invitation.expires_at,
      error: invitation.error,
    })),
  ];
}
