/** Records payments of virtual accounts. Idempotent by `payment_request_id`, and independent of their order. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import type { OperationNodeSource } from 'kysely';
import { add } from '@dasbor/contract/money';
import {
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  type SnapResponseKind,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { buildStatusUpdate, executeTransition } from '../db/status-transition.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildPaymentJournal } from '../ledger/payment.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { type RailMessage, redactSecrets } from '../rails/rail-message.ts';
import { insertRailLog, buildRailLogInsert } from '../rails/queries.ts';
import type { IncomingVaPayment } from '../rails/va-callbacks.ts';
import { getPricing } from '../transaction/fee-queries.ts';
import { buildTransitionPath, calculatePrice } from '../transaction/rules.ts';
import {
  BANK_ACTOR,
  type NewTransaction,
  type TransactionChange,
  insertTransaction,
  transitionTransaction,
} from '../transaction/write-queries.ts';
import { buildLiveEvent, toRailLogObject, buildVaTransition } from './transition.ts';
import {
  type LockedVa,
  type VaChange,
  type VaKey,
  findVaPayment,
  lockVa,
  lockVaTransaction,
  buildVaPaymentInsert,
} from './queries.ts';
import { type PaymentDecision, decidePayment } from './rules.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The response to the bank: `successful` or a rejection. */
export interface PaymentResponse {
  holder_name: string;
  response: SnapResponseKind;
}

/** Records a payment; null when the merchant has no such number. Rejections are returned, not thrown, so that they are recorded. */
export async function receiveVaPayment(
  deps: ReceiveDeps,
  merchant_id: string,
  key: VaKey,
  money: IncomingVaPayment,
): Promise<PaymentResponse | null> {
  const { at, reported } = money;
  const incoming = reported && {
    partner: reported.credential.partner,
    business_day: toBusinessDay(at),
    external_id: reported.external_id,
  };
  const started = performance.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const va = await lockVa(tx, key, incoming);
    if (va === undefined) return null;
    // Thrown inside, so that the transaction rolls back.
    if (reported !== null) assertIssuedUnder(reported.credential, va);
    const buildLog = (response: SnapResponseKind): RailMessage | null =>
      reported === null ? null : buildCallbackLog(money, reported, response, Math.round(performance.now() - started));
    const logRepeat = async (transaction_id: string | null, response: SnapResponseKind): Promise<PaymentResponse> => {
      await recordRepeat(tx, va, transaction_id, buildLog(response));
      return { holder_name: va.holder_name, response };
    };
    if (!va.is_new_message) return logRepeat(null, 'duplicate_external_id');

    const known = await findVaPayment(tx, money.payment_request_id);
    if (known) {
      const is_same = known.virtual_account_id === va.id && known.amount === money.amount;
      return logRepeat(known.transaction_id, is_same ? known.response : 'inconsistent_request');
    }
    const decision = decidePayment(va, money);
    logDecision(deps, merchant_id, va, decision);
    const now = deps.clock.now();
    const response = decision.do === 'reject' ? decision.response : 'successful';
    const received = { va, money, now, message: buildLog(response) };
    if (decision.do === 'reject') await recordRejection(tx, received, decision);
    else await recordPayment(tx, received, decision);
    return { holder_name: va.holder_name, response };
  });
}

/** A payment that the bank notified, with the locked number and the message to log. */
interface ReceivedPayment {
  va: LockedVa;
  money: IncomingVaPayment;
  now: Date;
  message: RailMessage | null;
}

/** A repeat changes nothing; only the message is logged. */
async function recordRepeat(
  tx: MerchantTx,
  va: LockedVa,
  transaction_id: string | null,
  message: RailMessage | null,
): Promise<void> {
  const object = transaction_id === null ? toRailLogObject(va) : toPaymentLogObject(transaction_id);
  if (message) await insertRailLog(tx, object, message);
}

const toPaymentLogObject = (object_id: string) => ({ object_type: 'transaction', object_id });

/** Records the attempt and its timeline event; no money moves. */
async function recordRejection(
  tx: MerchantTx,
  { va, money, now, message }: ReceivedPayment,
  { match, response, detail }: Extract<PaymentDecision, { do: 'reject' }>,
): Promise<void> {
  const reason = `Rejected: ${detail}`;
  const change = { mismatches_count: va.mismatches_count + 1 };
  const payment = buildPaymentRow(va, money, { match, response, detail, transaction_id: null }, now);
  const { update, va_events } = buildVaTransition(tx, va, { path: [], change }, { now, actor: BANK_ACTOR, reason });
  await executeTransition(tx, {
    ...update,
    more: {
      va_events,
      va_payment: buildVaPaymentInsert(tx, payment),
      ...(message ? { message: buildRailLogInsert(tx, toRailLogObject(va), message) } : {}),
    },
  });
  await publishLiveEvents(tx, buildLiveEvent(va));
}

