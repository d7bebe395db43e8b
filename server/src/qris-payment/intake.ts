/**
 * Records paid callbacks in batches across merchants: what arrives together is locked, priced and written by two
 * statements of one transaction. Only the plain case is taken, a pending payment that is paid in time; everything else,
 * and every batch that fails, goes through handle-callback.ts one by one. The guarantees are the same on both ways.
 */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { INTAKE_MAX } from '../db/connect.ts';
import { type MicroBatchOptions, createMicroBatch } from '../db/micro-batch.ts';
import { generateUlid, newId } from '../db/new-id.ts';
import { sendLiveEvents } from '../db/live-events.ts';
import { DISPATCH_WEBHOOKS_JOB } from '../db/webhook-events.ts';
import { recordIntakeWebhookEvents } from '../db/webhook-intake-events.ts';
import { type IntakeTx, asIntake, enqueueInBackground, isSharded } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type AccountIds, buildPaymentJournal } from '../ledger/payment.ts';
import type { NewTransfer } from '../ledger/posting.ts';
import { DISPATCH_ALL_JOB } from '../notification-email/outbox-queries.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { calculatePrice } from '../transaction/rules.ts';

import { buildCallbackLog } from './callback-log-rules.ts';
import {
  type IntakePayment,
  type IntakeRow,
  type IntakeTransfer,
  type MerchantFeeRule,
  insertIntake,
  listAccountIds,
  lockIntakePayments,
} from './intake-queries.ts';
import { parseCallbackStatus } from './parse-status-rules.ts';
import { formatPaidReason } from './payment-queries.ts';
import { decideQrisPayment } from './rules.ts';

/**
 * Several batches run at the same time, because each waits for round trips and the disk. A batch of fewer callbacks beside
 * another one would cost more than it saves (decision 0136).
 */
const BATCH: Omit<MicroBatchOptions<never, never>, 'run'> = {
  items_max: 64,
  concurrency: INTAKE_MAX,
  concurrent_items_min: 4,
};
/** Notification action of a successful QRIS payment (domain 1.21). */
const QRIS_PAID_ACTION = 1102;
const ACCOUNTS_CACHED_MAX = 20_000;

type IntakeDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

export interface IntakeItem {
  merchant_id: string;
  message: CallbackMessage<QrNotifyRequest>;
  started_ms: number;
}

/** Records a paid callback together with others. Resolves to false when it must be handled individually. */
export type RecordPaidCallback = (item: IntakeItem) => Promise<boolean>;

const recorders = new WeakMap<IntakeDeps['db'], WeakMap<IntakeDeps['clock'], RecordPaidCallback>>();

/** The recorder of a database and a clock: calls share its batches. Generated history has clocks of its own. */
export function getIntakeRecorder(deps: IntakeDeps): RecordPaidCallback {
  const by_clock = recorders.get(deps.db) ?? new WeakMap();
  recorders.set(deps.db, by_clock);
  const existing = by_clock.get(deps.clock);
  if (existing !== undefined) return existing;
  const accounts = new Map<string, AccountIds>();
  const recorder = createMicroBatch<IntakeItem, boolean>({
    ...BATCH,
    run: async (items) => {
      // A sharded database locks and writes one merchant at a time.
      if (await isSharded(deps.db)) return items.map(() => false);
      try {
        return await recordBatch(deps, items, accounts);
      } catch (error) {
        deps.log.warn(
          { err: error, callback_count: items.length },
          'batch of callbacks failed; handling them one by one',
        );
        return items.map(() => false);
      }
    },
  });
  by_clock.set(deps.clock, recorder);
  return recorder;
}

async function recordBatch(
  deps: IntakeDeps,
  items: readonly IntakeItem[],
  accounts: Map<string, AccountIds>,
): Promise<boolean[]> {
  // Of two messages about one payment the second one is a repeat, which is not the plain case.
  const by_reference = new Map<string, IntakeItem>();
  for (const item of items) {
    const reference = item.message.body.originalPartnerReferenceNo;
    if (!by_reference.has(reference)) by_reference.set(reference, item);
  }
  let webhook_merchants: string[] = [];
  const recorded = await asIntake(deps.db, async (tx) => {
    const { payments, fee_rules } = await lockIntakePayments(
      tx,
      [...by_reference].map(([partner_reference_no, { merchant_id }]) => ({ merchant_id, partner_reference_no })),
    );
    const now = deps.clock.now();
    const plain = payments.flatMap((payment) => {
      const item = by_reference.get(payment.partner_reference_no);
      return item !== undefined && isPlain(payment, item, now) ? [{ payment, item }] : [];
    });
    if (plain.length === 0) return [];
    const merchant_ids = [...new Set(plain.map(({ payment }) => payment.merchant_id))];
    await loadAccounts(tx, accounts, merchant_ids);
    const built = plain.map(({ payment, item }) => buildRow(payment, item, { fee_rules, accounts, now }));
    await insertIntake(
      tx,
      built.map(({ row }) => row),
      built.flatMap(({ transfers }) => transfers),
      { now, action: QRIS_PAID_ACTION, partner: BANK_PARTNER_ID, endpoint: SNAP_PATHS.qr_mpm_notify },
    );
    const paid = plain.map(({ payment }) => payment);
    webhook_merchants = await recordIntakeWebhookEvents(deps.db, tx, paid);
    return plain;
  });
  const webhooks = webhook_merchants.map((merchant_id) => ({ task: DISPATCH_WEBHOOKS_JOB, merchant_id }));
  if (webhooks.length > 0) enqueueInBackground(deps.db, webhooks);
  publish(
    deps,
    recorded.map(({ payment }) => payment),
  );
  const done = new Set(recorded.map(({ item }) => item));
  return items.map((item) => done.has(item));
}

