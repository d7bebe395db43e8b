/** QR services over SNAP BI: create (47), query (51), cancel (77), and payment history (12). */
import { setTimeout as wait } from 'node:timers/promises';
import * as duration from '@dasbor/contract/duration';
import { fromSnapValue, toSnapValue } from '@dasbor/contract/money';
import { findTipError, QRIS_AMOUNT_MAX, calculateTip } from '@dasbor/contract/qris-tip';
import {
  type QrCancelResponse,
  type QrCancelRequest,
  qrCancelRequest,
  type QrGenerateResponse,
  type QrGenerateRequest,
  qrGenerateRequest,
  type QrQueryResponse,
  qrQueryRequest,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapResponse,
} from '@dasbor/contract/snap';
import {
  HISTORY_PAGE_MAX,
  type HistoryItem,
  type HistoryListResponse,
  type HistoryListRequest,
  historyListRequest,
} from '@dasbor/contract/snap-history';
import { toSnapTime } from '@dasbor/contract/time';
import type { BankContext } from './bank.ts';
import { inTransaction } from './database.ts';
import { payCode, SimulationError } from './payment.ts';
import { cancelCode, findCode, isStaticCode, issueCode, type QrCode, toCodeStatus, getTip } from './qr-code.ts';
import { toPaymentInfo } from './qr-notification.ts';
import { listCodePayments } from './qr-payment.ts';
import { type Partner, insertPartnerObject } from './partners.ts';
import { SnapError } from './snap-auth.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';

type ResponseBody<A extends SnapResponse> = Omit<A, keyof SnapResponse>;

/** Time that code creation waits for a payment unless `generate_delay_ms` is set. */
const PAYMENT_WAIT_MS = duration.seconds(10);

export const qrServices = (bank: BankContext): SnapServices => ({
  qr_mpm_generate: async (read, partner): Promise<ResponseBody<QrGenerateResponse>> => {
    const code = await findOrCreateCode(bank, read(qrGenerateRequest), partner);
    return {
      referenceNo: code.reference_no,
      partnerReferenceNo: code.partner_reference_no,
      qrContent: code.qr_content,
    };
  },

  qr_mpm_query: async (read, partner): Promise<ResponseBody<QrQueryResponse>> => {
    const { originalPartnerReferenceNo } = read(qrQueryRequest);
    const code = findOwnCode(bank, partner, originalPartnerReferenceNo);
    if (!code) throw new SnapError('transaction_not_found');
    return toQueryResponse(code, bank.clock());
  },

  transaction_history_list: async (read, partner): Promise<ResponseBody<HistoryListResponse>> => {
    const request = read(historyListRequest);
    const { originalPartnerReferenceNo } = request.additionalInfo;
    const code = findOwnCode(bank, partner, originalPartnerReferenceNo);
    if (!code) throw new SnapError('transaction_not_found');
    return { detailData: listHistoryItems(bank, code, request) };
  },

  qr_mpm_cancel: async (read, partner): Promise<ResponseBody<QrCancelResponse>> => {
    const request = read(qrCancelRequest);
    if (!findOwnCode(bank, partner, request.originalPartnerReferenceNo)) throw new SnapError('transaction_not_found');
    return cancelUnpaidCode(bank, request);
  },
});

/** A code of the partner; codes of other partners do not exist for it. */
function findOwnCode({ database, partners }: BankContext, partner: Partner, reference: string): QrCode | null {
  const code = findCode(database, 'partner_reference_no', reference);
  return code !== null && partners.getOwner(reference).client_key === partner.client_key ? code : null;
}

/** One page of the payments of a code within a period. */
function listHistoryItems({ database }: BankContext, code: QrCode, request: HistoryListRequest): HistoryItem[] {
  const [from, to] = [Date.parse(request.fromDateTime), Date.parse(request.toDateTime)];
  const limit = Math.min(Number(request.pageSize), HISTORY_PAGE_MAX);
  const offset = (Number(request.pageNumber) - 1) * limit;
  return listCodePayments(database, code.reference_no, { from, to, limit, offset }).map((payment) => {
    const info = toPaymentInfo(payment);
    const { reference_no: originalReferenceNo, paid_amount } = payment;
    return {
      dateTime: info.paidAt,
      amount: { value: toSnapValue(paid_amount), currency: 'IDR' },
      remark: `QRIS ${info.issuerName}`,
      additionalInfo: { originalReferenceNo, latestTransactionStatus: SNAP_STATUSES.success, ...info },
    };
  });
}

