/**
 * Two login roles per database: `<database>_web`, which may only enter application roles, and `<database>_jobs`, which
 * owns the job queue and nothing else.
 */
import type pg from 'pg';

export interface LoginRoles {
  web_password: string;
  jobs_password: string;
}

/** Limits of every statement of the application (design rules 4.11). */
const WEB_SETTINGS = {
  search_path: 'app, public',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  lock_timeout: '2s',
  timezone: 'UTC',
  // Requests of many merchants share the cores (long-statements.ts).
  max_parallel_workers_per_gather: '0',
};

/** Roles that transactions enter (tx.ts). */
const APP_ROLES = [
  'app_merchant',
  'app_platform',
  'app_login',
  'app_intake',
  'app_reader',
  'app_provider_reader',
] as const;

/** Functions that run with the rights of the job queue's role. */
const QUEUE_FUNCTIONS = [
  'enqueue(text, json, timestamptz, text, int, text)',
  'list_jobs(text, bigint, int)',
  'count_jobs()',
  'list_failing_jobs(int, interval, int)',
  'retry_job(bigint)',
  'list_schedule_runs()',
];

/** Creates or updates the login roles. `migrateQueue` runs before the grants that need the schema of the queue. */
export async function ensureLoginRoles(
  owner: pg.Client,
  owner_url: string,
  roles: LoginRoles,
  migrateQueue: () => Promise<void>,
): Promise<{ web: string; jobs: string }> {
  const database = owner.database ?? '';
  const web = `${database}_web`;
  const jobs = `${database}_jobs`;
  await ensureRole(owner, web, roles.web_password);
  await ensureRole(owner, jobs, roles.jobs_password);
  const [w, j, d] = [web, jobs, database].map((name) => owner.escapeIdentifier(name));
  await owner.query(`grant ${APP_ROLES.join(', ')} to ${w}`);
  await owner.query(`grant usage on schema app to ${w}, ${j}`);
  await owner.query(
    `grant execute on function app.enter(text, text), app.enter(text, text, text), app.current_merchant() to ${w}`,
  );
  for (const [name, value] of Object.entries(WEB_SETTINGS)) {
    await owner.query(`alter role ${w} set ${name} = ${name === 'search_path' ? value : owner.escapeLiteral(value)}`);
  }
  await owner.query(`grant select, insert, update, delete on app.worker to ${j}`);
  await owner.query(`grant create on database ${d} to ${j}`);
  await migrateQueue();
  await owner.query(`grant ${j} to current_user`);
  await owner.query(`grant create on schema app to ${j}`);
  for (const signature of QUEUE_FUNCTIONS) await owner.query(`alter function app.${signature} owner to ${j}`);
  await owner.query(`revoke create on schema app from ${j}`);
  return {
    web: buildUserUrl(owner_url, web, roles.web_password),
    jobs: buildUserUrl(owner_url, jobs, roles.jobs_password),
  };
}

async function ensureRole(owner: pg.Client, name: string, password: string): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const exists = await owner.query('select 1 from pg_roles where rolname = $1', [name]);
  if (exists.rowCount === 0) await owner.query(`create role ${role} login noinherit nosuperuser nobypassrls`);
  await owner.query(`alter role ${role} password ${owner.escapeLiteral(password)}`);
}

function buildUserUrl(owner_url: string, user: string, password: string): string {
  const url = new URL(owner_url);
  url.username = user;
  url.password = password;
  return url.toString();
}
