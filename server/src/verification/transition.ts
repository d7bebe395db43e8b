/** Moves a verification to its next status: merchant, timeline, audit, live event and email in one transaction. */
import type { AuditAction } from '@dasbor/contract/audit-actions';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import type { VerificationAction } from '@dasbor/contract/verification-status';
import type { WebhookEventType } from '@dasbor/contract/webhook-events';
import { toAuditActor } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { recordWebhookEvent } from '../db/webhook-events.ts';
import { insertMerchantEvent } from '../merchant/event-queries.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { type ChangeContext, recordChange } from './change-context.ts';
import { contactNotVerified, invalidTransition } from './problems.ts';
import { type MerchantProfile, type MerchantUpdate, updateMerchant } from './queries.ts';
import { getNextMerchantStatus, planTransition } from './rules.ts';

const AUDIT_ACTIONS: Record<VerificationAction, AuditAction> = {
  submit: 'verification.submitted',
  start_review: 'verification.review_started',
  request_revision: 'verification.revision_requested',
  approve: 'verification.approved',
  reject: 'verification.rejected',
  re_review: 'verification.re_review_started',
};

export interface TransitionInput {
  action: VerificationAction;
  /** Shown to the merchant. */
  reason?: string;
  /** Stored with the new status. */
  change?: MerchantUpdate;
}

/** The merchant's row must be locked. Throws 409 `status_conflict` and `contact_not_verified`. */
export async function applyTransition(
  ctx: ChangeContext,
  tx: MerchantTx,
  merchant: MerchantProfile,
  { action, reason, change = {} }: TransitionInput,
): Promise<void> {
  const { verification_status: from, status } = merchant;
  const path = planTransition(from, action);
  const reached = path?.at(-1);
  if (path === null || reached === undefined) throw invalidTransition(from);
  const next = getNextMerchantStatus(status, reached);
  if (next === null) throw status === 'registered' ? contactNotVerified() : invalidTransition(from);
  await updateMerchant(
    tx,
    {
      ...change,
      verification_status: reached,
      status: next,
      ...(action === 'submit' ? { submitted_at: ctx.now } : {}),
      ...(next === 'active' && merchant.activated_at === null ? { activated_at: ctx.now } : {}),
      ...(next === 'suspended' && status !== 'suspended' ? { suspended_reason: reason ?? null } : {}),
    },
    ctx.now,
  );
  const event = { at: ctx.now, actor: toAuditActor(ctx.principal) };
  const seq = await insertVerificationEvents(tx, event, { from, path, reason });
  if (next !== status) {
    await insertMerchantEvent(tx, event, {
      kind: 'status',
      from_status: status,
      to_status: next,
      reason: reason ?? null,
    });
  }
  await recordChange(ctx, tx, {
    action: AUDIT_ACTIONS[action],
    object_type: 'merchant',
    object_id: tx.merchant_id,
    before: { status, verification_status: from },
    after: { status: next, verification_status: reached, ...change, ...(reason === undefined ? {} : { reason }) },
  });
  await notifyVerification(tx, { key: `verification:${seq}`, outcome: reached, reason, at: ctx.now });
  const type = WEBHOOK_TYPES[action];
  if (type === undefined) return;
  const data = { object: 'merchant', id: tx.merchant_id, status: next, verification_status: reached };
  await recordWebhookEvent(ctx.deps.db, tx, {
    type,
    key: `${tx.merchant_id}.${type}.${seq}`,
    object_id: tx.merchant_id,
    at: ctx.now,
    data: { ...data, reason: reason ?? null },
  });
}

const WEBHOOK_TYPES: Partial<Record<VerificationAction, WebhookEventType>> = {
  approve: 'merchant.kyb_approved',
  reject: 'merchant.kyb_rejected',
};

/** Returns the number of the last one. */
async function insertVerificationEvents(
  tx: MerchantTx,
  event: Parameters<typeof insertMerchantEvent>[1],
  { from, path, reason }: { from: VerificationStatus; path: VerificationStatus[]; reason: string | undefined },
): Promise<number> {
  let from_status = from;
  let seq = 0;
  for (const to_status of path) {
    const is_last = to_status === path.at(-1);
    const own_reason = is_last ? (reason ?? null) : null;
    seq = await insertMerchantEvent(tx, event, { kind: 'verification', from_status, to_status, reason: own_reason });
    from_status = to_status;
  }
  return seq;
}

/** The action of the catalogue: business verification status. */
export const VERIFICATION_ACTION = 1012;

/** Enqueues the email about a new status or a decided change request. */
export async function notifyVerification(
  tx: MerchantTx,
  { key, outcome, reason, at }: { key: string; outcome: string; reason: string | undefined; at: Date },
): Promise<void> {
  await enqueueNotification(tx, {
    event_id: `${tx.merchant_id}:${key}`,
    action: VERIFICATION_ACTION,
    object_type: 'verification',
    object_id: tx.merchant_id,
    template_data: { outcome, ...(reason === undefined ? {} : { reason }) },
    at,
  });
}
