/** One search over all objects of a merchant (domain 1.23): any id, number, reference, email, phone, slug or name. */
import { z } from 'zod';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Types of objects that are searched, in the order of the response. */
export const SEARCH_TYPES = [
  'transaction',
  'virtual_account',
  'qris_payment',
  'payment_link',
  'refund',
  'deposit',
  'deposit_va',
  'settlement',
  'disbursement',
  'disbursement_batch',
  'beneficiary',
  'invoice',
  'webhook_event',
  'api_key',
  'user',
  'export',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Minimum length of a search text, and of one that matches substrings. */
export const SEARCH_MIN = 2;
export const SEARCH_CONTAINS_MIN = 3;
/** Maximum hits of one type. */
export const SEARCH_HITS = 5;

export const searchHit = z.object({
  id: z.string().describe('Id of the object'),
  title: z.string().describe('Reference, number or name of the object'),
  detail: z.string().nullable().describe('More about the object, e.g. method and customer'),
  status: z.string().nullable().describe('Status of the object'),
  amount: rupiah.nullable().describe('Amount in whole rupiah; null when the object has none'),
  at: instant.describe('Time of creation'),
  matched: z
    .object({
      field: z.string().describe('Name of the field that matched'),
      value: z.string().describe('Value of the field; personal data is masked for roles that may not see it'),
    })
    .nullable()
    .describe('The field that contains the text'),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = route({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Search all objects by a full or partial id, number, reference, email, phone, slug or name',
  access: 'authenticated',
  query: z.object({
    q: z.string().trim().min(SEARCH_MIN).max(100).describe('Text to search for; exact matches rank first'),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          type: z.enum(SEARCH_TYPES).describe('Type of the objects'),
          hits: z
            .array(searchHit)
            .describe(`Exact matches, then prefix matches, then the newest; at most ${SEARCH_HITS}`),
        }),
      )
      .describe('Types with at least one hit that the principal may view'),
  }),
});
