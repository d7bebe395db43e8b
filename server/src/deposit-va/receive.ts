/** Records payments to a deposit VA. Idempotent: repeated callbacks of the same payment record one deposit. */
import type { SnapResponseKind } from '@dasbor/contract/snap';
import { SNAP_PATHS, SNAP_RESPONSES, SNAP_SERVICES, buildSnapResponse } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import type { OperationNodeSource } from 'kysely';
import { executeWriteBatch } from '../db/write-batch.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { buildNotificationInsert } from '../notification-email/outbox-queries.ts';
import { type RailMessage, redactSecrets } from '../rails/rail-message.ts';
import { insertExternalId, insertRailLog, buildRailLogInsert } from '../rails/queries.ts';
import type { IncomingVaPayment } from '../rails/va-callbacks.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import {
  type DepositTerms,
  type NewDeposit,
  type NewDepositEvent,
  buildDepositEventsInsert,
  buildDepositInsert,
  findRecordedDeposit,
  getTerms,
} from './deposit-queries.ts';
import {
  buildCreditTransfers,
  calculateDepositFee,
  buildDepositNotification,
  buildHoldTransfers,
  findReviewReason,
} from './rules.ts';
import type { VaRow } from './va-queries.ts';

/** Result of a callback: `recorded` before or now, or rejected with a response to the bank. */
export type ReceiveResult =
  | { kind: 'recorded'; is_new: boolean; deposit_id: string }
  | { kind: 'refused'; response: SnapResponseKind };

/**
 * Records a payment to a locked deposit VA in the caller's transaction: credits it or holds it for review. A payment that
 * was recorded before is unchanged; a different amount for the same payment is rejected.
 */
export async function receiveDeposit(
  tx: MerchantTx,
  va: VaRow,
  money: IncomingVaPayment,
  now: Date,
): Promise<ReceiveResult> {
  const recorded = await findRecordedDeposit(tx, va.bank, money);
  if (recorded !== undefined) {
    const response = recorded.amount === money.amount ? 'successful' : 'inconsistent_request';
    await logMessage(tx, recorded.id, money, response);
    return response === 'successful'
      ? { kind: 'recorded', is_new: false, deposit_id: recorded.id }
      : { kind: 'refused', response };
  }
  if (money.reported !== null && !(await claimExternalId(tx, money.reported, money.at))) {
    await logMessage(tx, va.id, money, 'duplicate_external_id');
    return { kind: 'refused', response: 'duplicate_external_id' };
  }
  const terms = await getTerms(tx);
  const deposit = buildDeposit(va, money, terms, now);
  await insertDeposit(tx, deposit, money, terms);
  return { kind: 'recorded', is_new: true, deposit_id: deposit.id };
}

const claimExternalId = (
  tx: MerchantTx,
  { external_id, credential }: NonNullable<IncomingVaPayment['reported']>,
  at: Date,
): Promise<boolean> =>
  insertExternalId(tx, { partner: credential.partner, business_day: toBusinessDay(at), external_id });

function buildDeposit(va: VaRow, money: IncomingVaPayment, terms: DepositTerms, now: Date): NewDeposit {
  const { amount, paid_at } = money;
  const fee = calculateDepositFee(terms.fee_rules, { bank: va.bank, amount, paid_at, criteria: terms.criteria });
  const { review_above } = terms;
  const review_reason = findReviewReason({ va_status: va.status, amount, net_amount: fee.net_amount, review_above });
  return {
    id: newId('deposit', now),
    deposit_va_id: va.id,
    bank: va.bank,
    va_number: va.va_number,
    amount,
    ...fee,
    sender_name: money.sender_name,
    sender_bank: money.sender_bank,
    bank_reference: money.reference_no,
    payment_request_id: money.payment_request_id,
    status: review_reason === null ? 'credited' : 'under_review',
    review_reason,
    last_event_seq: 2,
    paid_at,
    received_at: now,
    ended_at: review_reason === null ? now : null,
  };
}

/** Inserts the deposit, its events, transfers and log entry in one statement, then publishes live events. */
async function insertDeposit(
  tx: MerchantTx,
  deposit: NewDeposit,
  money: IncomingVaPayment,
  { account_ids }: DepositTerms,
): Promise<void> {
  const { id, received_at: at, review_reason } = deposit;
  const transfers =
    review_reason === null
      ? buildCreditTransfers(deposit, account_ids, 'provider_receivable')
      : buildHoldTransfers(deposit, account_ids);
  const message = toRailMessage(money, 'successful');
  const logged: Record<string, OperationNodeSource> =
    message === null ? {} : { message: buildRailLogInsert(tx, { object_type: 'deposit', object_id: id }, message) };
  await executeWriteBatch<string>(tx, {
    deposit: buildDepositInsert(tx, deposit),
    events: buildDepositEventsInsert(tx, id, buildEvents(deposit, money)),
    ...buildJournalInserts(tx, { posted_at: at, transfers }),
    notification: buildNotificationInsert(
      tx,
      buildDepositNotification(deposit, review_reason === null ? 'credited' : 'under_review', at),
    ),
    ...logged,
  });
  await publishLiveEvents(
    tx,
    { topic: 'deposit-va', id, change: 'created' },
    { topic: 'deposit-va', id: deposit.deposit_va_id, change: 'updated' },
    { topic: 'balance', id: null, change: 'updated' },
  );
  if (review_reason === null) await enqueueAlertCheck(tx);
}

function buildEvents(deposit: NewDeposit, money: IncomingVaPayment): NewDepositEvent[] {
  const { received_at: at, status, review_reason } = deposit;
  const bank = { at, actor_type: 'provider', actor_name: 'Bank' } as const;
  const system = { at, actor_type: 'system', actor_name: null } as const;
  return [
    {
      seq: 1,
      from_status: null,
      to_status: 'received',
      reason: money.reported === null ? 'found_by_sync' : null,
      ...bank,
    },
    {
      seq: 2,
      from_status: 'received',
      to_status: status,
      reason: review_reason,
      ...system,
    },
  ];
}

/** The log entry of the callback; null when the payment was found by a sync, which is logged with the deposit VA. */
function toRailMessage(money: IncomingVaPayment, response: SnapResponseKind): RailMessage | null {
  const { reported } = money;
  if (reported === null) return null;
  const answer = buildSnapResponse(response, SNAP_SERVICES.va_payment);
  return {
    at: money.at,
    direction: 'in',
    partner: reported.credential.partner,
    endpoint: SNAP_PATHS.va_payment,
    external_id: reported.external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms: 0,
    request: redactSecrets(money.body),
    response: answer,
  };
}

async function logMessage(
  tx: MerchantTx,
  object_id: string,
  money: IncomingVaPayment,
  response: SnapResponseKind,
): Promise<void> {
  const message = toRailMessage(money, response);
  const object_type = object_id.startsWith('dep_') ? 'deposit' : 'deposit_va';
  if (message !== null) await insertRailLog(tx, { object_type, object_id }, message);
}
