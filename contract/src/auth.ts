/** Sessions: sign in, refresh, sign out (specification sections 3, 4 and 7). */
import { z } from 'zod';
import { instant } from './time.ts';
import { route } from './route.ts';

const access_token = z.string().describe('Signed token for the Authorization header; lives ten minutes');
const refresh_token = z.string().describe('Opaque token, good for one refresh; rotated each time');
const tokens = z.object({ access_token, refresh_token });

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/authenticate/login',
  summary: 'Sign in with e-mail and password; answers the tokens of a new session',
  access: 'public',
  body: z.strictObject({
    email: z.email().max(254).describe('E-mail address of the user'),
    password: z.string().min(1).max(200).describe('Password of the user'),
    otp: z
      .string()
      .regex(/^\d{6}$/)
      .optional()
      .describe('Six digits of the authenticator app, where the user has switched it on'),
  }),
  output: tokens,
  errors: { wrong_credentials: 401, locked_out: 429 },
});

export const refreshSession = route({
  name: 'refreshSession',
  method: 'POST',
  path: '/authenticate/access-token',
  summary: 'Exchange the refresh token for a new access token and its own successor',
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
  summary: 'End this session: its access and refresh tokens stop working',
  access: 'signed-in',
  status: 204,
});

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'The live sessions of the signed-in user',
  access: 'signed-in',
  output: z.object({
    data: z.array(
      z.object({
        id: z.string().describe('Id of the session'),
        user_agent: z.string().nullable().describe('Browser, as it named itself at sign-in'),
        ip: z.string().nullable().describe('Address at sign-in'),
        created_at: instant.describe('When the session began'),
        last_seen_at: instant.describe('When it was last refreshed'),
        is_current: z.boolean().describe('Whether this request belongs to it'),
      }),
    ),
  }),
});

export const revokeSession = route({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End one of your own sessions',
  access: 'signed-in',
  params: z.object({ id: z.string().max(40).describe('Id of the session') }),
  status: 204,
});
