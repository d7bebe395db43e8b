// A worker process to be killed: the real queue, settlement runs and deliveries, with a fixed clock. SOAK_WORKER holds its
// configuration.
import { buildDeps } from '../../server/src/build-deps.ts';
import { createManualClock } from '../../server/src/db/clock.ts';
import { connect } from '../../server/src/db/connect.ts';
import { readEnv } from '../../server/src/env.ts';
import type { Job } from '../../server/src/jobs/job.ts';
import { JOBS } from '../../server/src/jobs/registry.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { createLog } from '../../server/src/log.ts';
import { ensureSecrets } from '../../server/src/secrets.ts';
import { settleMerchant } from '../../server/src/settlement/run.ts';
import { WORKER_JOBS, type WorkerInput } from './worker-input.ts';

/** Small, so that kills can hit a settlement between two pages. */
const PAGE_SIZE = 7;

const { web_url, jobs_url, now } = JSON.parse(process.env.SOAK_WORKER ?? '{}') as WorkerInput;
const env = readEnv();
const db = connect(web_url, { max: 8, on_error: () => undefined });
const deps = buildDeps({
  env,
  db,
  clock: createManualClock(new Date(now)),
  log: createLog(env),
  secrets: ensureSecrets(env.DATA_DIR),
  listen_url: web_url,
});
const settle: Job = {
  name: 'settle_merchant',
  lane: 'ledger',
  run: async (_deps, { merchant_id, day }) => {
    await settleMerchant(deps, String(merchant_id), String(day), { page_size: PAGE_SIZE });
  },
};
const jobs = JOBS.filter((job) => WORKER_JOBS.includes(job.name)).map((job) =>
  job.name === settle.name ? settle : job,
);
await startWorker(deps, jobs_url, jobs);
process.stdout.write('ready\n');