/** Whether the callback takes a pending payment to paid, in time, with nothing else to do. */
function isPlain(payment: IntakePayment, { message }: IntakeItem, now: Date): boolean {
  if (payment.status !== 'pending' || payment.payment_link_id !== null) return false;
  // Payments under a merchant's own credential are few, and checked one by one.
  if (payment.bank_credential_id !== null || message.credential.owner !== null) return false;
  const decision = decideQrisPayment(payment, parseCallbackStatus(message.body), now);
  return decision.do === 'pay' && !decision.late_payment && decision.path.length === 1;
}

async function loadAccounts(tx: IntakeTx, accounts: Map<string, AccountIds>, merchant_ids: string[]): Promise<void> {
  const missing = merchant_ids.filter((id) => !accounts.has(id));
  if (missing.length === 0) return;
  if (accounts.size + missing.length > ACCOUNTS_CACHED_MAX) accounts.clear();
  // Every merchant of the batch, because the cache may just have been cleared.
  for (const [id, ids] of await listAccountIds(tx, merchant_ids)) accounts.set(id, ids);
}

/** What a row is priced and posted with. */
interface RowTerms {
  fee_rules: readonly MerchantFeeRule[];
  accounts: ReadonlyMap<string, AccountIds>;
  now: Date;
}

function buildRow(
  payment: IntakePayment,
  { message, started_ms }: IntakeItem,
  { fee_rules, accounts, now }: RowTerms,
): { row: IntakeRow; transfers: IntakeTransfer[] } {
  const { merchant_id, transaction_id } = payment;
  const status = parseCallbackStatus(message.body);
  const amount = status.amount ?? payment.amount;
  const tip_amount = subtract(amount, payment.amount);
  const paid_at = status.paid_at ?? now;
  const own_rules = fee_rules.filter((rule) => rule.merchant_id === null || rule.merchant_id === merchant_id);
  const fee = calculatePrice(own_rules, { method: 'qris', criteria: payment.fee_class, amount, paid_at });
  const journal = buildPaymentJournal({ transaction_id, amount, ...fee }, accounts.get(merchant_id) ?? {}, now);
  const log = buildCallbackLog(message, 'successful', Math.round(performance.now() - started_ms));
  const { issuer, issuer_code, payer_name, approval_code, rrn } = status;
  const { merchant_reference, customer_name, description } = payment;
  return {
    row: {
      merchant_id,
      transaction_id,
      code_id: payment.id,
      from_status: payment.status,
      seq: payment.last_event_seq + 1,
      amount,
      tip_amount,
      ...fee,
      issuer,
      issuer_code,
      payer_name,
      approval_code,
      rrn,
      provider_reference: status.reference_no ?? payment.provider_reference,
      paid_at: paid_at.toISOString(),
      reason: formatPaidReason(status, tip_amount),
      hour: new Date(Math.floor(Date.parse(payment.created_at) / duration.hours(1)) * duration.hours(1)).toISOString(),
      mark_id: generateUlid(now),
      journal_id: journal.id,
      template_data: {
        method: 'qris',
        channel_code: null,
        issuer,
        amount,
        merchant_reference,
        customer_name,
        description,
        paid_at: paid_at.toISOString(),
        failure_message: null,
        late_payment: false,
        duplicate_payment: false,
      },
      log_id: newId('rail_log', message.at),
      log_at: message.at.toISOString(),
      business_day: toBusinessDay(message.at),
      external_id: message.external_id,
      response_code: log.response_code ?? '',
      latency_ms: log.latency_ms ?? 0,
      request: log.request,
      response: log.response,
    },
    transfers: toIntakeTransfers(merchant_id, journal.id, journal.transfers, now),
  };
}

function toIntakeTransfers(
  merchant_id: string,
  journal_id: string,
  transfers: readonly NewTransfer[],
  now: Date,
): IntakeTransfer[] {
  // Ids of one instant are sorted, so that they keep the order of the journal.
  const ids = transfers.map(() => newId('transfer', now)).toSorted();
  return transfers.map(({ debit_account, credit_account, amount, kind, reference_id }, index) => {
    const id = ids[index] as string;
    return { merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_id };
  });
}

/** After the commit: live updates and the dispatch of the notification emails. */
function publish({ db }: IntakeDeps, payments: readonly IntakePayment[]): void {
  const events = payments.flatMap(({ merchant_id, id, transaction_id }) => [
    JSON.stringify({ merchant_id, topic: 'transaction', id: transaction_id, change: 'updated' }),
    JSON.stringify({ merchant_id, topic: 'qris-payment', id, change: 'updated' }),
  ]);
  if (events.length === 0) return;
  sendLiveEvents(db.pool, new Set(events));
  // One job for all merchants, because a job per merchant and half second would cost more than the payments.
  enqueueInBackground(db, [{ task: DISPATCH_ALL_JOB, merchant_id: null }]);
}
