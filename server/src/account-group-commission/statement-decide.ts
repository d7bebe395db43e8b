/** Commission statements from submission to approval: a second person approves, and the payout starts. */
import { localized } from '@dasbor/contract/language';
import { formatRupiah } from '@dasbor/contract/format';
import type { CommissionStatementStatus } from '@dasbor/contract/commission-statement';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { expireApproval, requestApproval } from '../approval/request.ts';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { findPayoutAccount } from '../settlement/bank-account-queries.ts';
import { type Actor, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { enqueueStatementPayout } from './statement-payout.ts';
import { type LockedStatement, lockStatement, transitionStatement } from './statement-queries.ts';
import { STATEMENT_REASONS } from './statement-reasons.ts';
import { assertStatementPayable } from './statement-stop.ts';

const toSubject = (subject_id: string) => ({ subject_type: 'commission_statement', subject_id }) as const;
const toActor = ({ principal }: Pick<DecisionContext, 'principal'>): Actor => ({
  actor_type: 'provider',
  actor_name: principal.name,
});

/**
 * Submits a statement for payment to the present payout account of the merchant that earns it. Throws 404, 409
 * `status_conflict`, 422 `nothing_to_pay` or `no_payout_account`.
 */
export async function submitStatement(tx: MerchantTx, id: string, context: DecisionContext): Promise<void> {
  const { principal, now } = context;
  const statement = await lockInStatus(tx, id, ['closed', 'failed']);
  const { net_amount, number, rule_name, series_id } = statement;
  if (net_amount <= 0) throw nothingToPay(net_amount);
  const account = await findPayoutAccount(tx, now);
  if (account === undefined) throw noPayoutAccount();
  const change = { bank_account_id: account.id, submitted_by: principal.name, approved_by: null, remark: null };
  await transitionStatement(
    tx,
    statement,
    { path: ['pending_approval'], change },
    { now, actor: toActor(context), reason: null },
  );
  const { bank_code, account_last4, holder_name } = account;
  const details = { reason: `${number}: ${rule_name}`, bank_code, account_last4, holder_name };
  await requestApproval(
    tx,
    { ...toSubject(id), amount: net_amount, details: { ...details, commission_rule_id: series_id } },
    context,
  );
  await recordStatementAudit(tx, context, statement, {
    action: 'submitted',
    after: { status: 'pending_approval', number, net_amount, bank_code, account_last4 },
  });
}

/** Approves a statement, which is then paid. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function approveStatement(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: DecisionContext,
): Promise<void> {
  const statement = await lockPending(tx, id);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) return;
  const change = { approved_by: context.principal.name, remark };
  const step = { now: context.now, actor: toActor(context), reason: remark };
  await transitionStatement(tx, statement, { path: ['approved'], change }, step);
  await recordStatementAudit(tx, context, statement, { action: 'approved', after: { status: 'approved', remark } });
  await enqueueStatementPayout(tx, id);
}

/** Rejects a statement, which can be submitted again. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function rejectStatement(
  tx: MerchantTx,
  id: string,
  remark: string,
  context: DecisionContext,
): Promise<void> {
  const statement = await lockPending(tx, id);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason: remark }, context);
  const step = { now: context.now, actor: toActor(context), reason: remark };
  await transitionStatement(tx, statement, { path: ['closed'], change: { remark } }, step);
  await recordStatementAudit(tx, context, statement, { action: 'rejected', after: { status: 'closed', remark } });
}

/** Closes a statement again whose request for approval has expired. Idempotent. */
export async function expireStatement(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const statement = await lockStatement(tx, id);
  if (statement?.status !== 'pending_approval' || !(await expireApproval(tx, toSubject(id), now))) return;
  const remark = STATEMENT_REASONS.expired;
  const step = { now, actor: SYSTEM_ACTOR, reason: remark };
  await transitionStatement(tx, statement, { path: ['closed'], change: { remark } }, step);
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  await recordStatementAudit(tx, context, statement, { action: 'rejected', after: { status: 'closed', remark } });
}

/** Retries a failed payout under the approval that it has. Throws 404, 409 `status_conflict` and `merchant_not_active`. */
export async function retryPayout(tx: MerchantTx, id: string, context: DecisionContext): Promise<void> {
  const statement = await lockInStatus(tx, id, ['failed']);
  await assertStatementPayable(tx);
  const step = { now: context.now, actor: toActor(context), reason: STATEMENT_REASONS.retry };
  await transitionStatement(tx, statement, { path: ['approved'], change: {} }, step);
  await recordStatementAudit(tx, context, statement, { action: 'retried', after: { status: 'approved' } });
  await enqueueStatementPayout(tx, id);
}

async function lockPending(tx: MerchantTx, id: string): Promise<LockedStatement> {
  const statement = await lockStatement(tx, id);
  if (statement === undefined) throw notFound();
  if (statement.status === 'pending_approval') return statement;
  throw new Problem(
    409,
    'not_pending',
    localized('This statement does not wait for approval.', 'Laporan ini tidak menunggu persetujuan.'),
  );
}

async function lockInStatus(
  tx: MerchantTx,
  id: string,
  statuses: readonly CommissionStatementStatus[],
): Promise<LockedStatement> {
  const statement = await lockStatement(tx, id);
  if (statement === undefined) throw notFound();
  if (statuses.includes(statement.status)) return statement;
  throw new Problem(
    409,
    'status_conflict',
    localized(
      'The status of this statement does not allow this action. Reload the page.',
      'Status laporan ini tidak memungkinkan tindakan ini. Muat ulang halaman.',
    ),
  );
}

const nothingToPay = (net_amount: number): Problem =>
  new Problem(
    422,
    'nothing_to_pay',
    net_amount === 0
      ? localized('This statement has no amount to pay.', 'Laporan ini tidak memiliki jumlah yang harus dibayar.')
      : localized(
          `This statement is negative (${formatRupiah(net_amount)}). The next statement of the rule settles it.`,
          `Laporan ini negatif (${formatRupiah(net_amount)}). Laporan berikutnya dari aturan ini memperhitungkannya.`,
        ),
  );

const noPayoutAccount = (): Problem =>
  new Problem(
    422,
    'no_payout_account',
    localized(
      'The merchant that earns this commission has no settlement account. It must add one first.',
      'Merchant penerima komisi ini belum memiliki rekening settlement. Merchant harus menambahkannya terlebih dahulu.',
    ),
  );

const recordStatementAudit = (
  tx: MerchantTx,
  context: AuditContext,
  { id: object_id, status }: LockedStatement,
  { action, after }: { action: 'submitted' | 'approved' | 'rejected' | 'retried'; after: object },
) =>
  recordAudit(context, tx, {
    action: `commission_statement.${action}`,
    object_type: 'commission_statement',
    object_id,
    before: { status },
    after,
  });
