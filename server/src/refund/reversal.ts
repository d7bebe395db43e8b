/**
 * The bank takes back a payment that was a success: a message of services 52 or 25 with status 04 (refunded) or 05
 * (cancelled). It is taken before the noun behind the payment sees it, for it is the same for all of them; a message
 * about a payment that has not come yet goes on to that noun.
 */
import {
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapCall,
  qrNotifyRequest,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { vaPaymentRequest } from '@dasbor/contract/snap-va';
import { toBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackRoute } from '../rails/callbacks.ts';
import { BANK_PARTNER_ID, type RailMessage, redactSecrets } from '../rails/rail-message.ts';
import { buildRailLogInsert } from '../rails/queries.ts';
import { canReverse, reverseTransaction } from '../transaction/reversal-queries.ts';
import { isPaid } from '../transaction/rules.ts';
import { BANK_ACTOR, recordTransactionEvent } from '../transaction/write-queries.ts';
import { type PaymentKey, type PaidTransaction, lockPaidTransaction, insertExternalId } from './reversal-queries.ts';

/** What a message says about a payment that was taken back. */
interface Reversal {
  call: SnapCall;
  merchant_id: string;
  key: PaymentKey;
  /** In words, for the timeline. */
  reason: string;
  /** What follows the two fields that begin the answer. */
  answer: object;
  body: unknown;
}

/** Whose a message is; null when it names no merchant of ours. */
export interface MerchantLookup {
  findMerchantByReference: (partner_reference_no: string) => string | null;
  findMerchantByVaNumber: (va_number: string) => Promise<string | null>;
}

type ReadBody = Parameters<CallbackRoute['receive']>[2];

const isReversalStatus = (status: string | undefined): boolean =>
  status === SNAP_STATUSES.refunded || status === SNAP_STATUSES.cancelled;

/** The same services, with reversals taken out before them. */
export const withReversals = (deps: Deps, naming: MerchantLookup, services: CallbackRoute[]): CallbackRoute[] =>
  services.map((service) => ({
    call: service.call,
    receive: async (at, external_id, read) => {
      const reversal = await parseReversal(service.call, naming, read);
      const taken = reversal === null ? null : await handleReversal(deps, at, external_id, reversal);
      return taken ?? service.receive(at, external_id, read);
    },
  }));

async function parseReversal(call: SnapCall, naming: MerchantLookup, read: ReadBody): Promise<Reversal | null> {
  if (call === 'qr_mpm_notify') {
    const body = read(qrNotifyRequest);
    const merchant_id = naming.findMerchantByReference(body.originalPartnerReferenceNo);
    if (!isReversalStatus(body.latestTransactionStatus) || merchant_id === null) return null;
    const reason = `Taken back by the bank: ${body.transactionStatusDesc}`;
    return { call, merchant_id, key: { provider_reference: body.originalReferenceNo }, reason, answer: {}, body };
  }
  if (call !== 'va_payment') return null;
  const body = read(vaPaymentRequest);
  if (!isReversalStatus(body.latestTransactionStatus)) return null;
  const merchant_id = await naming.findMerchantByVaNumber(body.virtualAccountNo.trim());
  if (merchant_id === null) return null;
  const { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount } = body;
  const data = { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount };
  const virtualAccountData = {
    ...data,
    virtualAccountName: body.virtualAccountName ?? virtualAccountNo.trim(),
    paymentFlagStatus: '00',
  };
  const key = { payment_request_id: paymentRequestId };
  return { call, merchant_id, key, reason: 'Taken back by the bank', answer: { virtualAccountData }, body };
}

/** Answers null when the message is about no payment that was paid. Throws SnapRefused for what cannot be. */
async function handleReversal(deps: Deps, at: Date, external_id: string, reversal: Reversal): Promise<object | null> {
  const { merchant_id, key, answer } = reversal;
  const outcome = await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPaidTransaction(tx, key);
    if (payment === undefined || !isPaid(payment.status)) return null;
    const is_new = await insertExternalId(tx, {
      partner: BANK_PARTNER_ID,
      business_day: toBusinessDay(at),
      external_id,
    });
    if (!is_new) return 'duplicate_external_id';
    return applyReversal(tx, payment, reversal, { at, external_id, now: deps.clock.now() });
  });
  if (outcome === null) return null;
  if (outcome !== 'successful') throw new SnapError(outcome);
  deps.log.warn({ merchant_id, ...key }, 'the bank took a payment back');
  return answer;
}

/** Told again, it is answered as the first time; of a payment that was given back in part, a person must look. */
async function applyReversal(
  tx: MerchantTx,
  payment: PaidTransaction,
  reversal: Reversal,
  { at, external_id, now }: { at: Date; external_id: string; now: Date },
): Promise<'successful' | 'inconsistent_request'> {
  const object = { object_type: 'transaction', object_id: payment.transaction_id };
  const is_known = payment.status === 'reversed';
  const response = is_known || canReverse(payment) ? 'successful' : 'inconsistent_request';
  const message = buildRailLogInsert(tx, object, buildRailMessage(reversal, response, at, external_id));
  if (!is_known && response === 'successful') {
    const occasion = { now, actor: BANK_ACTOR, reason: reversal.reason };
    await reverseTransaction(tx, payment, occasion, { message }, payment.live_events);
    return response;
  }
  await message.execute();
  if (response !== 'successful') {
    const reason = `Refused: ${reversal.reason}, but the payment is ${payment.status}`;
    await recordTransactionEvent(tx, payment, { now, actor: BANK_ACTOR, reason });
  }
  return response;
}

function buildRailMessage(
  { call, body }: Reversal,
  response: 'successful' | 'inconsistent_request',
  at: Date,
  external_id: string,
): RailMessage {
  const answer = buildSnapResponse(response, SNAP_SERVICES[call]);
  return {
    at,
    direction: 'in',
    partner: BANK_PARTNER_ID,
    endpoint: SNAP_PATHS[call],
    external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms: null,
    request: redactSecrets(body),
    response: answer,
  };
}
