/** Notes about a payment: what colleagues tell each other, never the customer or the bank. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** How long its author can take a note back, in minutes. */
export const NOTE_DELETABLE_MINUTES = 15;
export const NOTE_LENGTH_MAX = 1_000;

export const transactionNote = z.object({
  id: idSchema('note'),
  author_name: z.string().describe('Who wrote it'),
  is_own: z.boolean().describe('Written by the caller'),
  body: z.string().describe('What was written; `@Name` mentions a colleague'),
  created_at: instant.describe('When it was written'),
  deletable_until: instant.nullable().describe('Until when the caller can take it back; null: not at all'),
});
export type TransactionNote = z.infer<typeof transactionNote>;

export const listTransactionNotes = route({
  name: 'listTransactionNotes',
  method: 'GET',
  path: '/transactions/{id}/notes',
  summary: 'What colleagues noted about a payment, oldest first',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({
    data: z.array(transactionNote),
    colleagues: z.array(z.string()).describe('Names that can be mentioned'),
  }),
});

export const createTransactionNote = route({
  name: 'createTransactionNote',
  method: 'POST',
  path: '/transactions/{id}/notes',
  summary: 'Note something about a payment; for people, not for API keys',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  body: z.strictObject({
    body: z
      .string()
      .trim()
      .min(1)
      .max(NOTE_LENGTH_MAX)
      .describe('At most 1,000 characters; `@Name` mentions a colleague'),
  }),
  status: 201,
  output: z.object({ data: transactionNote }),
});

export const deleteTransactionNote = route({
  name: 'deleteTransactionNote',
  method: 'DELETE',
  path: '/transactions/{id}/notes/{note_id}',
  summary: 'Take an own note back within 15 minutes',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction'), note_id: idSchema('note') }),
  status: 204,
  errors: { note_not_deletable: 409 },
});
