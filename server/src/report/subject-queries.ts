/** SQL of what a report says of its merchant, its settlement and its accounts. */
import type { AccountType } from '@dasbor/contract/balance';
import type { MerchantTx } from '../db/tx.ts';
import type { StatementAccount } from './rows-queries.ts';

export const getMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['code', 'brand_name', 'legal_name', 'city', 'address_line', 'npwp', 'npwp_name'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
export type ReportMerchant = Awaited<ReturnType<typeof getMerchant>>;

/** Number of the document that was issued for a month of fees; undefined: none was. */
export const findInvoiceNumber = async (
  tx: MerchantTx,
  { period_from, period_to }: { period_from: string; period_to: string },
): Promise<string | undefined> =>
  (
    await tx.sql
      .selectFrom('invoice')
      .select('number')
      .where('merchant_id', '=', tx.merchant_id)
      .where('period_from', '=', period_from)
      .where('period_to', '=', period_to)
      .where('corrects_id', 'is', null)
      .executeTakeFirst()
  )?.number;

export const findBatch = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('settlement_batch as b')
    .leftJoin('bank_account as a', (join) =>
      join.on('a.merchant_id', '=', tx.merchant_id).onRef('a.id', '=', 'b.bank_account_id'),
    )
    .select(['b.id', 'b.batch_no', 'b.settlement_date', 'b.status', 'b.destination', 'b.rail', 'b.bank_reference'])
    .select(['b.paid_at', 'b.line_count', 'b.transaction_count', 'b.gross_amount', 'b.refund_amount', 'b.fee_amount'])
    .select(['b.fee_vat_amount', 'b.commission_amount', 'b.adjustment_amount', 'b.net_amount'])
    .select(['a.bank_code', 'a.account_last4', 'a.holder_name'])
    .where('b.merchant_id', '=', tx.merchant_id)
    .where('b.id', '=', id)
    .executeTakeFirst();
export type ReportBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** Balances that have a statement: pending, available and payout balance. */
const STATEMENT_ACCOUNTS: AccountType[] = ['pending_settlement', 'available', 'payout'];

export async function listStatementAccounts(tx: MerchantTx): Promise<StatementAccount[]> {
  const rows = await tx.sql
    .selectFrom('ledger_account')
    .select(['id', 'type'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('type', 'in', STATEMENT_ACCOUNTS)
    .where('currency', '=', 'IDR')
    .execute();
  return rows.toSorted((a, b) => STATEMENT_ACCOUNTS.indexOf(a.type) - STATEMENT_ACCOUNTS.indexOf(b.type));
}
