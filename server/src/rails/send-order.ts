/**
 * Sends transfers to the bank, the one way for all features. The order and its reference are committed before the call;
 * the bank's response is applied once, under the lock of the subject and then of the order. No crash, time-out or retry
 * can pay twice (order-rules.ts).
 */
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, toSnap } from '@dasbor/contract/money';
import { toBusinessDay, toSnapTime } from '@dasbor/contract/time';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { describeStep } from './describe-step.ts';
import { newExternalId } from './external-id.ts';
import { maskAccountNumbers } from './mask-account-numbers.ts';
import {
  type NewOrder,
  type Order,
  type OrderSubject,
  claimInquiry,
  findOrder,
  insertOrder,
  lockOrder,
  updateOrder,
} from './order-queries.ts';
import {
  type InquiryTiming,
  ORDER_TRANSITIONS,
  type OrderOutcome,
  type OrderStep,
  type Resolution,
  SERVICE_OF_RAIL,
  decideAfterInquiry,
  decideAfterOrder,
  nextInquiryAt,
  toResolvedStep,
} from './order-rules.ts';
import { insertRailLog } from './queries.ts';
import { readRailTerms } from './rail-queries.ts';
import { getTerms } from './rail-terms.ts';
import type { RailMessage } from './rail-message.ts';
import { postDifference, reverseDifference } from './transfer-difference.ts';
import { type TransferStatus, parseTransferResponse, parseTransferStatus } from './transfer-status.ts';

export type OrderDeps = Pick<Deps, 'db' | 'bank' | 'agreements' | 'clock' | 'vault' | 'log' | 'env'>;

/** Details for the bank that the stored order lacks. */
export interface OrderDetails {
  bank_code: string;
  account_no: string;
  holder_name: string;
  remark: string;
}

export type { OrderOutcome } from './order-rules.ts';

/** Callbacks of a feature. The subject is locked before the order, and the outcome is applied to it in the same transaction. */
export interface OrderPort {
  readDetails: (deps: OrderDeps, tx: MerchantTx, subject_id: string) => Promise<OrderDetails>;
  /** Locks the subject. Returns false when it waits for no outcome of this attempt. */
  lock: (tx: MerchantTx, subject_id: string, attempt: number) => Promise<boolean>;
  apply: (tx: MerchantTx, attempt: OrderAttempt, outcome: OrderOutcome, now: Date) => Promise<void>;
}
/** An attempt of a subject, as far as its feature needs it. */
export type OrderAttempt = Pick<Order, 'id' | 'subject_id' | 'attempt' | 'partner_reference_no'>;
export type OrderPorts = Partial<Record<OrderSubject, OrderPort>>;

/** The job that queries the status of one order. */
export const CHECK_ORDER_JOB = 'check_bank_transfer';
/** Longer than the time-out of a call to the bank. */
const CLAIM_MS = duration.minutes(1);
const WATCH_AFTER_MIN_MS = duration.seconds(30);

interface OrderInput extends Omit<NewOrder, 'id' | 'service' | 'first_sent_at' | 'next_check_at' | 'external_id'> {
  amount: Rupiah;
}

const toTiming = ({ TRANSFER_INQUIRY_AFTER_S, TRANSFER_WATCH_DAYS }: Deps['env']): InquiryTiming => {
  const after_ms = duration.seconds(TRANSFER_INQUIRY_AFTER_S);
  return {
    after_ms,
    watch_after_ms: Math.max(after_ms, WATCH_AFTER_MIN_MS),
    watch_ms: duration.days(TRANSFER_WATCH_DAYS),
  };
};

/** Stores an order in the transaction in which its subject becomes `processing`. Send it after the commit. */
export async function createOrder(
  tx: MerchantTx,
  { env }: Pick<Deps, 'env'>,
  input: OrderInput,
  now: Date,
): Promise<string> {
  const id = newId('bank_transfer', now);
  // Should this process die before it has sent the order, the sweep queries its status.
  const next_check_at = new Date(now.getTime() + Math.max(CLAIM_MS, toTiming(env).after_ms));
  const service = SERVICE_OF_RAIL[input.rail];
  const external_id = newExternalId(now);
  await insertOrder(tx, { ...input, id, service, external_id, first_sent_at: now, next_check_at });
  return id;
}

