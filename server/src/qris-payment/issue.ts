/** Issues a code at the bank. Idempotent: the bank returns the same code for the same reference. */
import { toSnapValue } from '@dasbor/contract/money';
import { QRIS_REASONS } from '@dasbor/contract/payment-reasons';
import type { QrGenerateResponse, QrGenerateRequest } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { buildStatusUpdate } from '../db/status-transition.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { type TransitionContext, applyDecision, transitionQrisPayment } from './apply-decision.ts';
import { type IssueOutcome, buildCodeRequest } from './code-rules.ts';
import { buildLiveEvent, toRailLogObject } from './payment-queries.ts';
import { type LockedPayment, lockPayment } from './queries.ts';
import { QRIS_STATUS_BY_TRANSACTION, findPayloadError } from './rules.ts';

/** Requests the code from the bank unless it is issued or no longer needed, and stores it. */
export async function issueQrisPayment(
  deps: Pick<Deps, 'db' | 'clock' | 'collection_clients'> & { bank: Pick<QrServices, 'generateQr'> },
  merchant_id: string,
  id: string,
): Promise<IssueOutcome> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  if (payment === undefined) throw new Error(`QRIS payment ${id} not found`);
  if (payment.status === 'failed') return 'refused';
  // Codes that were paid or ended before they were issued, or that have expired, are not requested.
  if (payment.status !== 'created' || Date.parse(payment.expires_at) <= deps.clock.now().getTime()) return 'done';
  // The row lock is released before the call to the bank.
  const bank = await getCollectionBank(deps, merchant_id, payment);
  const outcome = await bank.generateQr(buildGenerateRequest(payment));
  return asMerchant(deps.db, merchant_id, (tx) => applyGenerateResponse(tx, id, outcome, deps.clock.now()));
}

const buildGenerateRequest = (payment: LockedPayment): QrGenerateRequest => ({
  ...buildCodeRequest(payment),
  amount: { value: toSnapValue(payment.amount), currency: 'IDR' },
  validityPeriod: toSnapTime(new Date(payment.expires_at)),
});

async function applyGenerateResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrGenerateResponse>,
  now: Date,
): Promise<IssueOutcome> {
  const payment = await lockPayment(tx, { id });
  if (payment === undefined) throw new Error(`QRIS payment ${id} not found`);
  const context: TransitionContext = { now, actor: BANK_ACTOR, message: outcome.message, bank_status: null };
  if (outcome.kind === 'unreachable') {
    await insertRailLog(tx, toRailLogObject(payment), outcome.message);
    return 'unreachable';
  }
  if (outcome.kind === 'refused') return applyRefusal(tx, payment, outcome.detail, context);
  const payload_error = findPayloadError(outcome.response.qrContent, payment);
  if (payload_error !== null) return applyRefusal(tx, payment, payload_error, context);
  return storeCode(tx, payment, outcome.response, context);
}

async function applyRefusal(
  tx: MerchantTx,
  payment: LockedPayment,
  reason: string,
  context: TransitionContext,
): Promise<IssueOutcome> {
  const path = payment.status === 'created' ? buildTransitionPath('created', 'failed') : [];
  await applyDecision(tx, payment, path.length > 0 ? { do: 'end', path, reason } : { do: 'ignore' }, context);
  return payment.status === 'created' || payment.status === 'failed' ? 'refused' : 'done';
}

async function storeCode(
  tx: MerchantTx,
  payment: LockedPayment,
  { qrContent, referenceNo }: QrGenerateResponse,
  context: TransitionContext,
): Promise<IssueOutcome> {
  const code_change = { qr_content: qrContent, nmid: payment.nmid };
  if (payment.status === 'created') {
    const change = { provider_reference: referenceNo };
    const reason = QRIS_REASONS.issued;
    await transitionQrisPayment(tx, payment, { path: ['pending'], change, code_change, reason }, context);
    return 'done';
  }
  // A concurrent request or the payment was faster than this response. Only the payload may still be missing.
  if (context.message) await insertRailLog(tx, toRailLogObject(payment), context.message);
  if (payment.qr_content === null && payment.status !== 'failed') {
    const status = QRIS_STATUS_BY_TRANSACTION[payment.status];
    const code = buildStatusUpdate(tx, {
      table: 'qris_payment',
      id: payment.id,
      from: status,
      change: { status, updated_at: context.now, ...code_change },
    });
    await executeWriteBatch(tx, { code });
    const transaction_event = { topic: 'transaction', id: payment.transaction_id, change: 'updated' } as const;
    await publishLiveEvents(tx, transaction_event, buildLiveEvent(payment));
  }
  return payment.status === 'failed' ? 'refused' : 'done';
}
