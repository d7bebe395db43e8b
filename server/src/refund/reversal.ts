/**
 * The bank reverses a paid payment: a callback of service 52 or 25 with status 04 (refunded) or 05 (cancelled). It is
 * intercepted here for all payment methods; a callback about an unpaid payment goes on to the handler of its method.
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
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackEnvelope, CallbackRoute, ReadBody } from '../rails/callbacks.ts';
import { type RailMessage, redactSecrets } from '../rails/rail-message.ts';
import { insertExternalId, buildRailLogInsert } from '../rails/queries.ts';
import { canReverse, reverseTransaction } from '../transaction/reversal-queries.ts';
import { isPaid } from '../transaction/rules.ts';
import { BANK_ACTOR, recordTransactionEvent } from '../transaction/write-queries.ts';
import { type PaymentKey, type PaidTransaction, lockPaidTransaction } from './reversal-queries.ts';

/** A parsed reversal callback. */
interface Reversal {
  call: SnapCall;
  merchant_id: string;
  key: PaymentKey;
  /** Description for the timeline. */
  reason: string;
  /** Response fields after the response code and message. */
  answer: object;
  body: unknown;
}

/** Finds the merchant of a callback; null when there is none. */
export interface MerchantLookup {
  findMerchantByReference: (partner_reference_no: string) => string | null;
  findMerchantByVaNumber: (va_number: string) => Promise<string | null>;
}

const isReversalStatus = (status: string | undefined): boolean =>
  status === SNAP_STATUSES.refunded || status === SNAP_STATUSES.cancelled;

/** Wraps callbacks so that reversals are handled before them. */
export const withReversals = (deps: Deps, lookup: MerchantLookup, services: CallbackRoute[]): CallbackRoute[] =>
  services.map((service) => ({
    call: service.call,
    receive: async (envelope, read) => {
      const reversal = await parseReversal(service.call, lookup, read);
      const taken = reversal === null ? null : await handleReversal(deps, envelope, reversal);
      return taken ?? service.receive(envelope, read);
    },
  }));

async function parseReversal(call: SnapCall, lookup: MerchantLookup, read: ReadBody): Promise<Reversal | null> {
  if (call === 'qr_mpm_notify') {
    const body = read(qrNotifyRequest);
    const merchant_id = lookup.findMerchantByReference(body.originalPartnerReferenceNo);
    if (!isReversalStatus(body.latestTransactionStatus) || merchant_id === null) return null;
    const reason = `Reversed by the bank: ${body.transactionStatusDesc}`;
    return { call, merchant_id, key: { provider_reference: body.originalReferenceNo }, reason, answer: {}, body };
  }
  if (call !== 'va_payment') return null;
  const body = read(vaPaymentRequest);
  if (!isReversalStatus(body.latestTransactionStatus)) return null;
  const merchant_id = await lookup.findMerchantByVaNumber(body.virtualAccountNo.trim());
  if (merchant_id === null) return null;
  const { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount } = body;
  const data = { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount };
  const virtualAccountData = {
    ...data,
    virtualAccountName: body.virtualAccountName ?? virtualAccountNo.trim(),
    paymentFlagStatus: '00',
  };
  const key = { payment_request_id: paymentRequestId };
  return { call, merchant_id, key, reason: 'Reversed by the bank', answer: { virtualAccountData }, body };
}

/** Returns null when the callback is not about a paid payment. Throws when the reversal is refused. */
async function handleReversal(deps: Deps, envelope: CallbackEnvelope, reversal: Reversal): Promise<object | null> {
  const { at, external_id, credential } = envelope;
  const { merchant_id, key, answer } = reversal;
  const outcome = await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPaidTransaction(tx, key);
    if (payment === undefined || !isPaid(payment.status)) return null;
    assertIssuedUnder(credential, payment);
    const is_new = await insertExternalId(tx, {
      partner: credential.partner,
      business_day: toBusinessDay(at),
      external_id,
    });
    if (!is_new) return 'duplicate_external_id';
    return applyReversal(tx, payment, reversal, { ...envelope, now: deps.clock.now() });
  });
  if (outcome === null) return null;
  if (outcome !== 'successful') throw new SnapError(outcome);
  deps.log.warn({ merchant_id, ...key }, 'payment reversed by the bank');
  return answer;
}

/** Idempotent. Refuses the reversal of a partially refunded payment, which needs manual review. */
async function applyReversal(
  tx: MerchantTx,
  payment: PaidTransaction,
  reversal: Reversal,
  { now, ...envelope }: CallbackEnvelope & { now: Date },
): Promise<'successful' | 'inconsistent_request'> {
  const object = { object_type: 'transaction', object_id: payment.transaction_id };
  const is_known = payment.status === 'reversed';
  const response = is_known || canReverse(payment) ? 'successful' : 'inconsistent_request';
  const message = buildRailLogInsert(tx, object, buildRailMessage(reversal, response, envelope));
  if (!is_known && response === 'successful') {
    const context = { now, actor: BANK_ACTOR, reason: reversal.reason };
    await reverseTransaction(tx, payment, context, { more: { message }, live_events: payment.live_events });
    return response;
  }
  await message.execute();
  if (response !== 'successful') {
    const reason = `Refused: ${reversal.reason}, but the payment is ${payment.status}`;
    await recordTransactionEvent(tx, payment, {
      now,
      actor: BANK_ACTOR,
      reason,
      details: { code: 'reversal_refused', note: reversal.reason },
    });
  }
  return response;
}

function buildRailMessage(
  { call, body }: Reversal,
  response: 'successful' | 'inconsistent_request',
  { at, external_id, credential }: CallbackEnvelope,
): RailMessage {
  const answer = buildSnapResponse(response, SNAP_SERVICES[call]);
  return {
    at,
    direction: 'in',
    partner: credential.partner,
    endpoint: SNAP_PATHS[call],
    external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms: null,
    request: redactSecrets(body),
    response: answer,
  };
}