/** Sends a stored order for the first time. Call it once, after the commit; afterwards inquiries decide. */
export async function sendOrder(deps: OrderDeps, port: OrderPort, merchant_id: string, id: string): Promise<void> {
  const prepared = await asMerchant(deps.db, merchant_id, async (tx) => {
    const order = await findOrder(tx, id);
    if (order === undefined) throw new Error(`There is no order ${id}`);
    if (order.status !== 'sent' || order.send_count > 1) return null;
    return { order, details: await readDetails(deps, tx, port, order) };
  });
  if (prepared === null) return;
  const { order } = prepared;
  const { found, message } = await callTransfer(deps, order, prepared.details);
  await applyFound(
    deps,
    { merchant_id, port, order },
    { message, decide: (locked) => decideAfterOrder(locked, found) },
  );
}

/** Queries the status of one due order and applies the response. Idempotent and safe to run concurrently. */
export const checkOrder = (deps: OrderDeps, ports: OrderPorts, merchant_id: string, id: string): Promise<void> =>
  inquireOrder(deps, ports, { merchant_id, id, is_due_only: true });

/** Queries the status of an order, also when none is due: before another attempt of its subject. */
export const checkOrderNow = (deps: OrderDeps, ports: OrderPorts, merchant_id: string, id: string): Promise<void> =>
  inquireOrder(deps, ports, { merchant_id, id, is_due_only: false });

async function inquireOrder(
  deps: OrderDeps,
  ports: OrderPorts,
  { merchant_id, id, is_due_only }: { merchant_id: string; id: string; is_due_only: boolean },
): Promise<void> {
  const claimed = await asMerchant(deps.db, merchant_id, async (tx) => {
    const now = deps.clock.now();
    const claim = { now, until: new Date(now.getTime() + CLAIM_MS), is_due_only };
    if (!(await claimInquiry(tx, id, claim))) return null;
    const order = await findOrder(tx, id);
    if (order === undefined) return null;
    return { order, ...getTerms(await readRailTerms(tx), order.rail, toBusinessDay(order.first_sent_at)) };
  });
  if (claimed === null) return;
  const { order, not_found_after_s } = claimed;
  const port = ports[order.subject_type];
  if (port === undefined) throw new Error(`Orders of ${order.subject_type} have no port`);
  const outcome = await deps.bank.queryTransfer(order.partner_reference_no, order.service);
  const found = parseTransferStatus(outcome, { ...order, amount: order.executed_amount ?? order.amount });
  const step = await applyFound(
    deps,
    { merchant_id, port, order },
    {
      message: outcome.message,
      decide: (locked) => decideAfterInquiry(locked, found, { now: deps.clock.now(), not_found_after_s }),
    },
  );
  if (step?.kind === 'resend') await resendOrder(deps, { merchant_id, port, order });
}

/** The bank never received the order: sends it again under the same reference, which the bank accepts once. */
async function resendOrder(deps: OrderDeps, sent: SentOrder): Promise<void> {
  const { merchant_id, port, order } = sent;
  deps.log.warn({ merchant_id, bank_transfer_id: order.id }, 'the bank never received the transfer; it is sent again');
  const details = await asMerchant(deps.db, merchant_id, (tx) => readDetails(deps, tx, port, order));
  const { found, message } = await callTransfer(deps, order, details);
  await applyFound(deps, sent, { message, decide: (locked) => decideAfterOrder(locked, found) });
}

/** The details of an order, with a remark that its rail carries. */
async function readDetails(
  deps: OrderDeps,
  tx: MerchantTx,
  port: OrderPort,
  { subject_id, rail, first_sent_at }: Order,
): Promise<OrderDetails> {
  const details = await port.readDetails(deps, tx, subject_id);
  const { description_max } = getTerms(await readRailTerms(tx), rail, toBusinessDay(first_sent_at));
  return { ...details, remark: details.remark.slice(0, description_max) };
}

