/** Balance adjustments by the provider with maker-checker approval: posted in the transaction of the last approval. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import type { AdjustableAccount, createBalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import { localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { Body } from '@dasbor/contract/route';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { expireApproval, requestApproval } from '../approval/request.ts';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { BelowFloorError, getBalance, postWithFloor } from '../ledger/balance.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import { decideAdjustment, insertAdjustment, lockAdjustment } from './queries.ts';

/** Requests an adjustment and returns its id. Throws 422 `insufficient_balance` if it could not be posted now. */
export async function requestAdjustment(
  tx: MerchantTx,
  input: Body<typeof createBalanceAdjustment>,
  context: DecisionContext,
): Promise<string> {
  const { principal, now } = context;
  const { account_type, amount, reason } = input;
  if (amount < 0) {
    const account = getAccountId(await listAccountIds(tx), account_type);
    if ((await getBalance(tx, account)) < -amount) throw insufficientBalance();
  }
  const id = newId('balance_adjustment', now);
  await insertAdjustment(tx, {
    id,
    ...input,
    requested_by_id: principal.id,
    requested_by: principal.name,
    created_at: now,
  });
  await requestApproval(tx, { ...toSubject(id), amount, details: { reason, account_type } }, context);
  await recordAdjustmentAudit(context, tx, id, {
    action: 'requested',
    before: null,
    after: { status: 'pending', ...input },
  });
  return id;
}

/** Approves an adjustment and posts it. Throws 404, 409 `not_pending`, the errors of decisions, or 422 `insufficient_balance`. */
export async function approveAdjustment(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: DecisionContext,
): Promise<void> {
  const adjustment = await lockPending(tx, id);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) return;
  await decideAdjustment(tx, id, { status: 'posted', ...toDecided(context), remark });
  await postAdjustment(tx, adjustment, context.now);
  if (adjustment.account_type === 'payout') await enqueueAlertCheck(tx);
  await recordAdjustmentAudit(context, tx, id, {
    action: 'posted',
    before: { status: 'pending' },
    after: { status: 'posted', remark },
  });
  await publishLiveEvents(tx, { topic: 'balance', id: null, change: 'updated' });
}

/** Rejects an adjustment. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function rejectAdjustment(
  tx: MerchantTx,
  id: string,
  remark: string,
  context: DecisionContext,
): Promise<void> {
  await lockPending(tx, id);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason: remark }, context);
  await decideAdjustment(tx, id, { status: 'rejected', ...toDecided(context), remark });
  const after = { status: 'rejected', remark };
  await recordAdjustmentAudit(context, tx, id, { action: 'rejected', before: { status: 'pending' }, after });
}

/** Rejects an adjustment whose request for approval has expired. Idempotent. */
export async function expireAdjustment(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const adjustment = await lockAdjustment(tx, id);
  if (adjustment?.status !== 'pending' || !(await expireApproval(tx, toSubject(id), now))) return;
  const remark = APPROVAL_EXPIRED;
  await decideAdjustment(tx, id, {
    status: 'rejected',
    decided_by_id: null,
    decided_by: null,
    decided_at: now,
    remark,
  });
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  const after = { status: 'rejected', remark };
  await recordAdjustmentAudit(context, tx, id, { action: 'rejected', before: { status: 'pending' }, after });
}

const toSubject = (subject_id: string) => ({ subject_type: 'balance_adjustment', subject_id }) as const;

const toDecided = ({ principal, now }: DecisionContext) => ({
  decided_by_id: principal.id,
  decided_by: principal.name,
  decided_at: now,
});

async function lockPending(tx: MerchantTx, id: string) {
  const adjustment = await lockAdjustment(tx, id);
  if (adjustment === undefined) throw notFound();
  if (adjustment.status === 'pending') return adjustment;
  throw new Problem(
    409,
    'not_pending',
    localized(
      'This adjustment has already been approved or rejected.',
      'Penyesuaian ini sudah disetujui atau ditolak.',
    ),
  );
}

/** The counterparty is the receivable of the provider, as for adjustments of settlement disputes. */
async function postAdjustment(
  tx: MerchantTx,
  { id, account_type, amount, reason }: { id: string; account_type: AdjustableAccount; amount: Rupiah; reason: string },
  posted_at: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
  const [own, provider] = [getAccountId(accounts, account_type), getAccountId(accounts, 'provider_receivable')];
  const [debit_account, credit_account] = amount > 0 ? [provider, own] : [own, provider];
  const reference = { reference_type: 'balance_adjustment', reference_id: id, description: reason };
  const transfer = { kind: 'adjustment', amount: Math.abs(amount), debit_account, credit_account, ...reference };
  try {
    await postWithFloor(tx, { posted_at, transfers: [transfer] });
  } catch (error) {
    if (error instanceof BelowFloorError) throw insufficientBalance();
    throw error;
  }
}

const insufficientBalance = (): Problem =>
  new Problem(
    422,
    'insufficient_balance',
    localized(
      'The balance does not cover this adjustment. Enter a smaller debit.',
      'Saldo tidak mencukupi untuk penyesuaian ini. Masukkan debit yang lebih kecil.',
    ),
  );

const recordAdjustmentAudit = (
  context: AuditContext,
  tx: MerchantTx,
  object_id: string,
  { action, before, after }: { action: 'requested' | 'posted' | 'rejected'; before: object | null; after: object },
) =>
  recordAudit(context, tx, {
    action: `balance_adjustment.${action}`,
    object_type: 'balance_adjustment',
    object_id,
    before,
    after,
  });
