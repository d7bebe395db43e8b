/** Roles of a merchant: presets, and custom roles with a level per access group (domain 1.14). */
import { z } from 'zod';
import { ACCESS_LEVELS, MERCHANT_GROUPS, accessEntry, needs, roleKey } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const ROLE_NAME_MAX = 40;

const NAME_EMPTY = validationMessage('Enter a name for the role.', 'Masukkan nama peran.');
const NAME_LONG = validationMessage(
  `Use at most ${ROLE_NAME_MAX} characters.`,
  `Gunakan paling banyak ${ROLE_NAME_MAX} karakter.`,
);

export const role = z.object({
  id: roleKey,
  name: z.string().nullable().describe('Name of a custom role; null for preset roles, whose id is their name'),
  is_custom: z.boolean().describe('Whether the merchant created the role'),
  access: z.array(accessEntry).describe('Level on each access group'),
  is_masked: z.boolean().describe('Whether contact data of customers is masked'),
  user_count: z.int().describe('Active and suspended users with this role'),
  is_grantable: z.boolean().describe('Whether you may grant this role: it allows at most what you may do'),
  updated_at: instant.nullable().describe('Time of the last change; null for preset roles'),
});
export type RoleRow = z.infer<typeof role>;

const roleInput = z.strictObject({
  name: z.string().trim().min(1, NAME_EMPTY).max(ROLE_NAME_MAX, NAME_LONG).describe('Name, unique for the merchant'),
  access: z
    .array(
      z.strictObject({
        group: z.enum(MERCHANT_GROUPS).describe('Name of the access group'),
        access: z.enum(ACCESS_LEVELS).describe('Level on the group'),
      }),
    )
    .max(MERCHANT_GROUPS.length)
    .describe('Levels by group; groups that are left out are disabled. At most your own access'),
  is_masked: z.boolean().default(false).describe('Mask contact data of customers'),
});

export const listRoles = route({
  name: 'listRoles',
  method: 'GET',
  path: '/roles',
  summary: 'List roles',
  access: needs('Users', 'view', { users_only: true }),
  output: z.object({ data: z.array(role) }),
});

export const createRole = route({
  name: 'createRole',
  method: 'POST',
  path: '/roles',
  summary: 'Create a custom role',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  body: roleInput,
  status: 201,
  output: z.object({ data: role }),
  errors: { role_name_taken: 409, too_many_roles: 422, access_exceeds_own: 422 },
});

export const changeRole = route({
  name: 'changeRole',
  method: 'PUT',
  path: '/roles/{id}',
  summary: 'Update a custom role. The access of its users changes within five seconds',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('role') }),
  body: roleInput,
  output: z.object({ data: role }),
  errors: { role_name_taken: 409, own_role: 409, access_exceeds_own: 422 },
});

export const deleteRole = route({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Delete an unused custom role',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('role') }),
  status: 204,
  errors: { role_in_use: 409, role_in_policy: 409, access_exceeds_own: 422 },
});
