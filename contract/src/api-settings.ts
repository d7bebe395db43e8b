/** API keys, with which a merchant's own servers call the API. */
import { z } from 'zod';
import { accessEntry, needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const KEY_NAME_MAX = 64;
export const KEY_DESCRIPTION_MAX = 256;
export const KEY_CIDRS_MAX = 50;
/** Keys of a merchant that are neither revoked nor expired. */
export const ACTIVE_KEYS_MAX = 100;

/** Hours for which a rolled key may still be used. */
export const ROLL_OVERLAP_HOURS = [0, 1, 24, 72] as const;
/** Days before the expiry of a key at which its owner is reminded, in ascending order. */
export const EXPIRY_REMINDER_DAYS = [1, 7, 14] as const;

/** rolled: replaced by another key, and usable until it expires. */
export const API_KEY_STATUSES = ['active', 'rolled', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

const NAME_EMPTY = validationMessage('Enter a name for the key.', 'Masukkan nama API key.');
const NAME_LONG = validationMessage(
  `Use at most ${KEY_NAME_MAX} characters.`,
  `Gunakan paling banyak ${KEY_NAME_MAX} karakter.`,
);

const name = z.string().trim().min(1, NAME_EMPTY).max(KEY_NAME_MAX, NAME_LONG).describe('Name of the key');
const description = z.string().trim().max(KEY_DESCRIPTION_MAX).describe('What the key is for');
const allowed_cidrs = z
  .array(z.string().trim().min(1).max(50))
  .max(KEY_CIDRS_MAX)
  .describe('Addresses and networks from which the key may be used, e.g. `203.0.113.0/24`; empty: any address');

export const apiKey = z.object({
  id: idSchema('api_key'),
  name: z.string().describe('Name of the key'),
  description: z.string().nullable().describe('What the key is for'),
  status: z.enum(API_KEY_STATUSES).describe('rolled: replaced by another key, and usable until it expires'),
  prefix: z.string().describe('First characters of the key, to recognise it'),
  last4: z.string().describe('Last four characters of the key'),
  access: z.array(accessEntry).describe('Access of the key by group'),
  allowed_cidrs: z.array(z.string()).describe('Networks from which the key may be used; empty: any address'),
  created_at: instant.describe('Time of creation'),
  created_by: z.string().describe('Name of the user who created the key'),
  expires_at: instant.nullable().describe('Expiry time; null when the key does not expire'),
  last_used_at: instant.nullable().describe('Time of the last use, to the minute'),
  last_used_ip: z.string().nullable().describe('IP address of the last use'),
  rolled_to_id: idSchema('api_key').nullable().describe('Id of the key that replaces this one'),
  revoked_at: instant.nullable().describe('Time of revocation'),
});
export type ApiKey = z.infer<typeof apiKey>;

const newKey = z.object({
  data: z.object({
    ...apiKey.shape,
    secret: z.string().describe('The full key. Store it now; it cannot be retrieved later'),
  }),
});
export type NewApiKey = z.infer<typeof newKey>['data'];

export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  access: needs('API', 'view'),
  output: z.object({ data: z.array(apiKey) }),
  files: true,
});

export const createApiKey = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key. The secret is returned only once. API keys cannot create API keys',
  returns_secret: true,
  access: needs('API', 'manage', { users_only: true }),
  step_up: true,
  body: z.strictObject({
    name,
    description: description.optional(),
    access: z.array(accessEntry).min(1).max(30).describe('Access of the key; at most your own access'),
    expires_at: instant.optional().describe('Expiry time; omit for a key that does not expire'),
    allowed_cidrs: allowed_cidrs.optional(),
  }),
  status: 201,
  output: newKey,
  errors: { access_exceeds_own: 422, expiry_in_past: 422, invalid_cidr: 422, too_many_api_keys: 422 },
});

export const changeApiKey = route({
  name: 'changeApiKey',
  method: 'PATCH',
  path: '/api-keys/{id}',
  summary: 'Change the name, description or allowed networks of an API key. Omitted fields stay as they are',
  access: needs('API', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('api_key') }),
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    allowed_cidrs: allowed_cidrs.optional(),
  }),
  output: z.object({ data: apiKey }),
  errors: { access_exceeds_own: 422, invalid_cidr: 422, api_key_not_active: 409 },
});

export const rollApiKey = route({
  name: 'rollApiKey',
  method: 'POST',
  path: '/api-keys/{id}/roll',
  summary:
    'Replace an API key by a new one with the same access and networks. The old key can be used for the overlap only',
  returns_secret: true,
  access: needs('API', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('api_key') }),
  body: z.strictObject({
    overlap_hours: z
      .literal(ROLL_OVERLAP_HOURS)
      .describe('Hours for which the old key can still be used; 0 revokes it at once'),
    expires_at: instant
      .nullable()
      .optional()
      .describe('Expiry time of the new key; null for none. By default it is valid for as long as the old key was'),
  }),
  status: 201,
  output: newKey,
  errors: { access_exceeds_own: 422, expiry_in_past: 422, api_key_not_active: 409 },
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
