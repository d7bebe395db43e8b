/** Asks for many refunds at once: each payment is answered by itself, and one refusal stops no other. */
import type { Body, Output } from '@dasbor/contract/route';
import type { createRefunds } from '@dasbor/contract/refund';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { findRefundBulk, insertRefundBulk } from './bulk-queries.ts';
import { lockPayments, lockRefundable } from './queries.ts';
import { type CreateContext, createRefund } from './create-refund.ts';
import { getRefundableAmount } from './rules.ts';

type Result = Output<typeof createRefunds>['data'][number];

/** Answers the id under which the results are kept. */
export async function createBulkRefund(
  tx: MerchantTx,
  wish: Body<typeof createRefunds>,
  asking: CreateContext,
): Promise<string> {
  const { transaction_ids, ...common } = wish;
  const ids = [...new Set(transaction_ids)];
  await lockPayments(tx, ids);
  const results: Result[] = [];
  for (const transaction_id of ids) results.push(await createOne(tx, transaction_id, common, asking));
  const id = newId('refund_bulk', asking.now);
  await insertRefundBulk(tx, { id, results, created_by: asking.principal.name, created_at: asking.now });
  return id;
}

async function createOne(
  tx: MerchantTx,
  transaction_id: string,
  wish: Omit<Body<typeof createRefunds>, 'transaction_ids'>,
  asking: CreateContext,
): Promise<Result> {
  const refusedBy = (code: string, detail: string): Result => ({
    transaction_id,
    refund_id: null,
    amount: 0,
    refusal: { code, detail },
  });
  const payment = await lockRefundable(tx, transaction_id);
  if (payment === undefined) return refusedBy('not_found', 'There is no such payment.');
  try {
    const { id, amount } = await createRefund(tx, payment, { ...wish, amount: getRefundableAmount(payment) }, asking);
    return { transaction_id, refund_id: id, amount, refusal: null };
  } catch (error) {
    // Every refusal is thrown before anything of this payment was written.
    if (error instanceof Problem) return refusedBy(error.code, error.message);
    throw error;
  }
}

export async function getBulkResults(tx: MerchantTx, id: string): Promise<Result[]> {
  const found = await findRefundBulk(tx, id);
  if (found === undefined) throw new Error(`There is no bulk ${id}`);
  return found.results as unknown as Result[];
}
