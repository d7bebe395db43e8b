/** Approval of closed settlements, from the settlement itself or from the list of approvals. */
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import { toSettlementSubject } from './approval-request.ts';
import { noBankAccount, wrongStatus } from './problems.ts';
import { enqueueBatchJobs } from './run.ts';
import { lockBatch, transitionBatch } from './write-queries.ts';

/** Approves a closed settlement for payout. Throws 404, 409 `status_conflict` or 422 `no_bank_account`. */
export async function approveSettlement(
  tx: MerchantTx,
  id: string,
  reason: string | null,
  context: DecisionContext,
): Promise<void> {
  const { principal, now } = context;
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (batch.status !== 'closed') throw wrongStatus(batch.status);
  if (batch.destination === 'bank' && batch.bank_account_id === null) throw noBankAccount();
  await decideApproval(tx, toSettlementSubject(id), { decision: 'approve', reason }, context);
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const change = { approved_by: principal.name };
  await transitionBatch(tx, batch, { path: ['approved'], change }, { now, actor, reason });
  await enqueueBatchJobs(tx, id);
  await recordAudit(context, tx, {
    action: 'settlement.approved',
    object_type: 'settlement_batch',
    object_id: id,
    after: { net_amount: batch.net_amount, reason },
  });
}

/** A settlement ends in the list of approvals by its approval only; the list refuses to reject it. */
export const SETTLEMENT_APPROVAL = {
  approve: approveSettlement,
  reject: (): Promise<never> => Promise.reject(new Error('A settlement is not rejected')),
};
