/** Staff of the provider: list, invitations, roles, suspension and removal. Only administrators of the provider change them. */
import { z } from 'zod';
import { PROVIDER_ROLES, needs } from './access.ts';
import { idSchema } from './id.ts';
import { INVITATION_STATUSES } from './invitation.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
import { MEMBER_STATUSES, merchantUser } from './user.ts';

const role = z.enum(PROVIDER_ROLES).describe('Role of the provider');

export const staffMember = z.object({
  id: idSchema('user'),
  name: z.string().describe('Full name'),
  email: z.string().describe('Email, which is also the sign-in name'),
  photo_url: merchantUser.shape.photo_url,
  role,
  status: z.enum(MEMBER_STATUSES).describe('Status of the account'),
  has_second_factor: merchantUser.shape.has_second_factor,
  last_login_at: merchantUser.shape.last_login_at,
  invited_by: z
    .string()
    .nullable()
    .describe('Name of the person who sent the invitation; null: created on the command line'),
  created_at: instant.describe('When the account was created'),
  is_own: z.boolean().describe('Whether this is you'),
  is_manageable: z.boolean().describe('Whether you may change this person: another one, as an administrator'),
});
export type StaffMember = z.infer<typeof staffMember>;

export const staffInvitation = z.object({
  id: idSchema('invitation'),
  email: z.string().describe('Email of the invited person'),
  role,
  status: z.enum(INVITATION_STATUSES).describe('Status; `expired`: not accepted within seven days'),
  invited_by: z.string().describe('Name of the person who sent it last'),
  created_at: instant.describe('Time of the invitation'),
  expires_at: instant.describe('When the link stops working'),
  sent_at: instant.nullable().describe('When the email was sent; null: not sent yet'),
  error: z.string().nullable().describe('Why the email could not be sent'),
  is_manageable: z.boolean().describe('Whether you may resend or revoke it'),
});
export type StaffInvitation = z.infer<typeof staffInvitation>;

const view = needs('Staff', 'view', { users_only: true });
const manage = needs('Staff', 'manage', { users_only: true });

export const listStaff = route({
  name: 'listStaff',
  method: 'GET',
  path: '/staff',
  summary: 'List the staff of the provider, newest first',
  access: view,
  query: z.object({
    ...pageQuery,
    q: z.string().trim().max(100).optional().describe('Part of the name or the email'),
    status: oneOrMany(MEMBER_STATUSES).optional().describe('Statuses; active and suspended people by default'),
    role: oneOrMany(PROVIDER_ROLES).optional().describe('One or more roles'),
    second_factor: z.enum(['on', 'off']).optional().describe('Only people with, or without, a second factor'),
  }),
  output: page(staffMember),
  files: true,
});

const target = z.object({ id: idSchema('user') });
/** Errors of every change of another person. */
const CHANGE_ERRORS = { own_membership: 409, status_conflict: 409 } as const;

export const changeStaffRole = route({
  name: 'changeStaffRole',
  method: 'PUT',
  path: '/staff/{id}/role',
  summary: 'Change the role of a staff member of the provider. Takes effect within five seconds',
  access: manage,
  step_up: true,
  params: target,
  body: z.strictObject({ role }),
  output: z.object({ data: staffMember }),
  errors: { ...CHANGE_ERRORS, last_platform_admin: 409, access_exceeds_own: 422 },
});

export const suspendStaff = route({
  name: 'suspendStaff',
  method: 'POST',
  path: '/staff/{id}/suspend',
  summary: 'Suspend a staff member of the provider. Their sessions, downloads and live updates end within five seconds',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: staffMember }),
  errors: { ...CHANGE_ERRORS, last_platform_admin: 409 },
});

export const reactivateStaff = route({
  name: 'reactivateStaff',
  method: 'POST',
  path: '/staff/{id}/reactivate',
  summary: 'Reactivate a suspended staff member of the provider',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: staffMember }),
  errors: { ...CHANGE_ERRORS, access_exceeds_own: 422 },
});

export const removeStaff = route({
  name: 'removeStaff',
  method: 'DELETE',
  path: '/staff/{id}',
  summary: 'Remove a person from the staff of the provider. They can be invited again',
  access: manage,
  step_up: true,
  params: target,
  status: 204,
  errors: { ...CHANGE_ERRORS, last_platform_admin: 409 },
});

export const resetStaffSecondFactor = route({
  name: 'resetStaffSecondFactor',
  method: 'POST',
  path: '/staff/{id}/second-factor/reset',
  summary: 'Remove all second factors of a staff member of the provider who lost them, and end their sessions',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: staffMember }),
  errors: { ...CHANGE_ERRORS, no_second_factor: 409 },
});

export const endStaffSessions = route({
  name: 'endStaffSessions',
  method: 'POST',
  path: '/staff/{id}/sign-out',
  summary: 'End all sessions of a staff member of the provider',
  access: manage,
  step_up: true,
  params: target,
  output: z.object({ data: z.object({ session_count: z.int().describe('Number of ended sessions') }) }),
  errors: CHANGE_ERRORS,
});

export const listStaffInvitations = route({
  name: 'listStaffInvitations',
  method: 'GET',
  path: '/staff/invitations',
  summary: 'List invitations of staff, newest first',
  access: view,
  query: z.object({
    ...pageQuery,
    status: oneOrMany(INVITATION_STATUSES).optional().describe('Statuses; all by default'),
  }),
  output: page(staffInvitation),
});

export const inviteStaff = route({
  name: 'inviteStaff',
  method: 'POST',
  path: '/staff/invitations',
  summary: 'Invite a person to the staff of the provider. The link works once, for seven days',
  access: manage,
  step_up: true,
  body: z.strictObject({
    email: z.email().trim().toLowerCase().max(254).describe('Email of the person'),
    role,
  }),
  status: 201,
  output: z.object({ data: staffInvitation }),
  errors: {
    already_member: 409,
    invitation_pending: 409,
    access_exceeds_own: 422,
    merchant_user: 422,
    too_many_invitations: 422,
  },
});

const invitationTarget = z.object({ id: idSchema('invitation') });

export const resendStaffInvitation = route({
  name: 'resendStaffInvitation',
  method: 'POST',
  path: '/staff/invitations/{id}/resend',
  summary: 'Send an invitation of staff again with a new link, for another seven days. Earlier links stop working',
  idempotency_key: 'optional',
  access: manage,
  step_up: true,
  params: invitationTarget,
  output: z.object({ data: staffInvitation }),
  errors: { invitation_closed: 409, access_exceeds_own: 422 },
});

export const revokeStaffInvitation = route({
  name: 'revokeStaffInvitation',
  method: 'DELETE',
  path: '/staff/invitations/{id}',
  summary: 'Revoke an invitation of staff. Its link stops working',
  access: manage,
  step_up: true,
  params: invitationTarget,
  status: 204,
  errors: { invitation_closed: 409 },
});
