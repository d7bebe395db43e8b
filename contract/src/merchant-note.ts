/** Notes of the provider about a merchant, which the merchant never reads. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const merchantNote = z.object({
  id: idSchema('note'),
  body: z.string().describe('Text of the note'),
  author: z.string().describe('Name of the author'),
  is_own: z.boolean().describe('Whether you wrote it'),
  created_at: instant.describe('When it was written'),
});
export type MerchantNote = z.infer<typeof merchantNote>;

export const listMerchantNotes = route({
  name: 'listMerchantNotes',
  method: 'GET',
  path: '/merchants/{merchant_id}/notes',
  summary: 'List the notes of the provider about a merchant, newest first',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  query: z.object(pageQuery),
  output: page(merchantNote),
});

export const addMerchantNote = route({
  name: 'addMerchantNote',
  method: 'POST',
  path: '/merchants/{merchant_id}/notes',
  summary: 'Write a note about a merchant. Only people of the provider read it; notes are permanent',
  access: needs('Merchants', 'view', { users_only: true }),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({ body: z.string().trim().min(1).max(2_000).describe('Text of the note') }),
  status: 201,
  output: z.object({ data: merchantNote }),
});
