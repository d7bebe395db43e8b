/** A process of its own that sends money, for the simulation to kill: runs the sending jobs again and again at a fixed time. */
import { connect } from '../../server/src/db/connect.ts';
import { createManualClock } from '../../server/src/db/clock.ts';
import { buildDeps } from '../../server/src/build-deps.ts';
import { readEnv } from '../../server/src/env.ts';
import { JOBS } from '../../server/src/jobs/registry.ts';
import { createLog } from '../../server/src/log.ts';
import { ensureSecrets } from '../../server/src/secrets.ts';

const SENDING_JOBS = ['sweep_disbursements', 'sweep_refunds', 'sweep_settlements', 'sweep_bank_transfers'];

const env = readEnv();
const now = new Date(process.argv[2] ?? '');
const listen_url = env.WEB_DATABASE_URL ?? '';
const db = connect(listen_url, { max: 4, on_error: () => undefined });
const clock = createManualClock(now);
const deps = buildDeps({ env, db, clock, log: createLog(env), secrets: ensureSecrets(env.DATA_DIR), listen_url });
process.send?.('ready');
for (;;) {
  for (const name of SENDING_JOBS) await JOBS.find((job) => job.name === name)?.run(deps, {});
}
