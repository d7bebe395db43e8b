/** Rail and fee of the rows of a batch, for the terms of one moment. */
import type { RowIssue } from '@dasbor/contract/disbursement-batch-issues';
import { formatRupiah } from '@dasbor/contract/format';
import { type Rupiah, add } from '@dasbor/contract/money';
import { planDisbursement, readPricing } from '../disbursement/pricing.ts';
import { findPayoutLimit } from '../disbursement/limit-queries.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { updateRowFees } from './queries.ts';
import { listRowsToPay } from './row-queries.ts';

export interface Quote {
  /** Fee with VAT; null when no rail supports the amount. */
  fee_amount: Rupiah | null;
  issue: RowIssue | null;
}

/** Stores the fees of the rows to be paid as they are now: a rule may have changed since the rows were validated. */
export async function requoteRows(
  tx: MerchantTx,
  batch_id: string,
  context: { bank: TransferServices; now: Date },
): Promise<void> {
  const quote = await createQuote(tx, context);
  const fees = (await listRowsToPay(tx, batch_id)).flatMap((row) => {
    const { fee_amount } = quote(row);
    return fee_amount === null || fee_amount === row.fee_amount ? [] : [{ row_no: row.row_no, fee_amount }];
  });
  await updateRowFees(tx, batch_id, fees);
}

export type QuoteRow = (row: { bank_code: string; amount: Rupiah; description: string }) => Quote;

export async function createQuote(tx: MerchantTx, context: { bank: TransferServices; now: Date }): Promise<QuoteRow> {
  const pricing = await readPricing(tx);
  const limit = await findPayoutLimit(tx);
  return (row) => {
    if (limit !== null && row.amount > limit) {
      return { fee_amount: null, issue: { field: 'amount', code: 'limit_exceeded', value: formatRupiah(limit) } };
    }
    const found = planDisbursement(pricing, row, context);
    if ('refusal' in found) return { fee_amount: null, issue: { field: 'amount', code: 'no_rail' } };
    const { fee_amount, fee_vat_amount } = found.price;
    // The rail would cut it.
    const is_cut = row.description.length > found.description_max;
    const value = String(found.description_max);
    const issue: RowIssue | null = is_cut ? { field: 'description', code: 'text_too_long', value } : null;
    return { fee_amount: add(fee_amount, fee_vat_amount), issue };
  };
}
