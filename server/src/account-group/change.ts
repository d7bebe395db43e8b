/** Creation and changes of account groups by the provider, each with an event in its transaction. */
import type * as contract from '@dasbor/contract/account-group';
import type { AuditAction } from '@dasbor/contract/audit-actions';
import type { SettlementMode } from '@dasbor/contract/account-group-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { lockName } from '../db/locks.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform, isUniqueViolation } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { hasMembersFrom, listMembersFrom } from './member-queries.ts';
import {
  enqueueGroupAccountSync,
  findOtherConsolidatedGroup,
  hasOwnPayoutAccount,
} from './consolidated-group-queries.ts';
import { groupProblem, merchantInConsolidatedGroup, merchantNotFound } from './problems.ts';
import {
  type Consolidation,
  type GroupChange,
  type NewGroupEvent,
  findGroup,
  insertGroup,
  insertGroupEvent,
  listAncestors,
  listMerchantNames,
  lockGroup,
  lockTree,
  updateGroup,
} from './queries.ts';

/** Request context of every use case. */
export interface GroupContext extends Pick<
  RequestContext<typeof contract.getAccountGroup>,
  'deps' | 'now' | 'principal'
> {
  request: { ip: string };
}

/** Adds an event to the timeline of a group. */
export const recordGroupEvent = (
  tx: PlatformTx,
  { now, principal, request }: GroupContext,
  group_id: string,
  event: NewGroupEvent & { action: AuditAction },
): Promise<void> =>
  insertGroupEvent(tx, group_id, { at: now, id: principal.id, name: principal.name, ip: request.ip }, event);

/** Throws 422 for a parent or an owner that does not exist, and for a circle. `id`: null for a new group. */
async function assertReferences(
  tx: PlatformTx,
  id: string | null,
  { parent_id, owner_merchant_of }: { parent_id?: string | null; owner_merchant_of?: string | null },
): Promise<void> {
  if (typeof parent_id === 'string') {
    await lockTree(tx);
    if ((await findGroup(tx, parent_id)) === undefined) throw groupProblem('parent_not_found');
    if (id !== null && (await listAncestors(tx, parent_id)).includes(id)) throw groupProblem('account_group_cycle');
  }
  if (typeof owner_merchant_of === 'string') {
    const found = await listMerchantNames(tx, [owner_merchant_of]);
    if (found.size === 0) throw merchantNotFound('owner_merchant_id');
  }
}

/** Throws 422 `group_owner_without_account` when the members of a consolidated group could not be paid to the owner. */
async function assertPayableOwner(
  tx: PlatformTx,
  { settlement_mode, owner_merchant_of }: { settlement_mode: SettlementMode; owner_merchant_of: string | null },
  now: Date,
): Promise<void> {
  if (settlement_mode === 'per_merchant') return;
  if (owner_merchant_of === null || !(await hasOwnPayoutAccount(tx, owner_merchant_of, now))) {
    throw groupProblem('group_owner_without_account');
  }
}

const toConsolidation = ({ now, principal }: GroupContext): Consolidation => ({
  consolidated_at: now,
  consolidated_by_id: principal.id,
  consolidated_by: principal.name,
});

/** Returns the id of the group. Throws 409 `account_group_code_taken` and the errors of its references. */
export async function createGroup(
  ctx: GroupContext & Pick<RequestContext<typeof contract.createAccountGroup>, 'body'>,
): Promise<string> {
  const { deps, body, now } = ctx;
  const { owner_merchant_id: owner_merchant_of, ...fields } = body;
  const id = newId('account_group', now);
  try {
    await asPlatform(deps.db, async (tx) => {
      await assertReferences(tx, null, { parent_id: fields.parent_id, owner_merchant_of });
      const row = { ...fields, owner_merchant_of, status: 'active' as const };
      await assertPayableOwner(tx, row, now);
      const chosen = fields.settlement_mode === 'consolidated' ? toConsolidation(ctx) : {};
      await insertGroup(tx, { id, ...row, ...chosen, created_at: now, updated_at: now });
      await recordGroupEvent(tx, ctx, id, { action: 'account_group.created', after: row });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'account_group_code_key')) throw groupProblem('account_group_code_taken');
    throw error;
  }
  return id;
}

/** Throws 409 `account_group_has_members` for the deactivation of a group with members, and the errors of its references. */
export async function changeGroup(ctx: RequestContext<typeof contract.updateAccountGroup>): Promise<void> {
  const { deps, params, body, now } = ctx;
  const { owner_merchant_id, ...fields } = body;
  const given: GroupChange = {
    ...withoutAbsent(fields),
    ...(owner_merchant_id === undefined ? {} : { owner_merchant_of: owner_merchant_id }),
  };
  await asPlatform(deps.db, async (tx) => {
    if (typeof given.parent_id === 'string') await lockTree(tx);
    if ('settlement_mode' in given || 'owner_merchant_of' in given) await lockName(tx, 'consolidated_settlement');
    const group = await lockGroup(tx, params.id);
    if (group === undefined) throw notFound();
    await assertReferences(tx, params.id, given);
    const names = (Object.keys(given) as (keyof GroupChange)[]).filter((name) => given[name] !== group[name]);
    if (names.length === 0) return;
    const deactivates = names.includes('status') && given.status === 'inactive';
    if (deactivates && (await hasMembersFrom(tx, params.id, toBusinessDay(now)))) {
      throw groupProblem('account_group_has_members');
    }
    const pick = (from: GroupChange) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const moves_payouts = names.includes('settlement_mode') || names.includes('owner_merchant_of');
    const after = { ...group, ...given };
    const is_consolidated = moves_payouts && after.settlement_mode === 'consolidated';
    if (moves_payouts) await assertPayableOwner(tx, after, now);
    await updateGroup(tx, params.id, { ...pick(given), ...(is_consolidated ? toConsolidation(ctx) : {}) }, now);
    if (moves_payouts) await syncMembers(tx, params.id, toBusinessDay(now));
    const event = { action: 'account_group.changed', before: pick(group), after: pick(given) } as const;
    await recordGroupEvent(tx, ctx, params.id, event);
  });
}

/** Throws 409 `merchant_in_consolidated_group` when a member would be paid to two owners; then every member is synchronised. */
async function syncMembers(tx: PlatformTx, group_id: string, today: string): Promise<void> {
  const merchant_ids = await listMembersFrom(tx, group_id, today);
  const group = await findGroup(tx, group_id);
  if (group?.settlement_mode === 'consolidated') {
    await assertOneOwner(tx, merchant_ids, { group_id, from: today, to: null });
  }
  await enqueueGroupAccountSync(tx, merchant_ids);
}

/** `to`: first day after the period; null: without end. Throws 409 `merchant_in_consolidated_group`. */
export async function assertOneOwner(
  tx: PlatformTx,
  merchant_ids: readonly string[],
  { group_id, from, to }: { group_id: string; from: string; to: string | null },
): Promise<void> {
  const other = await findOtherConsolidatedGroup(tx, merchant_ids, { from, to }, group_id);
  if (other !== undefined) throw merchantInConsolidatedGroup(other);
}

const withoutAbsent = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
