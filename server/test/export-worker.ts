// A separate worker process for the export tests, which kill it during a run: the real queue and jobs, with small files so
// that the kill hits between two of them. EXPORT_WORKER contains its connection strings; a worker with `rows_max` reads so
// many rows of an export and waits for the others until it is killed.
import { buildDeps } from '../src/build-deps.ts';
import { createManualClock } from '../src/db/clock.ts';
import { connect } from '../src/db/connect.ts';
import { readEnv } from '../src/env.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { createLog } from '../src/log.ts';
import { ensureSecrets } from '../src/secrets.ts';
import { exportJobs } from '../src/export/jobs.ts';
import { runExport } from '../src/export/run.ts';
import { holdRows } from './held-rows.ts';

const { web_url, jobs_url, now, rows_max } = JSON.parse(process.env['EXPORT_WORKER'] ?? '{}') as Record<string, string>;
if (web_url === undefined || jobs_url === undefined || now === undefined) throw new Error('EXPORT_WORKER is not set');
const env = readEnv();
const deps = buildDeps({
  env,
  db: connect(web_url, { max: 8, on_error: () => undefined }),
  clock: createManualClock(new Date(now)),
  log: createLog(env),
  secrets: ensureSecrets(env.DATA_DIR, env.NODE_ENV),
  listen_url: web_url,
});
const export_deps =
  rows_max === undefined ? deps : holdRows(deps, Number(rows_max), new Promise<never>(() => undefined));
const run = {
  name: 'run_export',
  lane: 'report' as const,
  run: (_deps: unknown, { merchant_id, id }: Record<string, string | number>) =>
    runExport(export_deps, String(merchant_id), String(id), { file_rows_max: 2_000, progress_interval_ms: 20 }),
};
await startWorker(deps, jobs_url, [run, ...exportJobs.filter(({ name }) => name !== run.name)]);
process.stdout.write('ready\n');
