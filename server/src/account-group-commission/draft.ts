/** Drafts of commission rules: created, changed and discarded until they are submitted. */
import type { CommissionRuleInput, CommissionTerms } from '@dasbor/contract/account-group-commission-fields';
import { localized } from '@dasbor/contract/language';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import {
  type CommissionGroup,
  type LockedRule,
  deleteDraft,
  findLatestVersion,
  insertRule,
  lockRule,
  lockRules,
  updateDraft,
} from './queries.ts';
import { findInvalidSimulation, findInvalidTerm } from './rules.ts';

export type DraftContext = AuditContext & { principal: Principal };

/** Throws 400 for terms that contradict each other. */
export const assertValidTerms = (input: CommissionRuleInput): void => assertNone(findInvalidTerm(input));

/** Throws 400 for terms of a simulation that contradict each other. */
export const assertValidSimulation = (terms: CommissionTerms): void => assertNone(findInvalidSimulation(terms));

function assertNone(invalid: ReturnType<typeof findInvalidTerm>): void {
  if (invalid !== null) throw new Problem(400, 'invalid_request', invalid.detail, { errors: [invalid] });
}

/** Returns the merchant that earns the commissions of a group. Throws 422 when there is none. */
export function getOwnerId(group: CommissionGroup | undefined): string {
  if (group === undefined) {
    const detail = localized('There is no such account group.', 'Grup akun tersebut tidak ada.');
    throw new Problem(422, 'account_group_not_found', detail);
  }
  if (group.owner_id !== null) return group.owner_id;
  throw new Problem(
    422,
    'account_group_without_owner',
    localized(
      'This group has no owner that could earn a commission. Set its owner first.',
      'Grup ini tidak memiliki pemilik yang dapat menerima komisi. Tetapkan pemiliknya terlebih dahulu.',
    ),
  );
}

/** Throws 422 for an inactive group. */
export function assertActiveGroup({ status }: CommissionGroup): void {
  if (status === 'active') return;
  throw new Problem(
    422,
    'account_group_inactive',
    localized(
      'This account group is inactive. Activate it first.',
      'Grup akun ini tidak aktif. Aktifkan terlebih dahulu.',
    ),
  );
}

/** Creates a draft and returns its id. `series_id`: the rule that it becomes a version of; absent: a new one. */
export async function createDraft(
  tx: MerchantTx,
  { group_id, series_id, input }: { group_id: string; series_id?: string; input: CommissionRuleInput },
  context: DraftContext,
): Promise<string> {
  const { principal, now } = context;
  await lockRules(tx);
  const id = newId('commission_rule', now);
  const series = series_id ?? id;
  const last = await findLatestVersion(tx, series);
  if (last.has_draft) throw draftExists();
  const version = (last.version ?? 0) + 1;
  const created = { created_by_id: principal.id, created_by: principal.name, created_at: now };
  await insertRule(tx, { id, series_id: series, version, group_id, ...created }, input);
  await recordRuleAudit(tx, context, id, { action: 'created', before: null, after: { group_id, version, ...input } });
  return id;
}

/** Changes a draft. Throws 409 `status_conflict`. */
export async function changeDraft(
  tx: MerchantTx,
  id: string,
  input: CommissionRuleInput,
  context: DraftContext,
): Promise<void> {
  await lockDraft(tx, id);
  await updateDraft(tx, id, input);
  await recordRuleAudit(tx, context, id, { action: 'changed', before: null, after: input });
}

/** Discards a draft. Throws 409 `status_conflict`. */
export async function discardDraft(tx: MerchantTx, id: string, context: DraftContext): Promise<void> {
  const { name, version } = await lockDraft(tx, id);
  await deleteDraft(tx, id);
  await recordRuleAudit(tx, context, id, { action: 'discarded', before: { name, version }, after: null });
}

/** Locks a draft. Throws 404, or 409 `status_conflict`. */
export async function lockDraft(tx: MerchantTx, id: string): Promise<LockedRule> {
  const rule = await lockRule(tx, id);
  if (rule === undefined) throw notFound();
  if (rule.status === 'draft') return rule;
  throw new Problem(
    409,
    'status_conflict',
    localized(
      'This version is no longer a draft. Create a new version to change the rule.',
      'Versi ini bukan lagi draf. Buat versi baru untuk mengubah aturan.',
    ),
  );
}

const draftExists = (): Problem =>
  new Problem(
    409,
    'draft_exists',
    localized(
      'This rule already has a version that is a draft or waits for approval.',
      'Aturan ini sudah memiliki versi yang masih draf atau menunggu persetujuan.',
    ),
  );

export const recordRuleAudit = (
  tx: MerchantTx,
  context: AuditContext,
  object_id: string,
  entry: {
    action: 'created' | 'changed' | 'discarded' | 'submitted' | 'approved' | 'rejected' | 'ended';
    before: object | null;
    after: object | null;
  },
) =>
  recordAudit(context, tx, {
    object_type: 'commission_rule',
    object_id,
    ...entry,
    action: `commission_rule.${entry.action}`,
  });
