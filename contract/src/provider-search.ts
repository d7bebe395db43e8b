/** The search of the provider's staff over the objects of all merchants: exact ids, references, numbers and emails. */
import { z } from 'zod';
import { type AccessGroup, needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { SEARCH_HITS, SEARCH_MIN } from './search.ts';
import { instant } from './time.ts';

/** Types of objects that are searched, in the order of the response. `user`: of a merchant; `staff`: of the provider. */
export const PROVIDER_SEARCH_TYPES = [
  'merchant',
  'transaction',
  'refund',
  'settlement',
  'disbursement',
  'virtual_account',
  'payment_link',
  'user',
  'staff',
  'invoice',
  'bank_statement',
] as const;
export type ProviderSearchType = (typeof PROVIDER_SEARCH_TYPES)[number];

/** The group whose readers find a type: the one that opens the screen of the object. */
export const GROUP_BY_PROVIDER_SEARCH_TYPE: Record<ProviderSearchType, AccessGroup> = {
  merchant: 'Merchants',
  transaction: 'Merchants',
  refund: 'Merchants',
  settlement: 'Merchants',
  disbursement: 'Merchants',
  virtual_account: 'Merchants',
  payment_link: 'Merchants',
  user: 'Merchants',
  staff: 'Staff',
  invoice: 'Merchant finance',
  bank_statement: 'Merchant finance',
};

export const providerSearchHit = z.object({
  id: z.string().describe('Id of the object'),
  title: z.string().describe('Reference, number or name of the object'),
  detail: z.string().nullable().describe('More about the object, e.g. its bank or method'),
  status: z.string().nullable().describe('Status of the object; null when it has none'),
  amount: rupiah.nullable().describe('Amount in whole rupiah; null when the object has none'),
  at: instant.describe('Time of creation'),
  merchant_id: idSchema('merchant').nullable().describe('Merchant of the object; null for objects of the provider'),
  merchant_name: z.string().nullable().describe('Brand name of that merchant'),
  statement_id: idSchema('bank_statement')
    .nullable()
    .describe('The bank statement, also of a line of it; null for other objects'),
  matched: z
    .object({
      field: z.string().describe('Name of the field that matched'),
      value: z.string().describe('Value of that field'),
    })
    .describe('The field that is the text, or the id that starts with it'),
});
export type ProviderSearchHit = z.infer<typeof providerSearchHit>;

export const searchAllMerchants = route({
  name: 'searchAllMerchants',
  method: 'GET',
  path: '/merchants/search',
  summary:
    'Search the objects of all merchants by an exact reference, number or email, or by an id or its beginning. Types that your role may not view are left out',
  access: needs('Merchants', 'view', { users_only: true }),
  query: z.object({
    q: z.string().trim().min(SEARCH_MIN).max(100).describe('Id or its beginning, reference, number or email'),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          type: z.enum(PROVIDER_SEARCH_TYPES).describe('Type of the objects'),
          hits: z.array(providerSearchHit).describe(`The newest matches, at most ${SEARCH_HITS}`),
        }),
      )
      .describe('Types with at least one hit'),
  }),
});
