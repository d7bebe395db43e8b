/**
 * Pays an approved statement through the one sender of transfers (rails/send-transfer.ts). An attempt keeps its reference;
 * another one is made at the request of a person only, after every earlier one has been confirmed as not executed for
 * long enough.
 */
import { enqueue } from '../db/enqueue.ts';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import {
  type PayoutStep,
  choosePayoutRail,
  calculateEarliestRetryTime,
  sendNextAttempt,
} from '../rails/next-attempt.ts';
import { findPayoutStop } from '../rails/payout-stop.ts';
import { listTransfers } from '../rails/transfer-queries.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import type { RailPlan } from '../rails/rail-terms.ts';
import { type TransferDeps, createTransfer } from '../rails/send-transfer.ts';
import { type BankAccount, findBankAccount } from '../settlement/bank-account-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { postPayout } from './statement-journal.ts';
import { COMMISSION_STATEMENT_PORT } from './statement-port.ts';
import { type LockedStatement, listHeldStatementIds, lockStatement, transitionStatement } from './statement-queries.ts';
import { STATEMENT_REASONS } from './statement-reasons.ts';
import { formatStatementReference } from './statement-rules.ts';

/** Sends the transfer of an approved statement. Idempotent and safe to run concurrently. */
export const payStatement = (deps: TransferDeps, merchant_id: string, id: string): Promise<void> =>
  sendNextAttempt(
    deps,
    { merchant_id, subject_type: 'commission_statement', port: COMMISSION_STATEMENT_PORT },
    (is_rechecked) => asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id, is_rechecked)),
  );

/** Releases the statements that were held because the merchant could not pay out. Idempotent. */
export async function releaseHeldStatements(
  deps: Pick<TransferDeps, 'db' | 'clock'>,
  merchant_id: string,
): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if ((await findPayoutStop(tx)) !== null) return;
    for (const id of await listHeldStatementIds(tx)) {
      const statement = await lockStatement(tx, id);
      if (statement?.status !== 'on_hold') continue;
      const context = { now: deps.clock.now(), actor: SYSTEM_ACTOR, reason: null };
      await transitionStatement(tx, statement, { path: ['approved'], change: {} }, context);
      await enqueueStatementPayout(tx, id);
    }
  });
}

/** The next step of a payout; null when nothing is due. */
async function preparePayout(
  tx: MerchantTx,
  deps: TransferDeps,
  id: string,
  is_rechecked: boolean,
): Promise<PayoutStep | null> {
  const statement = await lockStatement(tx, id);
  if (statement === undefined) throw new Error(`Commission statement ${id} not found`);
  if (statement.status !== 'approved') return null;
  const now = deps.clock.now();
  await updateLastCheckedAt(tx, { table: 'commission_statement', id, at: now });
  const stop = await findPayoutStop(tx);
  if (stop !== null) {
    const context = { now, actor: SYSTEM_ACTOR, reason: stop };
    await transitionStatement(tx, statement, { path: ['on_hold'], change: {} }, context);
    return null;
  }
  const transfers = await listTransfers(tx, { subject_type: 'commission_statement', subject_id: id });
  if (transfers.length > 0 && !is_rechecked)
    return { kind: 'recheck', transfer_ids: transfers.map((transfer) => transfer.id) };
  const account = await getAccount(tx, statement);
  if (account.usable_from === null || Date.parse(account.usable_from) > now.getTime()) return null;
  const calendar = await readRailCalendar(tx);
  const retry_at = calculateEarliestRetryTime(transfers, calendar, now);
  const transfer = { bank_code: account.bank_code, amount: statement.net_amount };
  const plan = choosePayoutRail(deps.bank, calendar, transfer, now);
  if (plan === null) {
    const change = { failure_code: 'amount_limit', failure_message: STATEMENT_REASONS.amount_limit };
    const context = { now, actor: SYSTEM_ACTOR, reason: STATEMENT_REASONS.amount_limit };
    await transitionStatement(tx, statement, { path: ['failed'], change }, context);
    return null;
  }
  const opens_at = new Date(Math.max(retry_at.getTime(), plan.opens_at.getTime()));
  if (opens_at.getTime() > now.getTime()) {
    await enqueueStatementPayout(tx, id, opens_at);
    return null;
  }
  return { kind: 'send', transfer_id: await storeAttempt(tx, deps, statement, { account, plan, now }) };
}

async function getAccount(tx: MerchantTx, { id, bank_account_id }: LockedStatement): Promise<BankAccount> {
  const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  if (account === undefined) throw new Error(`Commission statement ${id} has no bank account`);
  return account;
}

/** Books the payout and stores the transfer. From then on, the transfer may have reached the bank. */
async function storeAttempt(
  tx: MerchantTx,
  deps: TransferDeps,
  statement: LockedStatement,
  { account, plan: { rail }, now }: { account: BankAccount; plan: RailPlan; now: Date },
): Promise<string> {
  const { id, net_amount: amount } = statement;
  const attempt = statement.attempts + 1;
  const reference = formatStatementReference(id, attempt);
  await postPayout(tx, statement, { movement: 'payout', reference }, now);
  const cleared = { failure_code: null, failure_message: null, bank_reference: null };
  const change = { attempts: attempt, partner_reference_no: reference, sent_at: now, rail, ...cleared };
  const context = { now, actor: SYSTEM_ACTOR, reason: STATEMENT_REASONS.sent };
  await transitionStatement(tx, statement, { path: ['processing'], change }, context);
  const { bank_code, account_last4 } = account;
  const subject = { subject_type: 'commission_statement', subject_id: id, attempt } as const;
  const transfer = { ...subject, partner_reference_no: reference, rail, bank_code, account_last4, amount };
  return createTransfer(tx, deps, transfer, now);
}

export const enqueueStatementPayout = (tx: MerchantTx, id: string, run_at?: Date) =>
  enqueue(
    tx,
    'pay_commission_statement',
    { merchant_id: tx.merchant_id, id },
    { ...(run_at === undefined ? {} : { run_at }), job_key: `pay_commission_statement:${id}` },
  );
