/**
 * Adds merchants to groups and ends their memberships, from today on: what has passed stays as it was, because commissions
 * were calculated by it. Recorded in the timeline of the group and in the audit log of the merchant.
 */
import type * as contract from '@dasbor/contract/account-group';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit } from '../audit/record.ts';
import { lockName } from '../db/locks.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform, getSqlState } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { type GroupContext, assertOneOwner, recordGroupEvent } from './change.ts';
import { insertMember, listOpenMemberships, findMember, updateMemberEnd } from './member-queries.ts';
import { enqueueGroupAccountSync } from './consolidated-group-queries.ts';
import { groupProblem, membershipBackdated, merchantInOtherGroup, merchantNotFound } from './problems.ts';
import { listMerchantNames, lockGroup } from './queries.ts';
import { findAddRefusal, findEndRefusal } from './rules.ts';

interface Membership {
  id: string;
  merchant_id: string;
  group_id: string;
}

type MemberAction = 'account_group.member_added' | 'account_group.member_ended';

async function record(
  tx: PlatformTx,
  ctx: GroupContext,
  { id, merchant_id, group_id }: Membership,
  { action, day, name }: { action: MemberAction; day: string; name: string },
): Promise<void> {
  const detail = action === 'account_group.member_added' ? { effective_from: day } : { effective_to: day };
  const after = { group_id, merchant_id, ...detail };
  await recordGroupEvent(tx, ctx, group_id, { action, subject: name, effective_day: day, after });
  const entry = { action, object_type: 'account_group_member', object_id: id, after };
  await recordAudit(ctx, { merchant_id, sql: tx.sql }, entry);
}

/** The period of a merchant in groups of a type is exclusive: 23P01 comes from a concurrent change. */
async function exclusively<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (getSqlState(error) === '23P01') throw merchantInOtherGroup(null);
    throw error;
  }
}

/** Returns the id of the membership. */
export const addMember = (
  ctx: GroupContext & Pick<RequestContext<typeof contract.addAccountGroupMember>, 'params' | 'body'>,
): Promise<string> =>
  exclusively(() =>
    asPlatform(ctx.deps.db, async (tx) => {
      const { params, body, now, principal } = ctx;
      const { merchant_id, effective_from, ends_other } = body;
      await lockName(tx, 'consolidated_settlement');
      const group = await lockGroup(tx, params.id);
      if (group === undefined) throw notFound();
      const name = (await listMerchantNames(tx, [merchant_id])).get(merchant_id)?.brand_name;
      if (name === undefined) throw merchantNotFound('merchant_id');
      const open = await listOpenMemberships(tx, merchant_id, group.type, effective_from);
      const refusal = findAddRefusal({ group, effective_from, today: toBusinessDay(now), open, ends_other });
      if (refusal === 'membership_backdated') throw membershipBackdated('effective_from');
      if (refusal === 'merchant_in_other_group') {
        const other = open.find(({ group_id }) => group_id !== group.id);
        throw merchantInOtherGroup(other === undefined ? null : { name: other.group_name, code: other.group_code });
      }
      if (refusal !== null) throw groupProblem(refusal);
      for (const other of open) {
        await lockGroup(tx, other.group_id);
        await updateMemberEnd(tx, other, effective_from, now);
        await record(tx, ctx, other, { action: 'account_group.member_ended', day: effective_from, name });
      }
      const id = newId('account_group_member', now);
      const { type } = group;
      const by = { created_by: principal.id, created_by_name: principal.name, created_at: now, updated_at: now };
      await insertMember(tx, { merchant_id, id, group_id: group.id, type, effective_from, ...by });
      const member = { id, merchant_id, group_id: group.id };
      await record(tx, ctx, member, { action: 'account_group.member_added', day: effective_from, name });
      if (group.settlement_mode === 'consolidated') {
        await assertOneOwner(tx, [merchant_id], { group_id: group.id, from: effective_from, to: null });
      }
      await enqueueGroupAccountSync(tx, [merchant_id]);
      return id;
    }),
  );

/**
 * A later end extends the membership, so it is checked as a new one is. Throws 409 `membership_ended`,
 * `merchant_in_other_group` and `merchant_in_consolidated_group`, and 422 `membership_backdated`.
 */
export const endMember = (ctx: RequestContext<typeof contract.endAccountGroupMember>): Promise<void> =>
  exclusively(() =>
    asPlatform(ctx.deps.db, async (tx) => {
      const { params, body, now } = ctx;
      await lockName(tx, 'consolidated_settlement');
      const group = await lockGroup(tx, params.id);
      if (group === undefined) throw notFound();
      const member = await findMember(tx, params.id, params.member_id);
      if (member === undefined) throw notFound();
      const refusal = findEndRefusal(member, body.effective_to, toBusinessDay(now));
      if (refusal === 'membership_backdated') throw membershipBackdated('effective_to');
      if (refusal !== null) throw groupProblem(refusal);
      if (member.effective_to === body.effective_to) return;
      const { merchant_id, effective_to } = member;
      const name = (await listMerchantNames(tx, [merchant_id])).get(merchant_id)?.brand_name ?? '';
      await updateMemberEnd(tx, member, body.effective_to, now);
      if (group.settlement_mode === 'consolidated' && effective_to !== null && effective_to < body.effective_to) {
        await assertOneOwner(tx, [merchant_id], { group_id: group.id, from: effective_to, to: body.effective_to });
      }
      await record(tx, ctx, member, { action: 'account_group.member_ended', day: body.effective_to, name });
      await enqueueGroupAccountSync(tx, [merchant_id]);
    }),
  );
