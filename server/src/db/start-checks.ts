/** Startup checks: the application does not start on a database that could lose money or mix up merchants. */
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { type PlatformTx, asLogin, asPlatform, isSharded } from './tx.ts';

/** The problems of one node, a row each. On a worker, the tables are the shards. */
const NODE_PROBLEMS = `
  select format('PostgreSQL setting %s is off: committed money could be lost', name) as problem
  from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
  union all
  select format('role %s can bypass row-level security', rolname)
  from pg_roles
  where (rolname = session_user or rolname in ('app_merchant', 'app_platform', 'app_login', 'app_search', 'app_intake',
    'app_reader', 'app_provider_reader'))
    and (rolbypassrls or rolsuper)
  union all
  select format('table %s lacks forced row-level security', c.relname)
  from pg_class c
  where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and a.attnotnull and not a.attisdropped)
    and not (c.relrowsecurity and c.relforcerowsecurity)`;

export async function assertSafeToStart(db: Db): Promise<void> {
  const is_sharded = await isSharded(db);
  const problems = await asPlatform(db, async (tx) => {
    const { rows } = await sql.raw<{ problem: string }>(NODE_PROBLEMS).execute(tx.sql);
    const own = rows.map(({ problem }) => problem);
    return is_sharded ? [...own, ...(await listWorkerProblems(tx))] : own;
  });
  if (problems.length > 0)
    throw new Error(`Refusing to start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

interface WorkerAnswer {
  nodename: string;
  nodeport: number;
  success: boolean;
  /** One problem per line, or the error of the worker. */
  result: string;
}

/** The problems of the workers of a sharded database; a worker that does not answer is one. */
export async function listWorkerProblems(tx: PlatformTx): Promise<string[]> {
  const command = `select coalesce(string_agg(problem, E'\\n' order by problem), '') from (${NODE_PROBLEMS}) found`;
  const { rows } = await sql<WorkerAnswer>`
    select nodename, nodeport, success, result from run_command_on_workers(${command})`.execute(tx.sql);
  return rows.flatMap(describeWorker);
}

const describeWorker = ({ nodename, nodeport, success, result }: WorkerAnswer): string[] => {
  const worker = `worker ${nodename}:${nodeport}`;
  if (!success) return [`${worker} cannot be checked: ${result}`];
  return result === '' ? [] : result.split('\n').map((problem) => `${worker}: ${problem}`);
};

/** Throws when no transaction can be opened: the database is down or out of connections. */
export async function assertReachable(db: Db): Promise<void> {
  await asLogin(db, (tx) => sql`select 1`.execute(tx.sql));
}
