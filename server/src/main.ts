/**
 * Starts the server: `--role all` (default), `api` or `worker`. Migrations run at startup behind a lock. SIGTERM and
 * SIGINT shut down gracefully: running requests and jobs finish, new ones are not accepted. What only some processes
 * need is imported where it is started (decision 0139).
 */
import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import * as duration from '@dasbor/contract/duration';
import { buildApp } from './app.ts';
import { buildDeps } from './build-deps.ts';
import { connect } from './db/connect.ts';
import { systemClock } from './db/clock.ts';
import { assertSafeToStart } from './db/start-checks.ts';
import type { Deps } from './deps.ts';
import { type Env, listUnsafeSettings, readEnv } from './env.ts';
import { collectWhenIdle } from './idle-collection.ts';
import { createLog } from './log.ts';
import { startErrorReporting, stopErrorReporting } from './error-reporting.ts';
import { type Secrets, ensureSecrets } from './secrets.ts';
import { checkVirusScanner } from './upload/scan.ts';

const STOP_TIMEOUT_MS = duration.seconds(20);
/** Timeout for sending the last error reports. */
const REPORT_TIMEOUT_MS = duration.seconds(2);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
  const role = values.role;
  if (role !== 'all' && role !== 'api' && role !== 'worker')
    throw new Error(`--role must be all, api or worker, not ${role}`);
  const env = readEnv();
  const log = createLog(env);
  await startErrorReporting(env);
  const unsafe = listUnsafeSettings(env, role);
  if (unsafe.length > 0)
    throw new Error(`Refusing to start in production:\n${unsafe.map((line) => `- ${line}`).join('\n')}`);
  const secrets = ensureSecrets(env.DATA_DIR, env.NODE_ENV);
  const urls = await findDatabaseUrls(env, role, secrets);
  const db = connect(urls.web, {
    max: env.DATABASE_POOL,
    on_error: (error) => log.warn({ err: error }, 'idle connection lost'),
  });
  await assertSafeToStart(db);
  const deps: Deps = buildDeps({ env, db, clock: systemClock, log, secrets, listen_url: urls.web });

  if (role !== 'worker') void checkVirusScanner(deps);

  const stops: (() => Promise<void>)[] = [];
  if (env.SANDBOX) {
    const { startSandbox } = await import('./sandbox/start.ts');
    stops.push(await startSandbox(deps, role));
  }
  if (role !== 'worker') {
    const app = await buildApp(deps);
    await app.listen({ port: env.PORT, host: env.HOST });
    stops.push(() => app.close());
  }
  if (role !== 'api') {
    const { startWorker } = await import('./jobs/worker.ts');
    const worker = await startWorker(deps, urls.jobs);
    stops.push(worker.stop);
  }
  log.info({ role, port: env.PORT }, 'started');
  // For the next start (NODE_COMPILE_CACHE); otherwise written at a regular end only.
  flushCompileCache();
  collectWhenIdle();

  let is_stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (is_stopping) return;
    is_stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await Promise.allSettled(stops.map((each) => each()));
    await deps.close();
    await db.kysely.destroy();
    await stopErrorReporting(REPORT_TIMEOUT_MS);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/**
 * Migrates and returns the connection strings of the login roles. A process that has them already neither migrates nor
 * needs the owner's connection string; the worker's role is absent in an API process.
 */
async function findDatabaseUrls(
  env: Env,
  role: 'all' | 'api' | 'worker',
  secrets: Secrets,
): Promise<{ web: string; jobs: string }> {
  const { DATABASE_URL, WEB_DATABASE_URL: web, JOBS_DATABASE_URL: jobs } = env;
  if (web !== undefined && (role === 'api' || jobs !== undefined)) return { web, jobs: jobs ?? '' };
  if (DATABASE_URL !== undefined) {
    const { migrate } = await import('./db/migrate.ts');
    return (await migrate(DATABASE_URL, secrets)).urls;
  }
  if (web !== undefined) throw new Error('Set JOBS_DATABASE_URL as well: this process runs jobs.');
  throw new Error('DATABASE_URL is not set. `npm start` runs with an embedded database.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
