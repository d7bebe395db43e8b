/** Accepting an invitation, as a new or an existing person (specification section 2: /register-member). */
import { z } from 'zod';
import { roleKey } from './access.ts';
import { LANGUAGES, validationMessage } from './language.ts';
import { route } from './route.ts';
import { recoveryCodes, totpCode } from './second-factor.ts';
import { instant } from './time.ts';

const token = z
  .string()
  .regex(/^[0-9a-z]{26}[\w-]{43}$/)
  .meta({
    description: 'Token of the link in the invitation',
    examples: ['01k0k0p1nvsantara000000000kq1J2rYw0v4T8nLxS7uZbM3eAfHdPcG5iQoR6yVt9Wk'],
  });
const NAME_EMPTY = validationMessage('Enter your name.', 'Masukkan nama Anda.');
const PHONE_INVALID = validationMessage(
  'Enter a phone number such as +628123456789.',
  'Masukkan nomor telepon seperti +628123456789.',
);
const TOKEN_ERRORS = { invitation_invalid: 422, invitation_expired: 422 } as const;

export const checkInvitation = route({
  name: 'checkInvitation',
  method: 'POST',
  path: '/register-member/check',
  summary: 'Retrieve the invitation of a link',
  access: 'public',
  body: z.strictObject({ token }),
  output: z.object({
    data: z.object({
      merchant_name: z
        .string()
        .describe('Brand name of the merchant, name of the account group, or `Dasbor` for staff of the provider'),
      is_group: z.boolean().describe('Whether it is an invitation to read an account group'),
      is_staff: z.boolean().describe('Whether it is an invitation to the staff of the provider'),
      email: z.string().describe('Invited email'),
      role: roleKey,
      role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
      invited_by: z.string().describe('Name of the user who sent the invitation'),
      expires_at: instant.describe('When the link stops working'),
      has_account: z.boolean().describe('Whether this email has an account, whose password is asked'),
    }),
  }),
  errors: TOKEN_ERRORS,
});

export const startStaffTotp = route({
  name: 'startStaffTotp',
  method: 'POST',
  path: '/register-member/totp',
  summary:
    'Start to set up the authenticator app of an invited staff member of the provider, who needs one. Replaces an earlier key',
  access: 'public',
  body: z.strictObject({ token }),
  status: 201,
  output: z.object({
    data: z.object({
      secret: z.string().describe('Key for the authenticator app, base32'),
      uri: z.string().describe('The same as an otpauth URI, for a QR code'),
    }),
  }),
  errors: TOKEN_ERRORS,
});

export const registerMember = route({
  name: 'registerMember',
  method: 'POST',
  path: '/register-member',
  summary: 'Accept an invitation: create an account, or give the password of the existing one',
  access: 'public',
  body: z.strictObject({
    token,
    password: z.string().min(1).max(200).describe('New password, or the password of the existing account'),
    name: z.string().trim().min(1, NAME_EMPTY).max(100).optional().describe('Full name; required for a new account'),
    phone: z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{7,14}$/, PHONE_INVALID)
      .optional()
      .meta({ description: 'Phone number in international form', examples: ['+6281234567890'] }),
    locale: z.enum(LANGUAGES).optional().describe('Language of emails'),
    otp: totpCode.optional().describe('Code of the authenticator app; required for staff of the provider'),
  }),
  status: 201,
  output: z.object({
    data: z.object({
      email: z.string().describe('Email to sign in with'),
      recovery_codes: recoveryCodes.nullable().describe('Recovery codes of staff of the provider; null for others'),
    }),
  }),
  errors: { ...TOKEN_ERRORS, wrong_credentials: 401, password_refused: 422, wrong_code: 422, locked_out: 429 },
});

export const acceptInvitation = route({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/register-member/accept',
  summary: 'Accept an invitation as the signed-in user',
  access: 'signed-in',
  body: z.strictObject({ token }),
  output: z.object({
    data: z.object({
      merchant_id: z.string().nullable().describe('Id of the merchant; null for an account group'),
      group_id: z.string().nullable().describe('Id of the account group; null for a merchant'),
    }),
  }),
  errors: { ...TOKEN_ERRORS, invitation_of_other_person: 409 },
});
