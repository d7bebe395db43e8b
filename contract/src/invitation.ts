/** Invitations of users to a merchant (domain 1.14). */
import { z } from 'zod';
import { needs, roleKey } from './access.ts';
import { idSchema } from './id.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const INVITATION_DAYS = 7;
export const INVITATION_EMAILS_MAX = 10;
export const INVITATION_LINES_MAX = 200;
export const INVITATION_STATUSES = ['pending', 'expired', 'accepted', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const invitation = z.object({
  id: idSchema('invitation'),
  email: z.string().describe('Email of the invited person'),
  role: roleKey,
  role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
  status: z.enum(INVITATION_STATUSES).describe('Status; `expired`: not accepted within seven days'),
  invited_by: z.string().describe('Name of the user who sent it last'),
  created_at: instant.describe('Time of the invitation'),
  expires_at: instant.describe('When the link stops working'),
  sent_at: instant.nullable().describe('When the email was sent; null: not sent yet'),
  error: z.string().nullable().describe('Why the email could not be sent'),
  is_manageable: z.boolean().describe('Whether you may resend or revoke it: its role allows at most what you may'),
});
export type Invitation = z.infer<typeof invitation>;

const email = z.email().trim().toLowerCase().max(254);
const message = z.string().trim().max(500).optional().describe('Personal message in the email');
const manage = needs('Users', 'manage', { users_only: true });
const INVITE_ERRORS = {
  already_member: 409,
  invitation_pending: 409,
  access_exceeds_own: 422,
  role_unknown: 422,
  too_many_invitations: 422,
  email_limit_reached: 429,
} as const;

export const listInvitations = route({
  name: 'listInvitations',
  method: 'GET',
  path: '/users/invitations',
  summary: 'List invitations',
  access: needs('Users', 'view', { users_only: true }),
  query: z.object({
    ...pageQuery,
    status: oneOrMany(INVITATION_STATUSES).optional().describe('Statuses; all by default'),
  }),
  output: page(invitation),
});

export const inviteUser = route({
  name: 'inviteUser',
  method: 'POST',
  path: '/users/invitations',
  summary: 'Invite a person by email. The link works once, for seven days',
  access: manage,
  step_up: true,
  body: z.strictObject({ email: email.describe('Email of the person'), role: roleKey, message }),
  status: 201,
  output: z.object({ data: invitation }),
  errors: INVITE_ERRORS,
});

export const inviteUsers = route({
  name: 'inviteUsers',
  method: 'POST',
  path: '/users/invitations/bulk',
  summary: `Invite up to ${INVITATION_LINES_MAX} people. Each line is accepted or refused on its own`,
  idempotency_key: 'optional',
  access: manage,
  step_up: true,
  body: z.strictObject({
    invitations: z
      .array(
        z.strictObject({
          email: z.string().trim().max(300).describe('Email of the person'),
          role: z.string().trim().max(60).describe('Preset role, id of a custom role, or name of a custom role'),
        }),
      )
      .min(1)
      .max(INVITATION_LINES_MAX)
      .describe('One line per person'),
    message,
  }),
  output: z.object({
    data: z.array(
      z.object({
        line: z.int().describe('Position in the request, from 1'),
        email: z.string().describe('Email as given'),
        invitation_id: z.string().nullable().describe('Id of the invitation; null when the line was refused'),
        code: z.string().nullable().describe('Why the line was refused, for programs'),
        detail: z.string().nullable().describe('Why the line was refused, for people'),
      }),
    ),
  }),
});

export const resendInvitation = route({
  name: 'resendInvitation',
  method: 'POST',
  path: '/users/invitations/{id}/resend',
  summary: 'Send an invitation again with a new link, for another seven days. Earlier links stop working',
  idempotency_key: 'optional',
  access: manage,
  step_up: true,
  params: z.object({ id: idSchema('invitation') }),
  output: z.object({ data: invitation }),
  errors: { invitation_closed: 409, access_exceeds_own: 422, role_unknown: 422, email_limit_reached: 429 },
});

export const revokeInvitation = route({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/users/invitations/{id}',
  summary: 'Revoke an invitation. Its link stops working',
  access: manage,
  step_up: true,
  params: z.object({ id: idSchema('invitation') }),
  status: 204,
  errors: { invitation_closed: 409, access_exceeds_own: 422 },
});
