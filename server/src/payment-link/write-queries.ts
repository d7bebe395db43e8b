/** SQL that makes links and changes their terms. */
import type { StoredLink } from '@dasbor/contract/payment-link-terms';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { updateLink } from './queries.ts';

/** Name of the constraint that keeps a merchant's references of links apart. */
const REFERENCE_TAKEN = 'payment_link_reference_once';

/** What a change may write. */
export type ChangedTerms = Partial<
  Omit<StoredLink, 'id' | 'slug' | 'type' | 'created_at' | 'created_by' | 'created_by_name'>
>;

/** Makes a link. Refuses a reference that is taken with 409 `duplicate_reference`. */
export const insertLink = (tx: MerchantTx, link: StoredLink, next_reminder_at: Date | null): Promise<unknown> =>
  keepingReferences(() =>
    tx.sql
      .insertInto('payment_link')
      .values({
        merchant_id: tx.merchant_id,
        ...link,
        items: JSON.stringify(link.items),
        customer: orNull(link.customer),
        collect_fields: JSON.stringify(link.collect_fields),
        channels: JSON.stringify(link.channels),
        notify: JSON.stringify(link.notify),
        reminders: JSON.stringify(link.reminders),
        metadata: orNull(link.metadata),
        next_reminder_at,
      })
      .execute(),
  );

/** Changes the terms of a link that is locked. Refuses a reference that is taken with 409 `duplicate_reference`. */
export function changeTerms(
  tx: MerchantTx,
  id: string,
  terms: ChangedTerms,
  more: { next_reminder_at: Date | null; updated_at: Date },
): Promise<unknown> {
  const written = Object.entries(terms).map(([name, value]) => [name, JSON_TERMS.has(name) ? orNull(value) : value]);
  return keepingReferences(() => updateLink(tx, id, { ...(Object.fromEntries(written) as object), ...more }));
}

const JSON_TERMS = new Set(['items', 'customer', 'collect_fields', 'channels', 'notify', 'reminders', 'metadata']);
const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

async function keepingReferences(write: () => Promise<unknown>): Promise<unknown> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, REFERENCE_TAKEN)) throw error;
    throw new Problem(409, 'duplicate_reference', 'There is a payment link with this reference already.');
  }
}

export const findMerchantStatus = (tx: MerchantTx) =>
  tx.sql.selectFrom('merchant').select('status').where('merchant_id', '=', tx.merchant_id).executeTakeFirst();
