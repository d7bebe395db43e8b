/** The account of a person: sign-in history, security events, confirmation of the email (domain 1.16). */
import { z } from 'zod';
import { bot_check } from './bot-check.ts';
import { page, pageQuery } from './paging.ts';
import { PASSWORD_MAX } from './password-limits.ts';
import { link_token } from './password.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Why a sign-in failed. */
export const SIGN_IN_REASONS = [
  'wrong_password',
  'locked_out',
  'suspended',
  'email_not_verified',
  'address_not_allowed',
  'otp_required',
  'wrong_otp',
] as const;
export type SignInReason = (typeof SIGN_IN_REASONS)[number];

/** Days for which sign-ins are listed. */
export const SIGN_IN_HISTORY_DAYS = 90;

/** Events of an account: logged and audited; security events are emailed too. */
export const SECURITY_EVENT_KINDS = [
  'new_device',
  'sign_in_locked',
  'session_reuse',
  'sessions_revoked',
  'password_changed',
  'password_reset',
  'email_verified',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_reset',
  'recovery_codes_regenerated',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_renamed',
  'device_remembered',
  'device_forgotten',
  'group_selected',
  'phone_verified',
  'profile_changed',
  'staff_changed',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

const signInEvent = z.object({
  id: z.string().describe('Id of the attempt'),
  at: instant.describe('Time of the attempt'),
  ip: z.string().nullable().describe('IP address'),
  user_agent: z.string().nullable().describe('User agent'),
  result: z.enum(['succeeded', 'failed']).describe('Outcome'),
  reason: z.enum(SIGN_IN_REASONS).nullable().describe('Why it failed; null for a success'),
});
export type SignInEvent = z.infer<typeof signInEvent>;

export const listSignInEvents = route({
  name: 'listSignInEvents',
  method: 'GET',
  path: '/sign-in-events',
  summary: `List sign-ins to your account of the last ${SIGN_IN_HISTORY_DAYS} days, newest first`,
  access: 'signed-in',
  query: z.object({ ...pageQuery }),
  output: page(signInEvent),
});

export const resendVerificationEmail = route({
  name: 'resendVerificationEmail',
  method: 'POST',
  path: '/email-verification/requests',
  summary: 'Send the email that confirms an address again. The response is the same whether or not it has an account',
  access: 'public',
  body: z.strictObject({ email: z.email().max(254).describe('Email of the account'), bot_check }),
  status: 202,
  output: z.object({}),
  errors: { bot_check_failed: 400 },
});

export const verifyEmail = route({
  name: 'verifyEmail',
  method: 'POST',
  path: '/email-verification',
  summary: 'Confirm an email address with the token of a link and the password of the registration',
  access: 'public',
  body: z.strictObject({
    token: link_token,
    password: z.string().min(1).max(PASSWORD_MAX).describe('Password that was entered at the registration'),
    bot_check,
  }),
  status: 204,
  errors: { bot_check_failed: 400, link_not_valid: 422, link_expired: 422, link_used: 422, wrong_password: 422 },
});
