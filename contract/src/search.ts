/** One search over everything that a merchant has (domain 1.23): any id, number, reference, e-mail, phone or slug. */
import { z } from 'zod';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Nouns that are searched, in the order of the answer. */
export const SEARCH_TYPES = [
  'transaction',
  'virtual_account',
  'qris_payment',
  'payment_link',
  'refund',
  'deposit',
  'deposit_va',
  'settlement',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Shorter texts are not searched for; parts within a text are, from the second number on. */
export const SEARCH_MIN = 2;
export const SEARCH_CONTAINS_MIN = 3;
/** Hits of one noun at most. */
export const SEARCH_HITS = 5;

export const searchHit = z.object({
  id: z.string().describe('Id of the object'),
  title: z.string().describe('What it is called: its reference, number or name'),
  detail: z.string().nullable().describe('A few words more, e.g. the method and the customer'),
  status: z.string().nullable().describe('Its state'),
  amount: rupiah.nullable().describe('Its amount, whole rupiah; null when it has none'),
  at: instant.describe('When it was made'),
  matched: z
    .object({
      field: z.string().describe('Field that was found'),
      value: z.string().describe('What stands in it; parts are hidden from roles that may not see them'),
    })
    .nullable()
    .describe('Where the text was found'),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = route({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: "Finds the merchant's objects by a whole or partial id, number, reference, e-mail, phone or slug",
  access: 'signed-in',
  query: z.object({
    q: z.string().trim().min(SEARCH_MIN).max(100).describe('What to look for; exact matches come first'),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          type: z.enum(SEARCH_TYPES).describe('What kind of object'),
          hits: z.array(searchHit).describe(`Exact matches, then beginnings, then the newest; at most ${SEARCH_HITS}`),
        }),
      )
      .describe('Only nouns that the caller may view and that were found'),
  }),
});
