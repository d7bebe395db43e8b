/** Approves and rejects batches. The approver never uploaded, changed or submitted the batch. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import { localized } from '@dasbor/contract/language';
import type { BatchStatus } from '@dasbor/contract/disbursement-batch-fields';
import { SELF_APPROVAL, decideApproval } from '../approval/decide.ts';
import { expireApproval } from '../approval/request.ts';
import { type ActionContext, type AuditContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import type { Vault } from '../vault.ts';
import { assertRowsPayable } from './assert-payable.ts';
import { type LockedBatch, countBatchRows, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { requoteRows } from './quote.ts';
import { excludeRows } from './row-queries.ts';
import { canTransitionBatch } from './rules.ts';
import { noValidRows } from './submit.ts';

/** 'Approved or rejected' in the catalogue of notifications (domain 1.21). */
const DECIDED_ACTION = 1202;

interface Approval {
  remark: string | null;
  /** Rows that are not paid. Rows that an earlier approver excluded stay excluded. */
  excluded_rows: readonly number[];
}

type ApprovalContext = ActionContext & { vault: Vault; bank: TransferServices };

/**
 * Approves a batch, with the fees of that moment. The last required approval starts its disbursements. Throws the errors of
 * the contract.
 */
export async function approveBatch(
  tx: MerchantTx,
  id: string,
  { remark, excluded_rows }: Approval,
  context: ApprovalContext,
): Promise<void> {
  const { principal, now, vault, bank } = context;
  const batch = await lockPending(tx, id, 'approved', principal);
  await assertMerchantCan(tx, 'payouts');
  const row_nos = [...new Set(excluded_rows)];
  if ((await excludeRows(tx, id, row_nos, 'approver')) !== row_nos.length)
    throw new Problem(422, 'unknown_row', UNKNOWN_ROW);
  await requoteRows(tx, id, { bank, now });
  const counts = await countBatchRows(tx, id);
  if (counts.total_amount === 0) throw noValidRows();
  await assertRowsPayable(tx, vault, { id, now });
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (is_final) {
    const change = { ...counts, ...toDecisionColumns(context) };
    await transitionBatch(tx, batch, { to: 'approved', change, actor: toActor(principal), reason: remark, now });
    await enqueueRun(tx, id);
    await recordDecision(context, tx, batch, { status: 'approved', excluded_rows: counts.excluded_rows, remark });
  } else {
    await updateBatch(tx, id, { ...counts, updated_at: now });
  }
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

/** Approves all valid rows, from the list of approvals. */
export const approveWholeBatch = (
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: ApprovalContext,
): Promise<void> => approveBatch(tx, id, { remark, excluded_rows: [] }, context);

/** Rejects a batch. One rejection is final. Throws the errors of the contract. */
export async function rejectBatch(tx: MerchantTx, id: string, reason: string, context: ActionContext): Promise<void> {
  const { principal, now } = context;
  const batch = await lockPending(tx, id, 'rejected', principal);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason }, context);
  const change = { ...toDecisionColumns(context), rejected_reason: reason, completed_at: now };
  await transitionBatch(tx, batch, { to: 'rejected', change, actor: toActor(principal), reason, now });
  await recordDecision(context, tx, batch, { status: 'rejected', reason });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

/** Rejects a batch whose request for approval has expired. Idempotent. */
export async function expireBatch(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const batch = await lockBatch(tx, id);
  if (batch?.status !== 'pending_approval' || !(await expireApproval(tx, toSubject(id), now))) return;
  const change = { decided_at: now, rejected_reason: APPROVAL_EXPIRED, completed_at: now };
  await transitionBatch(tx, batch, { to: 'rejected', change, actor: SYSTEM_ACTOR, reason: APPROVAL_EXPIRED, now });
  const actor = { type: 'system', id: null, name: null } as const;
  await recordDecision({ actor, ip: null, now }, tx, batch, { status: 'rejected', reason: APPROVAL_EXPIRED });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

const UNKNOWN_ROW = localized(
  'A row that you exclude does not exist. Reload the batch and try again.',
  'Baris yang Anda kecualikan tidak ada. Muat ulang batch dan coba lagi.',
);

export const enqueueRun = (tx: MerchantTx, id: string): Promise<void> =>
  enqueue(
    tx,
    'run_disbursement_batch',
    { merchant_id: tx.merchant_id, id },
    { job_key: `run_disbursement_batch:${id}` },
  );

const toSubject = (subject_id: string) => ({ subject_type: 'disbursement_batch', subject_id }) as const;
const toActor = ({ type, name }: Principal) => ({ actor_type: type, actor_name: name });
const toDecisionColumns = ({ principal, now }: ActionContext) => ({
  decided_by_id: principal.id,
  decided_by: principal.name,
  decided_at: now,
});

async function lockPending(tx: MerchantTx, id: string, to: BatchStatus, principal: Principal): Promise<LockedBatch> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (principal.type !== 'user') throw new Problem(422, 'person_required', PERSON_REQUIRED);
  if (!canTransitionBatch(batch.status, to)) throw new Problem(409, 'not_pending', NOT_PENDING);
  if (batch.submitted_by_owner === getPersonId(principal)) {
    throw new Problem(422, 'self_approval', SELF_APPROVAL.disbursement_batch);
  }
  return batch;
}

const PERSON_REQUIRED = localized(
  'Only a signed-in user can approve or reject a batch.',
  'Hanya pengguna yang masuk yang dapat menyetujui atau menolak batch.',
);
const NOT_PENDING = localized(
  'This batch does not await approval any more.',
  'Batch ini tidak lagi menunggu persetujuan.',
);

async function recordDecision(
  context: AuditContext,
  tx: MerchantTx,
  batch: LockedBatch,
  after: { status: 'approved' | 'rejected'; excluded_rows?: number; remark?: string | null; reason?: string },
): Promise<void> {
  const { id } = batch;
  await recordAudit(context, tx, {
    action: `disbursement_batch.${after.status}`,
    object_type: 'disbursement_batch',
    object_id: id,
    before: { status: batch.status },
    after,
  });
  await enqueueNotification(tx, {
    event_id: `${id}.${after.status}`,
    action: DECIDED_ACTION,
    object_type: 'disbursement_batch',
    object_id: id,
    template_data: {
      outcome: `disbursement_batch_${after.status}`,
      amount: batch.total_amount,
      batch_reference: batch.batch_reference,
      reason: after.reason ?? null,
    },
    at: context.now,
  });
}
