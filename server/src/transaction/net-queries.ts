/** SQL of the net amount of a payment. */
import { type RawBuilder, sql } from 'kysely';
import type { QueryScope } from '../db/tx.ts';

/**
 * The net amount of the payment `t`: what it has brought to the merchant's balance so far. Gross less fee and VAT, less
 * completed refunds and the fees of their transfers, plus the fees that they returned; nothing is left of a reversed
 * payment. NULL until it is paid.
 */
export const buildNetAmount = (merchant_id: QueryScope['merchant_id']): RawBuilder<number | null> =>
  sql<number | null>`(case when t.paid_at is not null then ${buildPaidNet(merchant_id)} end)`;

/** The same of a payment that is known to be paid. */
export const buildPaidNet = (merchant_id: QueryScope['merchant_id']): RawBuilder<number> => sql<number>`(
  (case when t.status = 'reversed' then 0 else t.net_amount end)
    - (case when t.refunded_amount = 0 then 0 else (
      select coalesce(sum(r.amount - r.fee_reversed_amount - r.fee_vat_reversed_amount + r.fee_amount + r.fee_vat_amount), 0)
      from app.refund r
      where r.merchant_id = ${merchant_id} and r.transaction_id = t.id and r.status = 'succeeded') end)
  )::bigint`;
