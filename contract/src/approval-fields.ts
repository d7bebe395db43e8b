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
