/** SQL of documents that expire. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** Current documents of active merchants whose last day is in a range, by id. Rejected ones are asked for again already. */
export const listExpiringDocuments = (
  tx: PlatformTx,
  { from, to }: { from: string; to: string },
  after_id: string,
  limit: number,
): Promise<{ merchant_id: string; id: string }[]> =>
  tx.sql
    .selectFrom('merchant_document as d')
    .innerJoin('merchant as m', 'm.merchant_id', 'd.merchant_id')
    .select(['d.merchant_id', 'd.id'])
    .where('d.replaced_at', 'is', null)
    .where('d.status', '<>', 'rejected')
    .where('d.expires_on', '>=', from)
    .where('d.expires_on', '<=', to)
    .where('m.status', '=', 'active')
    .where('d.id', '>', after_id)
    .orderBy('d.id')
    .limit(limit)
    .execute();

/** A current document with a last day. */
export const findExpiringDocument = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('merchant_document')
    .select(['document_type', 'expires_on', 'uploaded_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .where('status', '<>', 'rejected')
    .where('expires_on', 'is not', null)
    .$narrowType<{ expires_on: string }>()
    .executeTakeFirst();
