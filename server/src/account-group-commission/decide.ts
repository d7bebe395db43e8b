/** Commission rules from submission to their end: a second person approves, and the version replaces the one before. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import { formatDay } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { expireApproval, requestApproval } from '../approval/request.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type DraftContext, lockDraft, recordRuleAudit } from './draft.ts';
import {
  type LockedRule,
  type RuleScope,
  endVersions,
  listGroupScopes,
  lockRule,
  lockRules,
  supersedeVersions,
} from './queries.ts';
import { isOverlapping } from './rules.ts';

const toSubject = (subject_id: string) => ({ subject_type: 'commission_rule', subject_id }) as const;

/**
 * Submits a draft. Throws 409 `status_conflict`, 422 `commission_rule_backdated` and 409 `commission_rule_overlap`. `others`:
 * rules of the group that other merchants earn, read before: the group had another owner.
 */
export async function submitRule(
  tx: MerchantTx,
  id: string,
  others: readonly RuleScope[],
  context: DraftContext,
): Promise<void> {
  const { principal, now } = context;
  await lockRules(tx);
  const rule = await lockDraft(tx, id);
  assertNotBackdated(rule, now);
  const own = await listGroupScopes(tx, rule.group_id);
  const overlapping = [...own, ...others.filter(({ beneficiary_id }) => beneficiary_id !== tx.merchant_id)].find(
    (other) => other.series_id !== rule.series_id && isOverlapping(other, rule),
  );
  if (overlapping !== undefined) throw buildOverlap(overlapping);
  await updateRule(tx, id, { status: 'pending_approval', submitted_by: principal.name, remark: null });
  await requestApproval(
    tx,
    { ...toSubject(id), amount: null, details: { reason: `${rule.name} v${rule.version}` } },
    context,
  );
  await recordRuleAudit(tx, context, id, {
    action: 'submitted',
    before: { status: 'draft' },
    after: { status: 'pending_approval' },
  });
}

/** Approves a rule, which applies from its date. Throws 404, 409 `not_pending`, 422 `commission_rule_backdated`. */
export async function approveRule(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: DecisionContext,
): Promise<void> {
  await lockRules(tx);
  const rule = await lockPending(tx, id);
  assertNotBackdated(rule, context.now);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) return;
  await supersedeVersions(tx, rule);
  await updateRule(tx, id, { status: 'active', remark, ...toDecided(context) });
  await recordRuleAudit(tx, context, id, {
    action: 'approved',
    before: { status: 'pending_approval' },
    after: { status: 'active', remark },
  });
}

/** Rejects a rule, which becomes a draft again. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function rejectRule(tx: MerchantTx, id: string, remark: string, context: DecisionContext): Promise<void> {
  await lockPending(tx, id);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason: remark }, context);
  await updateRule(tx, id, { status: 'draft', remark, ...toDecided(context) });
  await recordRuleAudit(tx, context, id, {
    action: 'rejected',
    before: { status: 'pending_approval' },
    after: { status: 'draft', remark },
  });
}

/** Makes a rule whose request for approval has expired a draft again. Idempotent. */
export async function expireRule(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const rule = await lockRule(tx, id);
  if (rule?.status !== 'pending_approval' || !(await expireApproval(tx, toSubject(id), now))) return;
  await updateRule(tx, id, {
    status: 'draft',
    remark: APPROVAL_EXPIRED,
    decided_by_id: null,
    decided_by: null,
    decided_at: now,
  });
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  await recordRuleAudit(tx, context, id, {
    action: 'rejected',
    before: { status: 'pending_approval' },
    after: { status: 'draft', remark: APPROVAL_EXPIRED },
  });
}

/** Ends a rule with all its approved versions. Throws 409 `status_conflict` and 422 `commission_end_invalid`. */
export async function endRule(tx: MerchantTx, id: string, day: string, context: DraftContext): Promise<void> {
  const today = toBusinessDay(context.now);
  await lockRules(tx);
  const rule = await lockRule(tx, id);
  if (rule === undefined) throw notFound();
  if (rule.status !== 'active' || (rule.effective_to !== null && rule.effective_to <= today)) throw notActive();
  if (day < today || (rule.effective_to !== null && day >= rule.effective_to)) throw endInvalid();
  await endVersions(tx, rule.series_id, day);
  await recordRuleAudit(tx, context, id, {
    action: 'ended',
    before: { effective_to: rule.effective_to },
    after: { effective_to: day },
  });
}

interface RuleChange {
  status: LockedRule['status'];
  remark: string | null;
  submitted_by?: string;
  decided_by_id?: string | null;
  decided_by?: string | null;
  decided_at?: Date;
}

const updateRule = (tx: MerchantTx, id: string, change: RuleChange) =>
  tx.sql
    .updateTable('commission_rule')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

const toDecided = ({ principal, now }: DecisionContext) => ({
  decided_by_id: principal.id,
  decided_by: principal.name,
  decided_at: now,
});

async function lockPending(tx: MerchantTx, id: string): Promise<LockedRule> {
  const rule = await lockRule(tx, id);
  if (rule === undefined) throw notFound();
  if (rule.status === 'pending_approval') return rule;
  throw new Problem(
    409,
    'not_pending',
    localized('This version does not wait for approval.', 'Versi ini tidak menunggu persetujuan.'),
  );
}

function assertNotBackdated({ effective_from }: LockedRule, now: Date): void {
  if (effective_from >= toBusinessDay(now)) return;
  throw new Problem(
    422,
    'commission_rule_backdated',
    localized(
      'The start date has passed. Change the draft to start today or later.',
      'Tanggal mulai sudah lewat. Ubah draf agar mulai berlaku hari ini atau setelahnya.',
    ),
  );
}

function buildOverlap({ name, version, effective_from }: RuleScope): Problem {
  const [en, id] = [formatDay(effective_from, 'en'), formatDay(effective_from, 'id')];
  return new Problem(
    409,
    'commission_rule_overlap',
    localized(
      `The rule "${name}" (version ${version}, from ${en}) earns a commission for the same payments. Change the channels or the dates.`,
      `Aturan "${name}" (versi ${version}, sejak ${id}) memberi komisi untuk pembayaran yang sama. Ubah kanal atau tanggalnya.`,
    ),
  );
}

const notActive = (): Problem =>
  new Problem(
    409,
    'status_conflict',
    localized('Only an active rule can be ended.', 'Hanya aturan aktif yang dapat diakhiri.'),
  );

const endInvalid = (): Problem =>
  new Problem(
    422,
    'commission_end_invalid',
    localized(
      'Choose an end date from today on that is before the current end date.',
      'Pilih tanggal akhir mulai hari ini yang sebelum tanggal akhir saat ini.',
    ),
  );
