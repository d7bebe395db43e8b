/** SQL of commission rules. The provider reads across merchants; changes are made in the merchant that earns the commission. */
import { type RawBuilder, sql } from 'kysely';
import type {
  CommissionRule,
  CommissionRuleInput,
  CommissionRuleStatus,
} from '@dasbor/contract/account-group-commission-fields';
import type { listCommissionRules } from '@dasbor/contract/account-group-commission';
import type { Query } from '@dasbor/contract/route';
import { toContainsPattern } from '../db/like-pattern.ts';
import { lockMerchant } from '../db/locks.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { Period } from './rules.ts';

/** The group of a rule, as far as its rules need it. */
export interface CommissionGroup {
  id: string;
  status: 'active' | 'inactive';
  /** Id of the merchant that earns; null: the group has no owner. */
  owner_id: string | null;
}

export const findGroup = (tx: PlatformTx, id: string): Promise<CommissionGroup | undefined> =>
  tx.sql
    .selectFrom('account_group')
    .select(['id', 'status', 'owner_merchant_of as owner_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The status as people see it: an active version whose period is over was superseded, or has ended. */
const shownStatus = (today: string): RawBuilder<CommissionRuleStatus> => sql<CommissionRuleStatus>`
  case when r.status = 'active' and r.effective_to <= ${today}::date then r.ends_as else r.status end`;

const buildRuleQuery = (today: string) => sql`
  select r.id, r.created_at, r.name, r.group_id, g.code as group_code, g.name as group_name,
    r.merchant_id as beneficiary_id, m.brand_name as beneficiary_name, b.bank_code, b.account_last4, r.method,
    r.channel_code, r.basis, r.rate_ppm, r.flat_amount, r.commission_min, r.commission_max, r.tiers, r.bearer, r.tax_rate_ppm, r.cycle,
    r.effective_from, r.effective_to, r.series_id, r.version, ${shownStatus(today)} as status, r.created_by,
    r.submitted_by, r.decided_by, r.decided_at, r.remark, a.id as approval_id
  from app.commission_rule r
  join app.account_group g on g.id = r.group_id
  join app.merchant m on m.merchant_id = r.merchant_id
  left join app.settlement_setting s on s.merchant_id = r.merchant_id
  left join app.bank_account b on b.merchant_id = r.merchant_id and b.id = s.bank_account_id
  left join app.approval_request a on a.merchant_id = r.merchant_id and a.subject_type = 'commission_rule'
    and a.subject_id = r.id and a.status = 'pending'`;

/** One page, newest first, plus one row when there is a next page. */
export async function listRules(
  tx: PlatformTx,
  { q, group_id, method, status, limit }: Query<typeof listCommissionRules>,
  { after, today }: { after: Cursor | null; today: string },
): Promise<CommissionRule[]> {
  const conditions = [sql`true`];
  if (after !== null) conditions.push(sql`(r.created_at, r.id) < (${after.at}::timestamptz, ${after.id})`);
  if (group_id !== undefined) conditions.push(sql`r.group_id = ${group_id}`);
  if (method?.length) conditions.push(sql`(r.method is null or r.method = any (${method}::text[]))`);
  if (status?.length) conditions.push(sql`${shownStatus(today)} = any (${status}::text[])`);
  if (q) {
    const pattern = toContainsPattern(q);
    conditions.push(sql`(r.name ilike ${pattern} or g.code ilike ${pattern} or g.name ilike ${pattern})`);
  }
  const { rows } = await sql<CommissionRule>`
    ${buildRuleQuery(today)}
    where ${sql.join(conditions, sql` and `)}
    order by r.created_at desc, r.id desc
    limit ${limit + 1}`.execute(tx.sql);
  return rows;
}

export async function findRule(tx: PlatformTx, id: string, today: string): Promise<CommissionRule | undefined> {
  const { rows } = await sql<CommissionRule>`${buildRuleQuery(today)} where r.id = ${id}`.execute(tx.sql);
  return rows[0];
}

/** All versions of a rule, newest first. */
export async function listVersions(
  tx: PlatformTx,
  { beneficiary_id, series_id }: Pick<CommissionRule, 'beneficiary_id' | 'series_id'>,
  today: string,
): Promise<CommissionRule[]> {
  const { rows } = await sql<CommissionRule>`
    ${buildRuleQuery(today)}
    where r.merchant_id = ${beneficiary_id} and r.series_id = ${series_id}
    order by r.version desc`.execute(tx.sql);
  return rows;
}

/** Rules of a group that can earn: what a new rule must not overlap with. */
export async function listGroupScopes(tx: PlatformTx | MerchantTx, group_id: string): Promise<RuleScope[]> {
  const { rows } = await sql<RuleScope>`
    select r.merchant_id as beneficiary_id, r.id, r.series_id, r.name, r.version, r.method, r.channel_code,
      r.effective_from, r.effective_to
    from app.commission_rule r
    where ${'merchant_id' in tx ? sql`r.merchant_id = ${tx.merchant_id} and` : sql``} r.group_id = ${group_id}
      and r.status in ('pending_approval', 'active')
    order by r.id`.execute(tx.sql);
  return rows;
}

export interface RuleScope
  extends Period, Pick<CommissionRule, 'id' | 'series_id' | 'name' | 'version' | 'method' | 'channel_code'> {
  beneficiary_id: string;
}

/** Serialises changes of the rules of one merchant that earns commissions, until the end of the transaction. */
export const lockRules = (tx: MerchantTx): Promise<void> => lockMerchant(tx);

export const lockRule = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('commission_rule')
    .select(['id', 'series_id', 'version', 'group_id', 'name', 'method', 'channel_code', 'status', 'ends_as'])
    .select(['effective_from', 'effective_to'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
export type LockedRule = NonNullable<Awaited<ReturnType<typeof lockRule>>>;

export interface NewRule {
  id: string;
  series_id: string;
  version: number;
  group_id: string;
  created_by_id: string;
  created_by: string;
  created_at: Date;
}

const toColumns = ({ tiers, ...input }: CommissionRuleInput) => ({ ...input, tiers: JSON.stringify(tiers) });

export const insertRule = (tx: MerchantTx, rule: NewRule, input: CommissionRuleInput) =>
  tx.sql
    .insertInto('commission_rule')
    .values({ merchant_id: tx.merchant_id, status: 'draft', ...rule, ...toColumns(input) })
    .execute();

/** Changes a locked draft. */
export const updateDraft = (tx: MerchantTx, id: string, input: CommissionRuleInput) =>
  tx.sql
    .updateTable('commission_rule')
    .set(toColumns(input))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();

export const deleteDraft = (tx: MerchantTx, id: string) =>
  tx.sql
    .deleteFrom('commission_rule')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();

/** The highest version of a rule, and whether a version is a draft or waits for approval. */
export async function findLatestVersion(
  tx: MerchantTx,
  series_id: string,
): Promise<{ version: number | null; has_draft: boolean }> {
  const { rows } = await sql<{ version: number | null; has_draft: boolean }>`
    select max(r.version) as version, coalesce(bool_or(r.status <> 'active'), false) as has_draft
    from app.commission_rule r
    where r.merchant_id = ${tx.merchant_id} and r.series_id = ${series_id}`.execute(tx.sql);
  return rows[0] ?? { version: null, has_draft: false };
}

/** Ends the approved versions of a rule where a new version starts; later ones never begin. */
export async function supersedeVersions(
  tx: MerchantTx,
  { id, series_id, effective_from }: Pick<LockedRule, 'id' | 'series_id' | 'effective_from'>,
): Promise<void> {
  await sql`
    update app.commission_rule r
    set effective_to = greatest(r.effective_from, ${effective_from}::date), ends_as = 'superseded'
    where r.merchant_id = ${tx.merchant_id} and r.series_id = ${series_id} and r.id <> ${id} and r.status = 'active'
      and (r.effective_to is null or r.effective_to > ${effective_from}::date)`.execute(tx.sql);
}

/** Ends the approved versions of a rule on a day. */
export async function endVersions(tx: MerchantTx, series_id: string, day: string): Promise<void> {
  await sql`
    update app.commission_rule r
    set effective_to = greatest(r.effective_from, ${day}::date), ends_as = 'ended'
    where r.merchant_id = ${tx.merchant_id} and r.series_id = ${series_id} and r.status = 'active'
      and (r.effective_to is null or r.effective_to > ${day}::date)`.execute(tx.sql);
}
