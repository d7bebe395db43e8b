/** Settings of transactions that work longer than a request: jobs, bank statements, and the provider's metrics (decision 0138). */
import { sql } from 'kysely';
import type { QueryScope } from './tx.ts';

/** Additional processes of the database that one statement may use. */
const WORKERS = 2;

/** SQL expression that allows parallel plans until the end of the transaction; the login role has none (login-roles.ts). */
export const ALLOW_PARALLEL_PLANS = `set_config('max_parallel_workers_per_gather', '${WORKERS}', true)`;

/** For work on pages or weeks of a large merchant, or on a whole bank statement: more time, memory for sorting, and processes. */
export async function allowLongStatements(tx: Pick<QueryScope, 'sql'>): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true), set_config('work_mem', '64MB', true),
    ${sql.raw(ALLOW_PARALLEL_PLANS)}`.execute(tx.sql);
}
