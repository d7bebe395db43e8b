/** SQL of the names of people. */
import type { LoginTx } from '../db/tx.ts';

/** Names of people, in order; ids that do not exist are left out. */
export async function listPersonNames(tx: LoginTx, user_ids: readonly string[]): Promise<string[]> {
  if (user_ids.length === 0) return [];
  const rows = await tx.sql
    .selectFrom('login')
    .select('name')
    .where('user_id', 'in', user_ids)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
