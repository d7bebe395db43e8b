/** QR codes over SNAP BI: the creation of a code (47) and its status (51). */
import { setTimeout as wait } from 'node:timers/promises';
import { fromSnap, toSnap } from '@dasbor/contract/money';
import { QRIS_AMOUNT_MAX } from '@dasbor/contract/qris-payment';
import {
  type QrGenerateAnswer,
  type QrGenerateRequest,
  qrGenerateRequest,
  type QrQueryAnswer,
  qrQueryRequest,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapAnswer,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { BankParts } from './bank.ts';
import { inTransaction } from './database.ts';
import { findCode, issueCode, type QrCode, stateOf } from './qr-code.ts';
import { SnapRefused } from './snap-access.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';

type Answer<A extends SnapAnswer> = Omit<A, keyof SnapAnswer>;

/** How long the creation of a code waits to be paid when no other time is set. */
const PAID_WITHIN_MS = 10_000;

export const qrServices = (bank: BankParts): SnapServices => ({
  qr_mpm_generate: async (read): Promise<Answer<QrGenerateAnswer>> => {
    const code = await generate(bank, read(qrGenerateRequest));
    return {
      referenceNo: code.reference_no,
      partnerReferenceNo: code.partner_reference_no,
      qrContent: code.qr_content,
    };
  },

  qr_mpm_query: async (read): Promise<Answer<QrQueryAnswer>> => {
    const { originalPartnerReferenceNo } = read(qrQueryRequest);
    const code = findCode(bank.database, 'partner_reference_no', originalPartnerReferenceNo);
    if (!code) throw new SnapRefused('transaction_not_found');
    return queryAnswerOf(code, bank.clock());
  },
});

/** A code for the request: the same one when asked again, so that a repeated request makes no second code. */
async function generate(bank: BankParts, request: QrGenerateRequest): Promise<QrCode> {
  const { database, clock, delivery } = bank;
  const switches = readSwitches(database);
  if (switches.generate_refuse) throw new SnapRefused('do_not_honor');
  const { code, is_new } = inTransaction(database, () => {
    const known = findCode(database, 'partner_reference_no', request.partnerReferenceNo);
    if (!known) return { code: issueCode(database, checked(request, clock()), clock()), is_new: true };
    if (request.amount.value !== toSnap(known.amount)) throw new SnapRefused('duplicate_partner_reference');
    return { code: known, is_new: false };
  });
  if (is_new && switches.callback_before_answer) {
    await delivery.waitFor(code.reference_no, switches.generate_delay_ms || PAID_WITHIN_MS);
  } else if (switches.generate_delay_ms > 0) {
    await wait(switches.generate_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  }
  return code;
}

function checked(request: QrGenerateRequest, now: Date): QrGenerateRequest {
  const { value } = request.amount;
  if (!/^[1-9]\d*\.00$/.test(value)) throw new SnapRefused('invalid_amount');
  if (fromSnap(value) > QRIS_AMOUNT_MAX) throw new SnapRefused('amount_limit');
  if (Date.parse(request.validityPeriod) <= now.getTime()) throw new SnapRefused('invalid_format', 'validityPeriod');
  return request;
}

function queryAnswerOf(code: QrCode, now: Date): Answer<QrQueryAnswer> {
  const state = stateOf(code, now);
  const status = { open: SNAP_STATUSES.initiated, paid: SNAP_STATUSES.success, expired: SNAP_STATUSES.cancelled }[
    state
  ];
  const answer: Answer<QrQueryAnswer> = {
    originalReferenceNo: code.reference_no,
    originalPartnerReferenceNo: code.partner_reference_no,
    serviceCode: SNAP_SERVICES.qr_mpm_generate,
    latestTransactionStatus: status,
    transactionStatusDesc: { open: 'Waiting for payment', paid: 'Success', expired: 'Expired' }[state],
    amount: { value: toSnap(code.paid_amount ?? code.amount), currency: 'IDR' },
  };
  if (code.paid_at === null) return answer;
  const paid_time = toSnapTime(new Date(code.paid_at));
  return {
    ...answer,
    paidTime: paid_time,
    additionalInfo: {
      issuerName: code.issuer_name ?? '',
      rrn: code.rrn ?? '',
      approvalCode: code.approval_code ?? '',
      payerName: code.payer_name ?? '',
      paidAt: paid_time,
    },
  };
}
