/** API keys, with which a merchant's own servers call the API. */
import { z } from 'zod';
import { accessEntry, needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const apiKey = z.object({
  id: idSchema('api_key'),
  name: z.string().describe('Name of the key'),
  prefix: z.string().describe('First characters of the key, to recognise it'),
  last4: z.string().describe('Last four characters of the key'),
  access: z.array(accessEntry).describe('Access of the key by group'),
  created_at: instant.describe('Time of creation'),
  created_by: z.string().describe('Name of the user who created the key'),
  expires_at: instant.nullable().describe('Expiry time; null when the key does not expire'),
  last_used_at: instant.nullable().describe('Time of the last use, to the minute'),
  revoked_at: instant.nullable().describe('Time of revocation'),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  access: needs('API', 'view'),
  output: z.object({ data: z.array(apiKey) }),
});

export const createApiKey = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key. The secret is returned only once. API keys cannot create API keys',
  access: needs('API', 'manage', { users_only: true }),
  step_up: true,
  body: z.strictObject({
    name: z.string().trim().min(1).max(64).describe('Name of the key'),
    access: z.array(accessEntry).min(1).max(30).describe('Access of the key; at most your own access'),
    expires_at: instant.optional().describe('Expiry time; omit for a key that does not expire'),
  }),
  status: 201,
  output: z.object({
    data: z.object({
      ...apiKey.shape,
      secret: z.string().describe('The full key. Store it now; it cannot be retrieved later'),
    }),
  }),
  errors: { access_exceeds_own: 422, expiry_in_past: 422 },
});

export const revokeApiKey = route({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key with immediate effect',
  access: needs('API', 'manage'),
  step_up: true,
  params: z.object({ id: idSchema('api_key') }),
  status: 204,
});
