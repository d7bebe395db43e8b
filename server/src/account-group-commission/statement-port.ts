/** Bank transfers of commission statements: the details for the bank, and the effect of its responses on the statement. */
import { cancelApproval } from '../approval/request.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type BankTransfer, listTransfers } from '../rails/transfer-queries.ts';
import type { TransferAttempt, TransferOutcome, TransferPort } from '../rails/send-transfer.ts';
import { findBankAccount } from '../settlement/bank-account-queries.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { type PayoutMovement, postPayout } from './statement-journal.ts';
import { type LockedStatement, type StatementChange, lockStatement, transitionStatement } from './statement-queries.ts';
import { STATEMENT_REASONS } from './statement-reasons.ts';
import { canTransition } from './statement-rules.ts';

export const COMMISSION_STATEMENT_PORT: TransferPort = {
  readDetails: async ({ vault }, tx, id) => {
    const { bank_account_id, number } = await getLocked(tx, id);
    const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
    if (account === undefined) throw new Error(`Commission statement ${id} has no bank account`);
    const { merchant_id } = tx;
    const context = { table: 'bank_account', column: 'account_no_sealed', merchant_id, row_id: account.id };
    const account_no = vault.open(context, account.account_no_sealed);
    return { bank_code: account.bank_code, account_no, holder_name: account.holder_name, remark: number };
  },
  // Every attempt counts for the ledger, also one that another has replaced.
  lock: async (tx, id) => {
    await getLocked(tx, id);
    return true;
  },
  apply: async (tx, attempt, outcome, now) => {
    if (outcome.kind === 'unknown') return;
    await applyOutcome(tx, await getLocked(tx, attempt.subject_id), { attempt, outcome }, now);
  },
};

async function getLocked(tx: MerchantTx, id: string): Promise<LockedStatement> {
  const statement = await lockStatement(tx, id);
  if (statement === undefined) throw new Error(`Commission statement ${id} not found`);
  return statement;
}

type Outcome = Exclude<TransferOutcome, { kind: 'unknown' }>;

/** Books the outcome of an attempt; then all attempts together decide the status of the statement. */
async function applyOutcome(
  tx: MerchantTx,
  statement: LockedStatement,
  { attempt, outcome }: { attempt: TransferAttempt; outcome: Outcome },
  now: Date,
): Promise<void> {
  const movement = findMovement(outcome);
  const reference = attempt.partner_reference_no;
  if (movement !== null) await postPayout(tx, statement, { movement, reference }, now);
  const transfers = await listTransfers(tx, { subject_type: 'commission_statement', subject_id: statement.id });
  if (outcome.kind === 'succeed') {
    await markExecuted(tx, statement, { attempt, outcome, transfers }, now);
    return;
  }
  await markNotExecuted(tx, statement, { outcome, transfers }, now);
}

/** The entries of an outcome; null: those of the attempt stand. */
function findMovement(outcome: Outcome): PayoutMovement | null {
  if (outcome.kind === 'succeed') return outcome.is_late ? 'late' : null;
  return outcome.kind === 'return' && outcome.was_late ? 'late_back' : 'back';
}

async function markExecuted(
  tx: MerchantTx,
  statement: LockedStatement,
  {
    attempt,
    outcome,
    transfers,
  }: { attempt: TransferAttempt; outcome: Extract<Outcome, { kind: 'succeed' }>; transfers: readonly BankTransfer[] },
  now: Date,
): Promise<void> {
  const context = { now, actor: BANK_ACTOR };
  const { bank_reference, is_late } = outcome;
  // Two attempts were executed, or a further one is on its way: people must know.
  const is_double = transfers.some(
    (transfer) => transfer.attempt !== attempt.attempt && ['sent', 'unknown', 'succeeded'].includes(transfer.status),
  );
  const reason = is_double
    ? STATEMENT_REASONS.paid_again
    : is_late
      ? STATEMENT_REASONS.late
      : STATEMENT_REASONS.credited;
  if (statement.status === 'paid') {
    const change = is_double ? {} : { bank_reference, partner_reference_no: attempt.partner_reference_no };
    await transitionStatement(tx, statement, { path: [], change }, { ...context, reason });
    return;
  }
  // It was submitted or approved again meanwhile: nothing is left to approve.
  const { id: subject_id } = statement;
  await cancelApproval(tx, { subject_type: 'commission_statement', subject_id }, now);
  const change: StatementChange = {
    paid_at: now,
    bank_reference,
    partner_reference_no: attempt.partner_reference_no,
    failure_code: null,
    failure_message: null,
  };
  await transitionStatement(tx, statement, { path: ['paid'], change }, { ...context, reason });
}

async function markNotExecuted(
  tx: MerchantTx,
  statement: LockedStatement,
  { outcome, transfers }: { outcome: Exclude<Outcome, { kind: 'succeed' }>; transfers: readonly BankTransfer[] },
  now: Date,
): Promise<void> {
  const context = { now, actor: BANK_ACTOR };
  const is_standing = transfers.some(({ status }) => ['sent', 'unknown', 'succeeded'].includes(status));
  if (is_standing || !canTransition(statement.status, 'failed') || statement.status === 'approved') {
    const reason = is_standing ? STATEMENT_REASONS.another_stands : outcome.message;
    await transitionStatement(tx, statement, { path: [], change: {} }, { ...context, reason });
    return;
  }
  const failure_code = outcome.kind === 'fail' ? outcome.code : 'returned';
  const change: StatementChange = { paid_at: null, failure_code, failure_message: outcome.message };
  await transitionStatement(tx, statement, { path: ['failed'], change }, { ...context, reason: outcome.message });
}
