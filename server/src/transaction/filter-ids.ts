/** Ids of the payments that a filter finds through the index of the search, before the list is read. */
import { type FoundIds, FOUND_MAX, findSearchIds } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { TransactionFilter } from './filter-rules.ts';

/**
 * The matches of the text, and those of the email of a customer: every payment of the customer contains it. When more
 * payments contain the email than the search returns, the condition on the email alone must find them.
 */
export async function findFilterIds(
  tx: MerchantTx,
  { q, customer_email }: Pick<TransactionFilter, 'q' | 'customer_email'>,
): Promise<FoundIds> {
  const of_text = await findSearchIds(tx, 'search_transactions', q);
  const of_customer = await findSearchIds(tx, 'search_transactions', customer_email);
  if (of_customer === null || of_customer.length >= FOUND_MAX) return of_text;
  if (of_text === null) return of_customer;
  const known = new Set(of_customer);
  return of_text.filter((id) => known.has(id));
}
