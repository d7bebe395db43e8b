/** SQL of the merchants and account groups that metrics are shown by. */
import { sql } from 'kysely';
import { buildIsInForce } from '../account-group/member-queries.ts';
import { ALLOW_PARALLEL_PLANS } from '../db/long-statements.ts';
import type { PlatformTx } from '../db/tx.ts';

/** Metrics of a thousand merchants take longer than other reads; the limit still ends what would never finish. */
export const raiseQueryLimits = (tx: PlatformTx) =>
  sql`select set_config('statement_timeout', '20s', true), set_config('work_mem', '32MB', true),
    ${sql.raw(ALLOW_PARALLEL_PLANS)}`.execute(tx.sql);

export interface GroupMember {
  merchant_id: string;
  group_id: string;
  group_name: string;
}

/** The merchants of every group and of the groups below it on a business day (WIB), each once, as lists filter them. */
export async function listGroupMembers(tx: PlatformTx, day: string): Promise<GroupMember[]> {
  const groups = await tx.sql.selectFrom('account_group').select(['id', 'name', 'parent_id']).orderBy('name').execute();
  const { rows } = await sql<{ merchant_id: string; group_id: string }>`
    select m.merchant_id, m.group_id from app.account_group_member m where ${buildIsInForce(day)}
    order by m.merchant_id`.execute(tx.sql);
  const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]));
  const members = new Map(groups.map(({ id }) => [id, new Set<string>()]));
  for (const { merchant_id, group_id } of rows) {
    for (let id: string | null = group_id; id !== null; id = parents.get(id) ?? null) members.get(id)?.add(merchant_id);
  }
  return groups.flatMap(({ id, name }) =>
    [...(members.get(id) ?? [])].map((merchant_id) => ({ merchant_id, group_id: id, group_name: name })),
  );
}
