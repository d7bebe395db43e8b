/** Transfers from the available to the payout balance, with maker-checker approval. The floor check prevents overdrafts under concurrency. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import { localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { decideApproval } from '../approval/decide.ts';
import { assertWithinDailyLimit, expireApproval, requestApproval } from '../approval/request.ts';
import { type ActionContext, type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { getPersonId } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { BelowFloorError, getBalance, postWithFloor } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import { enqueueAlertCheck } from './alert-queries.ts';
import { insertTransfer, lockTransfer, transitionTransfer } from './transfer-queries.ts';
import { BALANCE_TRANSFER_TRANSITIONS } from './rules.ts';

/** 'Awaiting approval' in the catalogue of notifications (domain 1.21); its readers may approve transfers. */
const AWAITING_APPROVAL_ACTION = 1201;

const buildInsufficientBalance = () =>
  new Problem(
    422,
    'insufficient_balance',
    localized(
      'The available balance is insufficient. Enter a lower amount.',
      'Saldo tersedia tidak mencukupi. Masukkan jumlah yang lebih kecil.',
    ),
  );

/**
 * Requests a transfer and returns its id. Returns 409 `merchant_not_active`, or 422 `insufficient_balance` if it could not
 * be approved now.
 */
export async function requestTransfer(tx: MerchantTx, amount: Rupiah, context: ActionContext): Promise<string> {
  await assertMerchantCan(tx, 'payouts');
  const accounts = await listAccountIds(tx);
  if ((await getBalance(tx, getAccountId(accounts, 'available'))) < amount) throw buildInsufficientBalance();
  await assertWithinDailyLimit(tx, { subject_type: 'balance_transfer', amount }, context);
  const { principal } = context;
  const id = newId('balance_transfer', context.now);
  const by = { type: principal.type, id: principal.id, name: principal.name, owner_id: getPersonId(principal) };
  await insertTransfer(tx, { id, amount, by, created_at: context.now });
  await requestApproval(tx, { ...toSubject(id), amount, details: {} }, context);
  await recordTransferAudit(context, tx, id, {
    action: 'requested',
    before: null,
    after: { status: 'pending', amount },
  });
  await enqueueNotification(tx, {
    event_id: `${id}.requested`,
    action: AWAITING_APPROVAL_ACTION,
    object_type: 'balance_transfer',
    object_id: id,
    template_data: { outcome: 'balance_transfer', amount, requested_by: principal.name },
    at: context.now,
  });
  await publishLiveEvents(tx, { topic: 'balance', id, change: 'created' });
  return id;
}

/**
 * Approves a transfer; the last required approval posts it. Returns 404, 409 `not_pending` or `merchant_not_active`, the errors of decisions, or
 * 422 `insufficient_balance` (the approval is then not recorded).
 */
export async function approveTransfer(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: ActionContext,
): Promise<void> {
  const { now, principal: by } = context;
  const transfer = await lockPending(tx, id, 'approved');
  await assertMerchantCan(tx, 'payouts');
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) {
    await publishLiveEvents(tx, { topic: 'balance', id, change: 'updated' });
    return;
  }
  const decided = { decided_by_id: by.id, decided_by_name: by.name, decided_at: now, remark };
  await transitionTransfer(tx, transfer, { status: 'approved', updated_at: now, ...decided });
  await postTransfer(tx, id, transfer.amount, now);
  await transitionTransfer(tx, { id, status: 'approved' }, { status: 'posted', updated_at: now });
  await recordTransferAudit(context, tx, id, {
    action: 'approved',
    before: PENDING,
    after: { status: 'posted', remark },
  });
  await publishLiveEvents(
    tx,
    { topic: 'balance', id, change: 'updated' },
    { topic: 'deposit-va', id: null, change: 'updated' },
  );
  await enqueueAlertCheck(tx);
}

/** Rejects a transfer. Returns 404 or 409 `not_pending`. */
export async function rejectTransfer(
  tx: MerchantTx,
  id: string,
  remark: string,
  context: ActionContext,
): Promise<void> {
  const { now, principal: by } = context;
  const transfer = await lockPending(tx, id, 'rejected');
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason: remark }, context);
  const decided = { decided_by_id: by.id, decided_by_name: by.name, decided_at: now, remark };
  await transitionTransfer(tx, transfer, { status: 'rejected', updated_at: now, ...decided });
  const after = { status: 'rejected', remark };
  await recordTransferAudit(context, tx, id, { action: 'rejected', before: PENDING, after });
  await publishLiveEvents(tx, { topic: 'balance', id, change: 'updated' });
}

/** Rejects a transfer whose request for approval has expired. Idempotent. */
export async function expireTransfer(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const transfer = await lockTransfer(tx, id);
  if (transfer?.status !== 'pending' || !(await expireApproval(tx, toSubject(id), now))) return;
  await transitionTransfer(tx, transfer, {
    status: 'rejected',
    updated_at: now,
    decided_at: now,
    remark: APPROVAL_EXPIRED,
  });
  const after = { status: 'rejected', remark: APPROVAL_EXPIRED };
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  await recordTransferAudit(context, tx, id, { action: 'rejected', before: PENDING, after });
  await publishLiveEvents(tx, { topic: 'balance', id, change: 'updated' });
}

const toSubject = (subject_id: string) => ({ subject_type: 'balance_transfer', subject_id }) as const;

async function lockPending(tx: MerchantTx, id: string, to: 'approved' | 'rejected') {
  const transfer = await lockTransfer(tx, id);
  if (transfer === undefined) throw notFound();
  if (!BALANCE_TRANSFER_TRANSITIONS[transfer.status].includes(to)) {
    throw new Problem(
      409,
      'not_pending',
      localized('This transfer has already been approved or rejected.', 'Transfer ini sudah disetujui atau ditolak.'),
    );
  }
  return transfer;
}

async function postTransfer(tx: MerchantTx, id: string, amount: Rupiah, posted_at: Date): Promise<void> {
  const accounts = await listAccountIds(tx);
  const transfer = {
    // The stored code of this kind of ledger transfer.
    kind: 'balance_move',
    debit_account: getAccountId(accounts, 'available'),
    credit_account: getAccountId(accounts, 'payout'),
    amount,
    reference_type: 'balance_move',
    reference_id: id,
  };
  try {
    await postWithFloor(tx, { posted_at, transfers: [transfer] });
  } catch (error) {
    if (error instanceof BelowFloorError) throw buildInsufficientBalance();
    throw error;
  }
}

const PENDING = { status: 'pending' };

const recordTransferAudit = (
  context: AuditContext,
  tx: MerchantTx,
  object_id: string,
  { action, before, after }: { action: 'requested' | 'approved' | 'rejected'; before: object | null; after: object },
) =>
  recordAudit(context, tx, {
    action: `balance_transfer.${action}`,
    object_type: 'balance_transfer',
    object_id,
    before,
    after,
  });
