/** Filters by values that a payment may lack, and by its customer. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { NOT_SET, commaSeparated } from './paging.ts';

export const channelFilter = commaSeparated(/^(?:[A-Z][A-Z0-9_]{1,29}|none)$/, 50);
export const issuerFilter = commaSeparated(/^[^,]{1,64}$/, 50);
export const failureCodeFilter = commaSeparated(/^[\w.-]{1,64}$/, 50);
export const paymentLinkFilter = z.union([idSchema('payment_link'), z.literal(NOT_SET)]);
export const customerEmailFilter = z
  .string()
  .trim()
  .max(254)
  .describe(
    'Exact email of the customer, in capitals or not. Refused for roles that see contact data of customers masked',
  );