async function callTransfer(
  deps: OrderDeps,
  order: Order,
  details: OrderDetails,
): Promise<{ found: TransferStatus; message: RailMessage }> {
  const outcome = await deps.bank.transfer({
    partnerReferenceNo: order.partner_reference_no,
    amount: { value: toSnap(order.amount), currency: 'IDR' },
    beneficiaryAccountNo: details.account_no,
    beneficiaryAccountName: details.holder_name,
    beneficiaryBankCode: details.bank_code,
    transactionDate: toSnapTime(order.first_sent_at),
    remark: details.remark,
    service: order.service,
    ...(order.external_id === null ? {} : { external_id: order.external_id }),
  });
  return { found: parseTransferResponse(outcome, order), message: outcome.message };
}

/** An order of a merchant with the feature that it belongs to. */
interface SentOrder {
  merchant_id: string;
  port: OrderPort;
  order: Order;
}

/** A logged response of the bank, and what it means for the locked order. */
interface BankResponse {
  message: RailMessage;
  decide: (locked: Order) => OrderStep;
}

/** Applies a response of the bank in one transaction, with its message in the log. Returns the step that was taken. */
function applyFound(
  deps: OrderDeps,
  { merchant_id, port, order: { id, subject_type, subject_id, attempt } }: SentOrder,
  { message, decide }: BankResponse,
): Promise<OrderStep | null> {
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const now = deps.clock.now();
    const object = { object_type: subject_type, object_id: subject_id };
    const waits = await port.lock(tx, subject_id, attempt);
    const order = await lockOrder(tx, id);
    if (order === undefined) throw new Error(`There is no order ${id}`);
    await insertRailLog(tx, object, maskAccountNumbers(message));
    if (!waits) {
      await updateOrder(tx, order, { next_check_at: null });
      return null;
    }
    const step = decide(order);
    await applyStep(tx, { port, order, now, timing: toTiming(deps.env) }, step);
    return step;
  });
}

/**
 * Ends a locked open order by what two people found out about it; `port` has locked its subject. A difference between the
 * ordered and the executed amount is booked. What the bank reports later is booked as of any other order.
 */
export async function applyResolution(
  tx: MerchantTx,
  { env, now }: { env: Deps['env']; now: Date },
  { port, order }: { port: OrderPort; order: Order },
  found: Resolution,
): Promise<void> {
  const step = toResolvedStep(found);
  await applyStep(tx, { port, order, now, timing: toTiming(env) }, step);
  if (found.outcome === 'executed') await postDifference(tx, order, found.executed_amount, now);
}

async function applyStep(
  tx: MerchantTx,
  { port, order, now, timing }: { port: OrderPort; order: Order; now: Date; timing: InquiryTiming },
  step: OrderStep,
): Promise<void> {
  const { change, outcome } = describeStep(order, step, now);
  const after = { ...order, ...change };
  if (after.status !== order.status && !ORDER_TRANSITIONS[order.status].includes(after.status)) {
    throw new Error(`An order cannot go from ${order.status} to ${after.status}`);
  }
  const next_check_at = nextInquiryAt({ ...after, ended_at: after.ended_at ?? null }, timing, now);
  await updateOrder(tx, order, { ...change, next_check_at });
  if (outcome !== null) await port.apply(tx, order, outcome, now);
  if (step.kind === 'return' && order.executed_amount !== null) {
    await reverseDifference(tx, order, order.executed_amount, now);
  }
  if (next_check_at !== null && after.ended_at === null) await enqueueCheck(tx, order.id, next_check_at);
}

async function enqueueCheck(tx: MerchantTx, id: string, run_at: Date): Promise<void> {
  const payload = { merchant_id: tx.merchant_id, id };
  await enqueue(tx, CHECK_ORDER_JOB, payload, { run_at, job_key: `${CHECK_ORDER_JOB}:${id}` });
}
