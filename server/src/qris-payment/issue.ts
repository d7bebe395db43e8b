/** Has the bank issue a code. May be run any number of times: the bank answers the same code to the same reference. */
import { toSnap } from '@dasbor/contract/money';
import type { QrGenerateResponse, QrGenerateRequest } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import {
  type ActionContext,
  applyDecision,
  transitionQrisPayment,
  buildLiveEvent,
  toRailLogObject,
} from './apply-decision.ts';
import { type MerchantCode, type LockedPayment, lockPayment, buildQrisPaymentUpdate } from './queries.ts';
import { QRIS_STATUS_BY_TRANSACTION, findPayloadError } from './rules.ts';
import { findTransitionPath } from '../transaction/rules.ts';

/** `done`: there is nothing left to ask for. */
export type IssueOutcome = 'done' | 'refused' | 'unreachable';

/** Asks the bank for the code unless it is known or no longer wanted, and takes the answer over. */
export async function issueQrisPayment(
  deps: Pick<Deps, 'db' | 'clock'> & { bank: Pick<QrServices, 'generateQr'> },
  merchant_id: string,
  id: string,
): Promise<IssueOutcome> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  if (payment === undefined) throw new Error(`There is no QRIS payment ${id}`);
  if (payment.status === 'failed') return 'refused';
  // A code that was paid or ended before its text was known is not asked for again; nor is one whose time is over.
  if (payment.status !== 'created' || Date.parse(payment.expires_at) <= deps.clock.now().getTime()) return 'done';
  // No lock is held while the bank thinks.
  const outcome = await deps.bank.generateQr(buildGenerateRequest(payment));
  return asMerchant(deps.db, merchant_id, (tx) => applyGenerateResponse(tx, id, outcome, deps.clock.now()));
}

const buildGenerateRequest = (payment: LockedPayment): QrGenerateRequest => ({
  ...buildCodeRequest(payment),
  amount: { value: toSnap(payment.amount), currency: 'IDR' },
  validityPeriod: toSnapTime(new Date(payment.expires_at)),
});

/** What the bank is asked for, whatever the kind of code. */
export const buildCodeRequest = (code: MerchantCode): QrGenerateRequest => ({
  partnerReferenceNo: code.partner_reference_no,
  merchantId: code.nmid,
  ...(code.store === null ? {} : { storeId: code.store }),
  ...(code.terminal === null ? {} : { terminalId: code.terminal }),
  additionalInfo: {
    merchantName: code.brand_name,
    merchantCity: code.city,
    mcc: code.mcc,
    criteria: code.qris_criteria as QrGenerateRequest['additionalInfo']['criteria'],
    ...(code.tip_mode === 'none' ? {} : { tipMode: code.tip_mode }),
    ...(code.tip_value === null ? {} : { tipValue: code.tip_value }),
  },
});

async function applyGenerateResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrGenerateResponse>,
  now: Date,
): Promise<IssueOutcome> {
  const payment = await lockPayment(tx, { id });
  if (payment === undefined) throw new Error(`There is no QRIS payment ${id}`);
  const occasion: ActionContext = { now, actor: BANK_ACTOR, message: outcome.message };
  if (outcome.kind === 'unreachable') {
    await insertRailLog(tx, toRailLogObject(payment), outcome.message);
    return 'unreachable';
  }
  const fault = outcome.kind === 'ok' ? findPayloadError(outcome.response.qrContent, payment) : null;
  if (outcome.kind === 'refused' || fault !== null) {
    const reason = fault ?? (outcome.kind === 'refused' ? outcome.detail : '');
    return applyRefusal(tx, payment, reason, occasion);
  }
  return storeCode(tx, payment, outcome.response, occasion);
}

async function applyRefusal(
  tx: MerchantTx,
  payment: LockedPayment,
  reason: string,
  occasion: ActionContext,
): Promise<IssueOutcome> {
  const path = payment.status === 'created' ? findTransitionPath('created', 'failed') : [];
  await applyDecision(tx, payment, path.length > 0 ? { do: 'end', path, reason } : { do: 'keep' }, null, occasion);
  return payment.status === 'created' || payment.status === 'failed' ? 'refused' : 'done';
}

async function storeCode(
  tx: MerchantTx,
  payment: LockedPayment,
  { qrContent, referenceNo }: QrGenerateResponse,
  occasion: ActionContext,
): Promise<IssueOutcome> {
  const code = { qr_content: qrContent, nmid: payment.nmid };
  if (payment.status === 'created') {
    await transitionQrisPayment(
      tx,
      payment,
      ['pending'],
      { provider_reference: referenceNo },
      code,
      'The bank issued the code',
      occasion,
    );
    return 'done';
  }
  // Something was faster than this answer: another ask, or the payment itself. Only the text may still be missing.
  if (occasion.message) await insertRailLog(tx, toRailLogObject(payment), occasion.message);
  if (payment.qr_content === null && payment.status !== 'failed') {
    const status = QRIS_STATUS_BY_TRANSACTION[payment.status];
    const code_change = { status, updated_at: occasion.now, ...code };
    await executeWriteBatch(tx, { code: buildQrisPaymentUpdate(tx, payment.id, status, code_change) });
    await publishLiveEvents(
      tx,
      { topic: 'transaction', id: payment.transaction_id, change: 'updated' },
      buildLiveEvent(payment),
    );
  }
  return payment.status === 'failed' ? 'refused' : 'done';
}
