/** Passwords: rules, change, and reset by a link (domain 1.16). */
import { z } from 'zod';
import { bot_check } from './bot-check.ts';
import { validationMessage } from './language.ts';
import { PASSWORD_HISTORY, PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';
import { route } from './route.ts';

const TOO_SHORT = validationMessage(
  `Use at least ${PASSWORD_MIN} characters.`,
  `Gunakan minimal ${PASSWORD_MIN} karakter.`,
);
const TOO_LONG = validationMessage(
  `Use at most ${PASSWORD_MAX} characters.`,
  `Gunakan paling banyak ${PASSWORD_MAX} karakter.`,
);

/** A password that a person chooses. The server checks it against previous and breached passwords as well. */
export const new_password = z
  .string()
  .min(PASSWORD_MIN, TOO_SHORT)
  .max(PASSWORD_MAX, TOO_LONG)
  .meta({
    description: `New password: at least ${PASSWORD_MIN} characters, none of the last ${PASSWORD_HISTORY}, and not on lists of breached passwords`,
    examples: ['rain-in-the-month-of-june'],
  });

/** Token of a link in an email: 256 random bits. */
export const link_token = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'Token of the link', examples: ['kq1J2rYw0v4T8nLxS7uZbM3eAfHdPcG5iQoR6yVt9Wk'] });

export const changePassword = route({
  name: 'changePassword',
  method: 'PUT',
  path: '/password',
  summary: 'Change your password. All your sessions end, this one included: sign in again',
  access: 'signed-in',
  body: z.strictObject({
    old_password: z.string().min(1).max(PASSWORD_MAX).describe('Your current password'),
    new_password,
  }),
  status: 204,
  errors: { wrong_password: 422, password_refused: 422, locked_out: 429 },
});

export const requestPasswordReset = route({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/password/reset-requests',
  summary: 'Request a link to reset a password. The response is the same whether or not the email has an account',
  access: 'public',
  body: z.strictObject({
    email: z.email().max(254).describe('Email of the account'),
    bot_check,
  }),
  status: 202,
  output: z.object({}),
  errors: { bot_check_failed: 400 },
});

export const checkResetLink = route({
  name: 'checkResetLink',
  method: 'POST',
  path: '/password/reset-links/check',
  summary: 'Check whether a link to set a password still works',
  access: 'public',
  body: z.strictObject({ token: link_token }),
  output: z.object({
    data: z.object({
      purpose: z.enum(['reset_password', 'set_up']).describe('`set_up`: the first password of a new account'),
      email: z.string().describe('Email of the account'),
    }),
  }),
  errors: { link_not_valid: 422 },
});

export const resetPassword = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/password/reset',
  summary: 'Set a new password with the token of a link. All sessions of the account end',
  access: 'public',
  body: z.strictObject({ token: link_token, new_password, bot_check }),
  status: 204,
  errors: { bot_check_failed: 400, link_not_valid: 422, password_refused: 422 },
});
