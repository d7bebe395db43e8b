/** Who may approve: people and roles of approval policies. */
import { z } from 'zod';
import { idSchema } from './id.ts';

export const role_names = z
  .record(z.string(), z.string())
  .describe('Names of custom roles by their id; a preset role is its own name');

export const approver = z.object({
  user_id: idSchema('user'),
  name: z.string().describe('Name of the person'),
  role: z.string().describe('Role of the person'),
});
export type Approver = z.infer<typeof approver>;

/** Who may decide a request, by the policy in force when it was made. */
export const namedApprovers = z.object({
  roles: z.array(z.string()).describe('Roles that may approve; empty: not restricted to roles'),
  role_names,
  people: z.array(z.string()).describe('Names of the people who may approve'),
});
export type NamedApprovers = z.infer<typeof namedApprovers>;
