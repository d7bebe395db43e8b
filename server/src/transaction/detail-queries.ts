/** SQL of what only the details of a payment show: its settlement, and the commission that the merchant bears. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** The settlement that contains the payment; undefined until one does. */
export const findPaymentSettlement = (
  { merchant_id, sql: db }: MerchantTx,
  transaction_id: string,
): Promise<{ id: string; batch_no: string } | undefined> =>
  db
    .selectFrom('transfer as f')
    .innerJoin('settlement_line as l', (join) =>
      join.on('l.merchant_id', '=', merchant_id).onRef('l.journal_id', '=', 'f.journal_id'),
    )
    .innerJoin('settlement_batch as b', (join) =>
      join.on('b.merchant_id', '=', merchant_id).onRef('b.id', '=', 'l.batch_id').on('b.status', '<>', 'open'),
    )
    .select(['b.id', 'b.batch_no'])
    .where('f.merchant_id', '=', merchant_id)
    .where('f.reference_id', '=', transaction_id)
    .where('f.kind', '=', 'payment')
    .executeTakeFirst();

/** Fees of the completed refunds of the payment with their VAT, whole rupiah. */
export async function sumRefundFees({ merchant_id, sql: db }: MerchantTx, transaction_id: string): Promise<number> {
  const row = await db
    .selectFrom('refund as r')
    .select(sql<number>`coalesce(sum(r.fee_amount + r.fee_vat_amount), 0)::bigint`.as('amount'))
    .where('r.merchant_id', '=', merchant_id)
    .where('r.transaction_id', '=', transaction_id)
    .where('r.status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return row.amount;
}

/** Commissions of account groups on the payment that were taken from the merchant's balance, whole rupiah. */
export async function sumMerchantCommission(
  { merchant_id, sql: db }: MerchantTx,
  transaction_id: string,
): Promise<number> {
  const row = await db
    .selectFrom('commission_entry as e')
    .innerJoin('commission_booking as b', (join) =>
      join.on('b.merchant_id', '=', merchant_id).onRef('b.id', '=', 'e.booking_id'),
    )
    .select(sql<number>`coalesce(sum(e.amount), 0)::bigint`.as('amount'))
    .where('e.merchant_id', '=', merchant_id)
    .where('e.transaction_id', '=', transaction_id)
    .where('b.bearer', '=', 'from_merchant_net')
    .executeTakeFirstOrThrow();
  return row.amount;
}
