/** Creates refunds for several payments. Each has its own result; one refusal does not stop the others. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import type { Body, Output } from '@dasbor/contract/route';
import type { createRefunds } from '@dasbor/contract/refund';
import type { BulkRefundResult } from '../db/column-types.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { findRefundBulk, insertRefundBulk } from './bulk-queries.ts';
import { lockPayments, lockRefundable } from './queries.ts';
import { type CreateContext, createRefund } from './create-refund.ts';
import { calculateRefundableAmount } from './rules.ts';

type Result = Output<typeof createRefunds>['data'][number];

/** Returns the id of the stored results. */
export async function createBulkRefund(
  tx: MerchantTx,
  input: Body<typeof createRefunds>,
  context: CreateContext,
): Promise<string> {
  const { transaction_ids, ...common } = input;
  const ids = [...new Set(transaction_ids)];
  await lockPayments(tx, ids);
  const results: BulkRefundResult[] = [];
  for (const transaction_id of ids) results.push(await createOne(tx, transaction_id, common, context));
  const id = newId('refund_bulk', context.now);
  await insertRefundBulk(tx, { id, results, created_by: context.principal.name, created_at: context.now });
  return id;
}

async function createOne(
  tx: MerchantTx,
  transaction_id: string,
  input: Omit<Body<typeof createRefunds>, 'transaction_ids'>,
  context: CreateContext,
): Promise<BulkRefundResult> {
  const refuse = (code: string, detail: string | Localized): BulkRefundResult => ({
    transaction_id,
    refund_id: null,
    amount: 0,
    refusal: { code, detail },
  });
  const payment = await lockRefundable(tx, transaction_id);
  if (payment === undefined) {
    return refuse('not_found', localized('This payment does not exist.', 'Pembayaran ini tidak ditemukan.'));
  }
  try {
    const { id, amount } = await createRefund(
      tx,
      payment,
      { ...input, amount: calculateRefundableAmount(payment) },
      context,
    );
    return { transaction_id, refund_id: id, amount, refusal: null };
  } catch (error) {
    // Refusals are thrown before anything is written for this payment.
    if (error instanceof Problem) return refuse(error.code, error.detail);
    throw error;
  }
}

export async function getBulkResults(tx: MerchantTx, id: string, language: Language): Promise<Result[]> {
  const found = await findRefundBulk(tx, id);
  if (found === undefined) throw new Error(`There is no bulk ${id}`);
  return found.results.map((result) => ({
    ...result,
    refusal: result.refusal && inLanguage(result.refusal, language),
  }));
}

const inLanguage = ({ code, detail }: { code: string; detail: string | Localized }, language: Language) => ({
  code,
  detail: typeof detail === 'string' ? detail : detail[language],
});
