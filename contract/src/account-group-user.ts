/** Shared users of an account group: people who read its merchants and those of the groups below it, and change nothing. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Shared users of a group at most, open invitations included. */
export const GROUP_USERS_MAX = 100;
export const GROUP_USER_STATUSES = ['active', 'pending', 'expired'] as const;

export const accountGroupUser = z.object({
  id: z.string().describe('Id of the user, or of the invitation of a person who has not accepted it'),
  name: z.string().nullable().describe('Name of the person; null until the invitation is accepted'),
  email: z.string().describe('Email of the person'),
  status: z
    .enum(GROUP_USER_STATUSES)
    .describe('active: reads the group; pending: invited; expired: not accepted within seven days'),
  invited_by: z.string().describe('Name of the staff member of the provider who invited them'),
  created_at: instant.describe('When the person joined, or was invited'),
  expires_at: instant.nullable().describe('When the invitation expires; null once it is accepted'),
  error: z.string().nullable().describe('Why the invitation could not be sent'),
});
export type AccountGroupUser = z.infer<typeof accountGroupUser>;

const target = z.object({ id: idSchema('account_group') });
const manage = needs('Account Groups', 'manage', { users_only: true });

export const listAccountGroupUsers = route({
  name: 'listAccountGroupUsers',
  method: 'GET',
  path: '/account-groups/{id}/users',
  summary: 'List the shared users of an account group and open invitations',
  access: needs('Account Groups', 'view', { users_only: true }),
  params: target,
  output: z.object({ data: z.array(accountGroupUser) }),
});

export const inviteAccountGroupUser = route({
  name: 'inviteAccountGroupUser',
  method: 'POST',
  path: '/account-groups/{id}/users',
  summary: 'Invite a person to read the merchants of an account group. The link works once, for seven days',
  access: manage,
  step_up: true,
  params: target,
  body: z.strictObject({ email: z.email().trim().toLowerCase().max(254).describe('Email of the person') }),
  status: 201,
  output: z.object({ data: accountGroupUser }),
  errors: { already_shared: 409, invitation_pending: 409, provider_staff: 422, too_many_shared_users: 422 },
});

export const removeAccountGroupUser = route({
  name: 'removeAccountGroupUser',
  method: 'DELETE',
  path: '/account-groups/{id}/users/{user_id}',
  summary: 'Remove a shared user from an account group. Their sessions in the group end',
  access: manage,
  step_up: true,
  params: z.object({ id: idSchema('account_group'), user_id: idSchema('user') }),
  status: 204,
});

export const revokeAccountGroupInvitation = route({
  name: 'revokeAccountGroupInvitation',
  method: 'DELETE',
  path: '/account-groups/{id}/invitations/{invitation_id}',
  summary: 'Revoke an invitation to an account group. Its link stops working',
  access: manage,
  step_up: true,
  params: z.object({ id: idSchema('account_group'), invitation_id: idSchema('invitation') }),
  status: 204,
});
