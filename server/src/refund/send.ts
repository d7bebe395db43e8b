/**
 * Sends an approved refund to the bank from a job. The status `processing` is committed before the call; after an
 * inconclusive response the status is queried before anything is resent, and the reference never changes. No crash,
 * timeout or retry can pay twice.
 */
import { toSnap } from '@dasbor/contract/money';
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import { toSnapTime } from '@dasbor/contract/time';
import { enqueue } from '../db/enqueue.ts';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { RefundServices } from '../rails/bank-refund.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { maskAccountNumbers } from '../rails/mask-account-numbers.ts';
import { insertRailLog } from '../rails/queries.ts';
import { type BankStatus, nextPollAt, parseOrderStatus, parseRefundTransferStatus } from './parse-status.ts';
import { failRefund, buildLiveEvent, completeRefund } from './status-transition.ts';
import { type LockedRefund, lockRefund, transitionRefund } from './queries.ts';
import { isRefundable } from './rules.ts';
import { formatReason } from './format-reason.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'vault'> & { bank: TransferServices & RefundServices };

/** A refund that is being processed by the bank. */
interface ProcessingRefund {
  refund: LockedRefund;
  sent_at: Date;
  /** Whether this is the first attempt. */
  is_first: boolean;
}

/** Sends one refund, or queries its status. Idempotent and safe to run concurrently. */
export async function sendRefund(deps: SendDeps, merchant_id: string, id: string): Promise<void> {
  const order = await asMerchant(deps.db, merchant_id, (tx) => startProcessing(tx, id, deps.clock.now()));
  if (order === null) return;
  const messages: RailMessage[] = [];
  const record = <A>(outcome: BankOutcome<A>): BankOutcome<A> => {
    messages.push(outcome.message);
    return outcome;
  };
  // No lock is held during the call to the bank.
  const bank_status = await queryBank(deps, merchant_id, order, record);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    for (const message of messages) {
      await insertRailLog(tx, { object_type: 'refund', object_id: id }, maskAccountNumbers(message));
    }
    await applyBankStatus(deps, tx, order, bank_status);
  });
}

/** Commits the attempt before the call; null when there is nothing to do. */
async function startProcessing(tx: MerchantTx, id: string, now: Date): Promise<ProcessingRefund | null> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw new Error(`There is no refund ${id}`);
  if (refund.status === 'processing' && refund.sent_at !== null) {
    await updateLastCheckedAt(tx, { table: 'refund', id, at: now });
    return { refund, sent_at: new Date(refund.sent_at), is_first: false };
  }
  if (refund.status !== 'approved') return null;
  const change = { sent_at: now, last_checked_at: now, updated_at: now };
  await transitionRefund(tx, { id, from: 'approved', to: 'processing', change });
  const sent: LockedRefund = { ...refund, status: 'processing' };
  if (!isRefundable(refund.payment.status)) {
    await failRefund(tx, sent, { code: 'payment_reversed', message: REFUND_EVENTS.reversed_before_sent }, now);
    return null;
  }
  await publishLiveEvents(tx, buildLiveEvent(refund));
  return { refund: sent, sent_at: now, is_first: true };
}

type RecordMessage = <A>(outcome: BankOutcome<A>) => BankOutcome<A>;

async function queryBank(
  deps: SendDeps,
  merchant_id: string,
  order: ProcessingRefund,
  record: RecordMessage,
): Promise<BankStatus> {
  const { refund, sent_at, is_first } = order;
  const sent = { amount: refund.amount, is_first };
  // Refunds to the original payment method are idempotent by reference: resending returns the status of the same refund.
  if (refund.method === 'original') return parseOrderStatus(record(await orderRefund(deps, refund)), sent);
  if (!is_first) {
    const service = deps.bank.getTransferService(refund.bank_code ?? '');
    const status = record(await deps.bank.queryTransfer(refund.partner_reference_no, service));
    const bank_status = parseRefundTransferStatus(status, { amount: refund.amount, sent_at }, deps.clock.now());
    if (bank_status.status !== 'not_found') return bank_status;
  }
  return parseOrderStatus(record(await orderTransfer(deps, merchant_id, refund, sent_at)), sent);
}

const orderRefund = (deps: SendDeps, refund: LockedRefund) =>
  deps.bank.refundQr({
    originalReferenceNo: refund.payment.provider_reference ?? '-',
    ...(refund.payment.qr_reference === null ? {} : { originalPartnerReferenceNo: refund.payment.qr_reference }),
    partnerRefundNo: refund.partner_reference_no,
    refundAmount: { value: toSnap(refund.amount), currency: 'IDR' },
    reason: formatReason(refund.reason, refund.reason_text),
  });

function orderTransfer(deps: SendDeps, merchant_id: string, refund: LockedRefund, sent_at: Date) {
  const { account_check_id, account_no_sealed, bank_code, account_name } = refund;
  if (account_check_id === null || account_no_sealed === null || bank_code === null || account_name === null) {
    throw new Error(`${refund.id} has no beneficiary account`);
  }
  const secret_context = { table: 'account_check', column: 'account_no_sealed', merchant_id, row_id: account_check_id };
  return deps.bank.transfer({
    partnerReferenceNo: refund.partner_reference_no,
    amount: { value: toSnap(refund.amount), currency: 'IDR' },
    beneficiaryAccountNo: deps.vault.open(secret_context, account_no_sealed),
    beneficiaryAccountName: account_name,
    beneficiaryBankCode: bank_code,
    transactionDate: toSnapTime(sent_at),
    remark: `Refund ${refund.payment.merchant_reference ?? refund.transaction_id}`.slice(0, 50),
  });
}

/** Applies a bank status once; an unknown status is polled again later. */
async function applyBankStatus(
  deps: SendDeps,
  tx: MerchantTx,
  { refund: { id }, sent_at }: ProcessingRefund,
  bank_status: BankStatus,
): Promise<void> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw new Error(`There is no refund ${id}`);
  if (refund.status !== 'processing') return;
  const now = deps.clock.now();
  if (bank_status.status === 'succeeded') return completeRefund(tx, refund, bank_status.provider_reference, now);
  if (bank_status.status === 'failed') return failRefund(tx, refund, bank_status, now);
  deps.log.warn({ merchant_id: tx.merchant_id, refund: id }, 'refund status is still unknown');
  const run_at = nextPollAt(sent_at, now);
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { run_at, job_key: `send_refund:${id}` });
}
