/** SQL of the sandbox's history: how far it has come. */
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx } from '../db/tx.ts';

export interface Known {
  qris_payment_id: string;
  status: TransactionStatus;
}

/** The merchant's payments by their merchant reference. */
export async function readKnown(tx: MerchantTx): Promise<Map<string, Known>> {
  const rows = await tx.sql
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.transaction_id', '=', 't.id').on('q.merchant_id', '=', tx.merchant_id),
    )
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.merchant_reference', 'is not', null)
    .select(['t.merchant_reference', 't.status', 'q.id'])
    .execute();
  return new Map(
    rows.map(({ merchant_reference, status, id }) => [
      merchant_reference ?? '',
      { qris_payment_id: id, status: status as TransactionStatus },
    ]),
  );
}

/** When the merchant began: the plan of its history is counted from there. */
export const readBeginning = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select('created_at')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

export const hasKey = async (tx: MerchantTx, id: string): Promise<boolean> =>
  (await tx.sql
    .selectFrom('api_key')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;