/** Records the payment, in the pending transaction or as a new one. */
async function recordPayment(
  tx: MerchantTx,
  { va, money, now, message }: ReceivedPayment,
  decision: Extract<PaymentDecision, { do: 'record' }>,
): Promise<void> {
  const { match, late_payment, detail } = decision;
  const pricing = await getPricing(tx, 'virtual_account');
  const { amount, paid_at } = money;
  const criteria = pricing.fee_class;
  const price = calculatePrice(pricing.fee_rules, {
    method: 'virtual_account',
    channel_code: va.bank,
    criteria,
    amount,
    paid_at,
  });
  const waiting = match === 'ok' ? await lockVaTransaction(tx, va) : null;
  const payment_path = waiting ? buildTransitionPath(waiting.status, 'success', late_payment) : [];
  // A cancelled transaction stays cancelled; a payment after that is a transaction of its own.
  const transaction_id = waiting && payment_path.length > 0 ? waiting.transaction_id : newId('transaction', now);

  const journal = buildPaymentJournal({ transaction_id, amount, ...price }, pricing.account_ids, now);
  const change: TransactionChange = {
    ...price,
    settlement_status: 'unsettled',
    journal_id: journal.id,
    issuer: money.sender_bank,
    payer_name: money.sender_name,
    rrn: money.reference_no,
    provider_reference: money.payment_request_id,
    late_payment,
    duplicate_payment: match === 'duplicate',
    paid_at,
  };
  const context = { now, actor: BANK_ACTOR, reason: formatPaidReason(money, detail) };
  const va_change = buildCounters(va, money, match);
  const { update, va_events } = buildVaTransition(tx, va, { path: decision.path, change: va_change }, context);
  const va_moved = buildStatusUpdate(tx, update);
  const live_events = [buildLiveEvent(va)];
  const row = buildPaymentRow(va, money, { match, response: 'successful', detail, transaction_id }, now);
  const more: Record<string, OperationNodeSource> = {
    va_events,
    va_payment: buildVaPaymentInsert(tx, row),
    ...buildJournalInserts(tx, journal),
    ...(message ? { message: buildRailLogInsert(tx, toPaymentLogObject(transaction_id), message) } : {}),
  };
  if (waiting && payment_path.length > 0) {
    const transition = { path: payment_path, change: { ...change, amount }, guarded: { va_moved }, more, live_events };
    return transitionTransaction(tx, waiting, transition, context);
  }
  const payment = buildOwnPayment(va, transaction_id, amount, now);
  const begin = { status: 'success', actor: BANK_ACTOR, reason: context.reason, change } as const;
  return insertTransaction(tx, payment, { ...begin, more: { va_moved, ...more }, live_events });
}

function buildCounters(va: LockedVa, money: IncomingVaPayment, match: 'ok' | 'duplicate'): VaChange {
  return {
    paid_amount: add(va.paid_amount, money.amount),
    payments_count: va.payments_count + 1,
    last_paid_at: money.paid_at,
    // Differs when it was paid under other terms.
    ...(match === 'ok' && va.type === 'single' && va.expected_amount !== null ? { expected_amount: money.amount } : {}),
    ...(match === 'duplicate' ? { mismatches_count: va.mismatches_count + 1 } : {}),
  };
}

const formatPaidReason = ({ sender_name, sender_bank }: IncomingVaPayment, detail: string | null): string => {
  const by = sender_name === null ? '' : ` by ${sender_name}`;
  const from = sender_bank === null ? '' : ` from ${sender_bank}`;
  return `Paid${by}${from}${detail === null ? '' : `. ${detail}`}`;
};

const buildPaymentRow = (
  va: LockedVa,
  money: IncomingVaPayment,
  outcome: Pick<Parameters<typeof buildVaPaymentInsert>[1], 'match' | 'response' | 'detail' | 'transaction_id'>,
  now: Date,
) => ({
  id: newId('va_payment', now),
  virtual_account_id: va.id,
  payment_request_id: money.payment_request_id,
  amount: money.amount,
  paid_at: money.paid_at,
  received_at: now,
  sender_name: money.sender_name,
  sender_bank: money.sender_bank,
  reference_no: money.reference_no,
  ...outcome,
});

/** A payment that was not created in advance. The merchant reference belongs to the number and is unique. */
const buildOwnPayment = (va: LockedVa, id: string, amount: number, now: Date): NewTransaction => ({
  id,
  method: 'virtual_account',
  channel_code: va.bank,
  source: va.payment_link_id === null ? 'va' : 'payment_link',
  provider: BANK_PARTNER_ID,
  amount,
  merchant_reference: null,
  description: va.description,
  customer_name: va.customer_name,
  customer_email: va.customer_email,
  customer_phone: va.customer_phone,
  metadata: va.metadata === null ? null : JSON.stringify(va.metadata),
  virtual_account_id: va.id,
  va_number: va.va_number,
  payment_link_id: va.payment_link_id,
  expires_at: null,
  created_at: now,
});

function buildCallbackLog(
  { at, body }: IncomingVaPayment,
  { external_id, credential }: NonNullable<IncomingVaPayment['reported']>,
  response: SnapResponseKind,
  latency_ms: number,
): RailMessage {
  const answer = buildSnapResponse(response, SNAP_SERVICES.va_payment);
  return {
    at,
    direction: 'in',
    partner: credential.partner,
    endpoint: SNAP_PATHS.va_payment,
    external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms,
    request: redactSecrets(body),
    response: answer,
  };
}

/** Domain 1.5 and 1.9: late, duplicate and mismatched payments are logged as warnings. */
function logDecision({ log }: ReceiveDeps, merchant_id: string, { id }: LockedVa, decision: PaymentDecision): void {
  const about = { merchant_id, virtual_account_id: id, match: decision.match };
  if (decision.do === 'reject') log.warn({ ...about, detail: decision.detail }, 'virtual account payment rejected');
  else if (decision.match === 'duplicate') log.warn(about, 'duplicate virtual account payment');
  else if (decision.late_payment) log.warn(about, 'late virtual account payment');
}
