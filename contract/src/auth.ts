/** Sessions: sign in, refresh, sign out (specification sections 3, 4 and 7). */
import { z } from 'zod';
import { instant } from './time.ts';
import { route } from './route.ts';
import { oneTimeCode } from './second-factor.ts';

const access_token = z.string().describe('Signed token for the Authorization header, valid for ten minutes');
const refresh_token = z.string().describe('Opaque token for one refresh; rotated on every use');
export const tokens = z.object({ access_token, refresh_token });
const device_token = z.string().describe('Opaque token of a remembered device, valid for 30 days');

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/authenticate/login',
  summary: 'Sign in with email and password',
  access: 'public',
  body: z.strictObject({
    email: z.email().max(254).describe('Email of the user'),
    password: z.string().min(1).max(200).describe('Password of the user'),
    otp: oneTimeCode.optional().describe('One-time code, for users with a second factor, or a recovery code'),
    device_token: device_token.max(100).optional().describe('Token of a remembered device, instead of a code'),
    remember_device: z.boolean().optional().describe('Whether to remember this device for 30 days, with a code'),
  }),
  output: tokens.extend({
    device_token: device_token.optional().describe('Present when the device is remembered now'),
  }),
  errors: { wrong_credentials: 401, email_not_verified: 401, otp_required: 401, wrong_code: 401, locked_out: 429 },
});

export const refreshSession = route({
  name: 'refreshSession',
  method: 'POST',
  path: '/authenticate/access-token',
  summary: 'Refresh a session',
  access: 'public',
  body: z.strictObject({
    access_token: z
      .string()
      .min(1)
      .max(2000)
      .describe('The stored *refresh* token: the field keeps its historical name. An access token is refused.'),
  }),
  output: tokens,
  errors: { session_ended: 401 },
});

export const logout = route({
  name: 'logout',
  method: 'POST',
  path: '/authenticate/logout',
  summary: 'Sign out. Ends the current session and revokes its tokens',
  access: 'signed-in',
  before_enrolment: true,
  status: 204,
});

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List your active sessions',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string().describe('Id of the session'),
        user_agent: z.string().nullable().describe('User agent at sign-in'),
        ip: z.string().nullable().describe('IP address at sign-in'),
        city: z
          .string()
          .nullable()
          .describe('City and country of the IP address, such as `Bandung, Indonesia`; null: not known'),
        created_at: instant.describe('Time of sign-in'),
        last_seen_at: instant.describe('Time of the last refresh'),
        is_current: z.boolean().describe('Whether this is the current session'),
      }),
    ),
  }),
});

export const revokeOtherSessions = route({
  name: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all your sessions but the current one',
  access: 'signed-in',
  output: z.object({ data: z.object({ ended: z.number().int().describe('Number of sessions that ended') }) }),
});

export const revokeSession = route({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End one of your sessions',
  access: 'signed-in',
  before_enrolment: true,
  params: z.object({ id: z.string().max(40).describe('Id of the session') }),
  status: 204,
});