/** Idempotent by partnerReferenceNo: a repeated request returns the existing code. */
async function findOrCreateCode(bank: BankContext, request: QrGenerateRequest, partner: Partner): Promise<QrCode> {
  const { database, partners, clock, delivery } = bank;
  const switches = readSwitches(database);
  if (switches.generate_refuse) throw new SnapError('do_not_honor');
  const { code, is_new } = inTransaction(database, () => {
    const known = findCode(database, 'partner_reference_no', request.partnerReferenceNo);
    if (!known) {
      const issued = issueCode(database, validateRequest(request, clock()), clock());
      insertPartnerObject(database, partner, request.partnerReferenceNo);
      return { code: issued, is_new: true };
    }
    if (partners.getOwner(request.partnerReferenceNo).client_key !== partner.client_key)
      throw new SnapError('duplicate_partner_reference');
    if (request.amount?.value !== (known.amount === null ? undefined : toSnapValue(known.amount)))
      throw new SnapError('duplicate_partner_reference');
    return { code: known, is_new: false };
  });
  if (is_new && switches.callback_before_answer) {
    await delivery.waitFor(code.reference_no, switches.generate_delay_ms || PAYMENT_WAIT_MS);
  } else if (switches.generate_delay_ms > 0) {
    await wait(switches.generate_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  }
  return code;
}

function validateRequest(request: QrGenerateRequest, now: Date): QrGenerateRequest {
  const tip = getTip(request);
  if (findTipError(tip) !== null) throw new SnapError('invalid_format', 'additionalInfo.tipValue');
  if (request.amount === undefined) {
    if (request.validityPeriod !== undefined) throw new SnapError('missing_field', 'amount');
    return request;
  }
  const { value } = request.amount;
  if (!/^[1-9]\d*\.00$/.test(value)) throw new SnapError('invalid_amount');
  const amount = fromSnapValue(value);
  if (amount + calculateTip(amount, tip) > QRIS_AMOUNT_MAX) throw new SnapError('amount_limit');
  if (request.validityPeriod === undefined) throw new SnapError('missing_field', 'validityPeriod');
  if (Date.parse(request.validityPeriod) <= now.getTime()) throw new SnapError('invalid_format', 'validityPeriod');
  return request;
}

/** Cancels an unpaid code. Idempotent, also for expired codes. */
function cancelUnpaidCode(bank: BankContext, request: QrCancelRequest): ResponseBody<QrCancelResponse> {
  const { database, clock, delivery } = bank;
  const { originalPartnerReferenceNo, merchantId } = request;
  if (readSwitches(database).paid_before_cancel) payBeforeCancel(bank, originalPartnerReferenceNo);
  const now = clock();
  return inTransaction(database, () => {
    const code = findCode(database, 'partner_reference_no', originalPartnerReferenceNo);
    if (code?.nmid !== merchantId) throw new SnapError('transaction_not_found');
    if (isStaticCode(code)) throw new SnapError('do_not_honor');
    if (code.payment !== null) {
      delivery.schedule();
      throw new SnapError('bill_paid');
    }
    cancelCode(database, code, now);
    return {
      originalPartnerReferenceNo,
      originalReferenceNo: code.reference_no,
      cancelTime: toSnapTime(new Date(code.cancelled_at ?? now)),
    };
  });
}

/** Simulates a payment that arrives just before the cancellation. */
function payBeforeCancel({ database, clock }: BankContext, partner_reference_no: string): void {
  try {
    payCode(database, { partner_reference_no }, clock());
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
  }
}

const STATUS_DESCRIPTIONS = {
  open: [SNAP_STATUSES.initiated, 'Waiting for payment'],
  paid: [SNAP_STATUSES.success, 'Success'],
  expired: [SNAP_STATUSES.cancelled, 'Expired'],
  cancelled: [SNAP_STATUSES.cancelled, 'Cancelled'],
} as const;

function toQueryResponse(code: QrCode, now: Date): ResponseBody<QrQueryResponse> {
  const state = toCodeStatus(code, now);
  const [latestTransactionStatus, transactionStatusDesc] = STATUS_DESCRIPTIONS[state];
  // Payments of a static code are separate; the code itself stays open.
  const payment = state === 'paid' ? code.payment : null;
  const answer: ResponseBody<QrQueryResponse> = {
    originalReferenceNo: code.reference_no,
    originalPartnerReferenceNo: code.partner_reference_no,
    serviceCode: SNAP_SERVICES.qr_mpm_generate,
    latestTransactionStatus,
    transactionStatusDesc,
    amount: { value: toSnapValue(payment?.paid_amount ?? code.amount ?? 0), currency: 'IDR' },
  };
  if (payment === null) return answer;
  const additionalInfo = toPaymentInfo(payment);
  return { ...answer, paidTime: additionalInfo.paidAt, additionalInfo };
}
