/** Internal notes about a payment. Neither the customer nor the bank sees them. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Period in which the author can delete a note, in minutes. */
export const NOTE_DELETABLE_MINUTES = 15;
export const NOTE_LENGTH_MAX = 1_000;

export const transactionNote = z.object({
  id: idSchema('note'),
  author_name: z.string().describe('Author'),
  is_own: z.boolean().describe('Whether you are the author'),
  body: z.string().describe('Text; `@Name` mentions a team member'),
  created_at: instant.describe('When it was created'),
  deletable_until: instant.nullable().describe('Until when you can delete it; null: not deletable'),
});
export type TransactionNote = z.infer<typeof transactionNote>;

export const listTransactionNotes = route({
  name: 'listTransactionNotes',
  method: 'GET',
  path: '/transactions/{id}/notes',
  summary: 'List notes of a transaction',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({
    data: z.array(transactionNote),
    colleagues: z.array(z.string()).describe('Names of team members who can be mentioned'),
  }),
});

export const createTransactionNote = route({
  name: 'createTransactionNote',
  method: 'POST',
  path: '/transactions/{id}/notes',
  summary: 'Create a note on a transaction; not available to API keys',
  access: needs('Transactions', 'view', { users_only: true }),
  params: z.object({ id: idSchema('transaction') }),
  body: z.strictObject({
    body: z
      .string()
      .trim()
      .min(1)
      .max(NOTE_LENGTH_MAX)
      .describe('At most 1,000 characters; `@Name` mentions a team member'),
  }),
  status: 201,
  output: z.object({ data: transactionNote }),
});

export const deleteTransactionNote = route({
  name: 'deleteTransactionNote',
  method: 'DELETE',
  path: '/transactions/{id}/notes/{note_id}',
  summary: 'Delete your own note within 15 minutes',
  access: needs('Transactions', 'view', { users_only: true }),
  params: z.object({ id: idSchema('transaction'), note_id: idSchema('note') }),
  status: 204,
  errors: { note_not_deletable: 409 },
});
