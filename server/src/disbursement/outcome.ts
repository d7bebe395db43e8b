/** The status of a disbursement that the bank reports: applied once, with its ledger entries and notifications. */
import { type DisbursementFailure, type DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import type { Rupiah } from '@dasbor/contract/money';
import { getBank } from '../account-check/rules.ts';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { postWithFloor } from '../ledger/balance.ts';
import { type Journal, postTransfers } from '../ledger/posting.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import type { TransferOutcome, TransferPort } from '../rails/send-transfer.ts';
import { type Actor, BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { buildLateJournal, buildPaidJournal, buildReversalJournal } from './journal.ts';
import {
  type DisbursementChange,
  type LockedDisbursement,
  listPaidMovements,
  lockDisbursement,
  transitionDisbursement,
} from './queries.ts';
import { releaseAmount } from './reserve.ts';
import { readCheckedAccount } from './resolve-account.ts';
import { isSentToBank } from './rules.ts';

/** Codes in the catalogue of notifications (domain 1.21). */
const ACTIONS = { success: 1203, failed: 1204, reversed: 1205 } as const;

export const DISBURSEMENT_PORT: TransferPort = {
  readDetails: async ({ vault }, tx, id) => {
    const { account_check_id, description, merchant_reference } = await getLocked(tx, id);
    const { bank_code, account_no, verified_name: holder_name } = await readCheckedAccount(tx, vault, account_check_id);
    return { bank_code, account_no, holder_name, remark: description ?? merchant_reference };
  },
  lock: async (tx, id) => isSentToBank((await getLocked(tx, id)).status),
  apply: async (tx, { subject_id }, outcome, now) => applyOutcome(tx, await getLocked(tx, subject_id), outcome, now),
};

async function getLocked(tx: MerchantTx, id: string): Promise<LockedDisbursement> {
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw new Error(`There is no disbursement ${id}`);
  return disbursement;
}

async function applyOutcome(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  outcome: TransferOutcome,
  now: Date,
): Promise<void> {
  switch (outcome.kind) {
    case 'unknown':
      return markUnknown(tx, disbursement, now);
    case 'succeed':
      return markSuccess(tx, disbursement, outcome, now);
    case 'fail': {
      const { code, response_code, message, is_resolved } = outcome;
      const actor = is_resolved === true ? SYSTEM_ACTOR : BANK_ACTOR;
      return markFailed(tx, disbursement, { code, response_code, message, actor }, now);
    }
    case 'return': {
      const { message, was_succeeded } = outcome;
      if (was_succeeded) return markReversed(tx, disbursement, message, now);
      const failure = { code: 'transfer_returned', response_code: null, message, actor: BANK_ACTOR } as const;
      return markFailed(tx, disbursement, failure, now);
    }
  }
}

/** The bank did not report a clear status: the money stays reserved until a status inquiry decides. */
async function markUnknown(tx: MerchantTx, disbursement: LockedDisbursement, now: Date): Promise<void> {
  const context = { now, actor: BANK_ACTOR, reason: DISBURSEMENT_REASONS.unknown };
  await transitionDisbursement(tx, disbursement, { path: ['unknown'], change: {} }, context);
}

async function markSuccess(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  { bank_reference, is_late, executed_amount }: Extract<TransferOutcome, { kind: 'succeed' }>,
  now: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
  // A late success may take the balance below its minimum: the money has left the bank.
  if (is_late) await postTransfers(tx, buildLateJournal(disbursement, accounts, now));
  else await postWithFloor(tx, buildPaidJournal(disbursement, accounts, now));
  const cleared = { failure_code: null, failure_message: null, response_code: null, expected_at: null };
  const resolved = executed_amount === undefined ? null : describeResolved(disbursement, executed_amount);
  const reason = resolved ?? (is_late ? DISBURSEMENT_REASONS.late_success : DISBURSEMENT_REASONS.credited);
  await end(tx, disbursement, {
    to: 'success',
    change: { bank_reference, completed_at: now, ...cleared },
    actor: resolved === null ? BANK_ACTOR : SYSTEM_ACTOR,
    reason,
    now,
  });
  // What the bank paid too little comes back to the balance.
  const is_returned_in_part = executed_amount !== undefined && executed_amount !== disbursement.amount;
  if (is_late || is_returned_in_part) await enqueueAlertCheck(tx);
  if (is_late) await enqueueRecount(tx, disbursement);
}

/** The reason of a success that two people confirmed, because the bank did not report a clear status. */
const describeResolved = ({ amount }: LockedDisbursement, executed_amount: Rupiah): string =>
  executed_amount === amount ? DISBURSEMENT_REASONS.resolved_executed : DISBURSEMENT_REASONS.resolved_other_amount;

interface Failure {
  code: DisbursementFailure;
  response_code: string | null;
  message: string;
  actor: Actor;
}

/** The bank did not execute it: what was reserved is released. */
async function markFailed(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  { code, response_code, message, actor }: Failure,
  now: Date,
): Promise<void> {
  const released = await releaseAmount(tx, disbursement, now);
  const failure = { failure_code: code, failure_message: message, response_code };
  const ended = { completed_at: now, due_at: null, queue_reason: null, expected_at: null };
  const change = { ...failure, ...released, ...ended };
  await end(tx, disbursement, { to: 'failed', change, actor, reason: message, now });
}

/** Fails a disbursement that was never sent. */
export const failUnsent = (
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  code: Extract<DisbursementFailure, keyof typeof DISBURSEMENT_REASONS>,
  now: Date,
): Promise<void> =>
  markFailed(
    tx,
    disbursement,
    { code, response_code: null, message: DISBURSEMENT_REASONS[code], actor: SYSTEM_ACTOR },
    now,
  );

/** The receiving bank returned an executed transfer: compensating entries give amount and fee back. */
async function markReversed(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  message: string,
  now: Date,
): Promise<void> {
  const posted = await listPaidMovements(tx, disbursement.id);
  const journal: Journal = buildReversalJournal(disbursement.id, posted, await listAccountIds(tx), now);
  await postTransfers(tx, journal);
  const change = { failure_code: 'transfer_returned', failure_message: message, reversed_at: now } as const;
  const reason = DISBURSEMENT_REASONS.returned;
  await end(tx, disbursement, { to: 'reversed', change, actor: BANK_ACTOR, reason, now });
  await enqueueAlertCheck(tx);
  await enqueueRecount(tx, disbursement);
}

/** An end that changes later changes the counts of its batch, too, which may have ended before. */
async function enqueueRecount(tx: MerchantTx, { batch_id: id }: LockedDisbursement): Promise<void> {
  if (id === null) return;
  const payload = { merchant_id: tx.merchant_id, id };
  await enqueue(tx, 'recount_disbursement_batch', payload, { job_key: `recount_disbursement_batch:${id}` });
}

interface End {
  to: Extract<DisbursementStatus, keyof typeof ACTIONS>;
  change: DisbursementChange;
  actor: Actor;
  reason: string;
  now: Date;
}

/** The transition with its notification. An end that happens after another one is a further event. */
async function end(tx: MerchantTx, disbursement: LockedDisbursement, { to, change, actor, reason, now }: End) {
  const { id, amount, merchant_reference, last_event_seq } = disbursement;
  await transitionDisbursement(tx, disbursement, { path: [to], change }, { now, actor, reason });
  await enqueueNotification(tx, {
    event_id: `${id}.${to}.${last_event_seq + 1}`,
    action: ACTIONS[to],
    object_type: 'disbursement',
    object_id: id,
    template_data: {
      outcome: to,
      amount,
      merchant_reference,
      ...(to === 'success' ? {} : { failure_message: reason }),
    },
    at: now,
  });
  if (to === 'success' && disbursement.emails.length > 0) await notifyBeneficiary(tx, disbursement, now);
}

/** Notifies the addresses that the request names. A later event about the same disbursement does not notify them again. */
const notifyBeneficiary = (
  tx: MerchantTx,
  { id, amount, merchant_reference, bank_code, account_last4, emails }: LockedDisbursement,
  at: Date,
) =>
  enqueueNotification(tx, {
    event_id: `${id}.beneficiary`,
    action: ACTIONS.success,
    object_type: 'beneficiary_notice',
    object_id: null,
    template_data: { outcome: 'beneficiary', amount, merchant_reference, bank: getBank(bank_code).name, account_last4 },
    at,
    addresses: emails,
  });
