/** API keys: how a merchant's own servers call the API. */
import { z } from 'zod';
import { accessEntry, needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const apiKey = z.object({
  id: idSchema('api_key'),
  name: z.string().describe('What the key is for'),
  prefix: z.string().describe('First characters of the key, enough to recognise it'),
  last4: z.string().describe('Last four characters of the key'),
  access: z.array(accessEntry).describe('What the key may do, by group'),
  created_at: instant.describe('When it was made'),
  created_by: z.string().describe('Who made it'),
  expires_at: instant.nullable().describe('When it stops working; null for never'),
  last_used_at: instant.nullable().describe('When it was last used, to the minute'),
  revoked_at: instant.nullable().describe('When it was revoked'),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  summary: "The merchant's API keys, without their secrets",
  access: needs('API', 'view'),
  output: z.object({ data: z.array(apiKey) }),
});

export const createApiKey = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  summary: 'Make an API key; the answer is the only place where its secret is ever shown',
  access: needs('API', 'manage'),
  body: z.strictObject({
    name: z.string().trim().min(1).max(64).describe('What the key is for'),
    access: z.array(accessEntry).min(1).max(30).describe('What the key may do; never more than its maker may'),
    expires_at: instant.optional().describe('When it stops working; absent for never'),
  }),
  status: 201,
  output: z.object({
    data: z.object({ ...apiKey.shape, secret: z.string().describe('The whole key: store it now') }),
  }),
  errors: { access_exceeds_own: 422, expiry_in_past: 422 },
});

export const revokeApiKey = route({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key at once',
  access: needs('API', 'manage'),
  params: z.object({ id: idSchema('api_key') }),
  status: 204,
});
