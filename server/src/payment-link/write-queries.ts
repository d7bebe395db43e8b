/** SQL that inserts links and updates their terms. */
import type { StoredLink } from '@dasbor/contract/payment-link-terms';
import { localized } from '@dasbor/contract/language';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { updateLink } from './queries.ts';

/** Unique constraint on the references of a merchant's links. */
const REFERENCE_UNIQUE = 'payment_link_reference_once';

/** Terms that an update may write. */
export type ChangedTerms = Partial<
  Omit<StoredLink, 'id' | 'slug' | 'type' | 'created_at' | 'created_by' | 'created_by_name'>
>;

/** Inserts a link. Returns 409 `duplicate_reference` when the reference is in use. */
export const insertLink = (tx: MerchantTx, link: StoredLink, next_reminder_at: Date | null): Promise<unknown> =>
  withReferenceCheck(() =>
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

/** Updates the terms of a locked link. Returns 409 `duplicate_reference` when the reference is in use. */
export function updateTerms(
  tx: MerchantTx,
  id: string,
  terms: ChangedTerms,
  schedule: { next_reminder_at: Date | null; updated_at: Date },
): Promise<unknown> {
  const written = Object.entries(terms).map(([name, value]) => [name, JSON_TERMS.has(name) ? orNull(value) : value]);
  return withReferenceCheck(() => updateLink(tx, id, { ...(Object.fromEntries(written) as object), ...schedule }));
}

const JSON_TERMS = new Set(['items', 'customer', 'collect_fields', 'channels', 'notify', 'reminders', 'metadata']);
const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

async function withReferenceCheck(write: () => Promise<unknown>): Promise<unknown> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, REFERENCE_UNIQUE)) throw error;
    throw new Problem(
      409,
      'duplicate_reference',
      localized(
        'Another payment link already has this reference. Enter a different one.',
        'Referensi ini sudah digunakan tautan pembayaran lain. Masukkan referensi lain.',
      ),
    );
  }
}
