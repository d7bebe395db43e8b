/** SQL of the list of commission statements and their details, read by the provider across merchants. */
import { type RawBuilder, sql } from 'kysely';
import type {
  CommissionStatement,
  CommissionStatementDetail,
  CommissionStatementLine,
  listCommissionStatements,
  summariseCommissionStatements,
} from '@dasbor/contract/commission-statement';
import type { Output, Query } from '@dasbor/contract/route';
import { toContainsPattern } from '../db/like-pattern.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

export type StatementFilter = Omit<Query<typeof listCommissionStatements>, 'cursor' | 'limit' | 'columns'> & {
  /** First version of the rule that `rule_id` names. */
  series_id?: string | undefined;
};

const COLUMNS = sql`
  s.id, s.number, s.created_at, s.series_id as rule_id, s.rule_name, s.group_id, g.name as group_name,
  s.merchant_id as beneficiary_id, m.brand_name as beneficiary_name, s.cycle, s.period_from, s.period_to, s.status,
  s.transaction_count, s.gross_amount, s.fee_amount, s.commission_amount, s.adjustment_amount, s.carried_amount,
  s.payable_amount, s.tax_rate_ppm, s.tax_amount, s.net_amount, s.currency, b.bank_code, b.account_last4,
  s.bank_reference, s.paid_at`;

const FROM = sql`
  from app.commission_statement s
  join app.account_group g on g.id = s.group_id
  join app.merchant m on m.merchant_id = s.merchant_id
  left join app.bank_account b on b.merchant_id = s.merchant_id and b.id = s.bank_account_id`;

function buildConditions(filter: StatementFilter): RawBuilder<unknown>[] {
  const { series_id, group_id, beneficiary_id, status, from, to, q } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (series_id !== undefined) conditions.push(sql`s.series_id = ${series_id}`);
  if (group_id !== undefined) conditions.push(sql`s.group_id = ${group_id}`);
  if (beneficiary_id !== undefined) conditions.push(sql`s.merchant_id = ${beneficiary_id}`);
  if (status?.length) conditions.push(sql`s.status = any (${status}::text[])`);
  if (from !== undefined) conditions.push(sql`s.created_at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`s.created_at < ${to}::timestamptz`);
  if (q) {
    const pattern = toContainsPattern(q);
    conditions.push(sql`(s.number ilike ${pattern} or s.rule_name ilike ${pattern} or m.brand_name ilike ${pattern})`);
  }
  return conditions;
}

/** Count and payable sum per status. */
export async function summariseStatements(
  tx: PlatformTx,
  filter: StatementFilter,
): Promise<Output<typeof summariseCommissionStatements>['data']> {
  const { rows } = await sql<Output<typeof summariseCommissionStatements>['data'][number]>`
    select s.status, count(*) as count, sum(s.payable_amount)::bigint as amount ${FROM}
    where ${sql.join(buildConditions(filter), sql` and `)} group by s.status`.execute(tx.sql);
  return rows;
}

/** One page after the cursor, newest first, plus one row when there is a next page. */
export async function listStatements(
  tx: PlatformTx,
  filter: StatementFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<CommissionStatement[]> {
  const conditions = buildConditions(filter);
  if (after !== null) conditions.push(sql`(s.created_at, s.id) < (${after.at}::timestamptz, ${after.id})`);
  const { rows } = await sql<CommissionStatement>`
    select ${COLUMNS} ${FROM}
    where ${sql.join(conditions, sql` and `)}
    order by s.created_at desc, s.id desc
    limit ${limit + 1}`.execute(tx.sql);
  return rows;
}

export type StatementRow = Omit<CommissionStatementDetail, 'lines' | 'events'>;

export async function findStatement(tx: PlatformTx, id: string): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS}, b.holder_name, s.rail, s.partner_reference_no, s.submitted_by, s.approved_by, s.remark,
      s.failure_message, a.id as approval_id, s.carried_to_id, c.number as carried_to_number
    ${FROM}
    left join app.approval_request a on a.merchant_id = s.merchant_id and a.subject_type = 'commission_statement'
      and a.subject_id = s.id and a.status = 'pending'
    left join app.commission_statement c on c.merchant_id = s.merchant_id and c.id = s.carried_to_id
    where s.id = ${id}`.execute(tx.sql);
  return rows[0];
}

export const listStatementEvents = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('commission_statement_event')
    .select(['at', 'from_status', 'to_status', 'reason', 'actor_type', 'actor_name'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('statement_id', '=', id)
    .orderBy('seq')
    .execute();

/** Amounts by merchant. The names are those of other merchants, so that only the provider can read them. */
export async function listStatementLines(
  tx: PlatformTx,
  { beneficiary_id, id }: Pick<StatementRow, 'beneficiary_id' | 'id'>,
): Promise<CommissionStatementLine[]> {
  const lines = await tx.sql
    .selectFrom('commission_statement_line')
    .select(['earned_from as merchant_id', 'transaction_count', 'gross_amount', 'fee_amount', 'commission_amount'])
    .select(['adjustment_amount', 'payable_amount'])
    .where('merchant_id', '=', beneficiary_id)
    .where('statement_id', '=', id)
    .execute();
  const names = await listMerchantNames(
    tx,
    lines.map(({ merchant_id }) => merchant_id),
  );
  return lines
    .map((line) => ({ ...line, merchant_name: names.get(line.merchant_id) ?? line.merchant_id }))
    .toSorted((a, b) => a.merchant_name.localeCompare(b.merchant_name));
}

/** Id of the first version of a rule. */
export const findSeriesId = async (tx: PlatformTx, rule_id: string): Promise<string | undefined> =>
  (await tx.sql.selectFrom('commission_rule').select('series_id').where('id', '=', rule_id).executeTakeFirst())
    ?.series_id;
