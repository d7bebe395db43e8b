/** Users of a merchant: list, roles, suspension and removal (domain 1.14). */
import { z } from 'zod';
import { needs, roleKey } from './access.ts';
import { idSchema } from './id.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { photoUrl } from './profile.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const MEMBER_STATUSES = ['active', 'suspended', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const merchantUser = z.object({
  id: idSchema('user'),
  name: z.string().describe('Full name'),
  email: z.string().describe('Email, which is also the sign-in name'),
  photo_url: photoUrl,
  role: roleKey,
  role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
  status: z.enum(MEMBER_STATUSES).describe('Status at this merchant'),
  has_second_factor: z.boolean().describe('Whether the user has an authenticator app or a passkey'),
  last_login_at: instant.nullable().describe('Time of the last sign-in'),
  invited_by: z.string().nullable().describe('Name of the user who sent the invitation'),
  created_at: instant.describe('When the user joined the merchant'),
  is_own: z.boolean().describe('Whether this is you'),
  is_manageable: z.boolean().describe('Whether you may change this user: another user, with at most your access'),
});
export type MerchantUser = z.infer<typeof merchantUser>;

const userFilter = {
  q: z.string().trim().max(100).optional().describe('Part of the name or the email'),
  status: oneOrMany(MEMBER_STATUSES).optional().describe('Statuses; active and suspended users by default'),
  role: z.string().max(200).optional().describe('Roles: comma-separated preset names and ids of custom roles'),
};

export const listUsers = route({
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  summary: 'List users',
  access: needs('Users', 'view', { users_only: true }),
  query: z.object({ ...pageQuery, ...userFilter }),
  output: page(merchantUser),
  files: true,
});

const target = z.object({ id: idSchema('user') });
const manage = needs('Users', 'manage', { users_only: true });
/** Errors of every change of another user. */
const CHANGE_ERRORS = { own_membership: 409, status_conflict: 409, access_exceeds_own: 422 } as const;

export const changeUserRole = route({
  name: 'changeUserRole',
  method: 'PUT',
  path: '/users/{id}/role',
  summary: 'Change the role of a user. Takes effect within five seconds',
  access: manage,
  step_up: true,
  params: target,
  body: z.strictObject({ role: roleKey }),
  output: z.object({ data: merchantUser }),
  errors: { ...CHANGE_ERRORS, last_superadmin: 409, role_unknown: 422 },
});

export const suspendUser = route({
  name: 'suspendUser',
  method: 'POST',
  path: '/users/{id}/suspend',
  summary: 'Suspend a user. Their sessions at this merchant end within five seconds',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: merchantUser }),
  errors: { ...CHANGE_ERRORS, last_superadmin: 409 },
});

export const reactivateUser = route({
  name: 'reactivateUser',
  method: 'POST',
  path: '/users/{id}/reactivate',
  summary: 'Reactivate a suspended user',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: merchantUser }),
  errors: CHANGE_ERRORS,
});

export const removeUser = route({
  name: 'removeUser',
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Remove a user from the merchant. They can be invited again',
  access: manage,
  step_up: true,
  params: target,
  status: 204,
  errors: { ...CHANGE_ERRORS, last_superadmin: 409 },
});

export const resetUserSecondFactor = route({
  name: 'resetUserSecondFactor',
  method: 'POST',
  path: '/users/{id}/second-factor/reset',
  summary:
    'Remove all second factors of a user who lost them, and end their sessions. Not for users of other merchants or account groups',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: merchantUser }),
  errors: { ...CHANGE_ERRORS, member_elsewhere: 409, no_second_factor: 409 },
});

export const endUserSessions = route({
  name: 'endUserSessions',
  method: 'POST',
  path: '/users/{id}/sign-out',
  summary: 'End all sessions of a user at this merchant',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: z.object({ session_count: z.int().describe('Number of ended sessions') }) }),
  errors: CHANGE_ERRORS,
});
