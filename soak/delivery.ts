/**
 * Settlement and delivery under SIGKILL: merchants are settled, their reports made and delivered over real SFTP and
 * SMTP, while the workers are killed at random points and both servers are in trouble. Afterwards everything must be as
 * in a copy of the same database where nothing happened.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '../server/src/db/connect.ts';
import { verifyLedger } from '../server/src/ledger/verifier.ts';
import { compareOutcomes, findMailViolations, readOutcome } from './delivery/outcome.ts';
import { type Receivers, startReceivers } from './delivery/receivers.ts';
import { NOW, type DatabaseUrls, type DeliveryFixtures, createFixtures } from './delivery/fixtures.ts';
import {
  type WorkerPool,
  countPending,
  createWorkerPool,
  makeJobsDue,
  startWorkerProcess,
} from './delivery/worker-pool.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

const WORKERS = 2;
/** Jobs that a worker has under way at once. */
const CONCURRENCY = 4;
/** Many times what it takes: it only catches what hangs. */
const FINISH_TIMEOUT_MS = 240_000;
const TICK_MS = 150;

export interface DeliveryOptions {
  seed: number;
  minutes: number;
  merchants?: number;
  payments?: number;
  /** Of each round; afterwards it may finish in peace. */
  kills?: number;
}

/** Rounds until the time is over, one at least; the same seed makes the same choices. */
export async function runDelivery(options: DeliveryOptions): Promise<Result> {
  const { seed, minutes } = options;
  const random = createRandom(seed);
  const end = Date.now() + minutes * 60_000;
  const receivers = await startReceivers();
  const town = await createFixtures().catch(async (error: unknown) => {
    await receivers.stop();
    throw error;
  });
  const sum: DeliveryCounts = { reports: 0, mails: 0, doubled: 0, kills: 0, server_kills: 0 };
  const faults: string[] = [];
  let rounds = 0;
  try {
    do {
      faults.push(...(await runRound(town, receivers, options, ++rounds, random, sum)));
    } while (Date.now() < end && faults.length === 0);
  } finally {
    await town.stop();
    await receivers.stop();
  }
  const summary = `${sum.reports} reports, ${sum.mails} mails (${sum.doubled} twice), ${sum.kills} workers and ${sum.server_kills} SFTP servers killed`;
  return {
    ok: faults.length === 0,
    lines: [`seed ${seed}: ${rounds} rounds, ${summary}`, ...faults.map((fault) => `FAULT ${fault}`)],
  };
}

interface DeliveryCounts {
  reports: number;
  mails: number;
  doubled: number;
  kills: number;
  server_kills: number;
}

async function runRound(
  town: DeliveryFixtures,
  receivers: Receivers,
  { merchants = 12, payments = 20, kills = 12 }: DeliveryOptions,
  round: number,
  random: () => number,
  totals: DeliveryCounts,
): Promise<string[]> {
  await town.addMerchants(round, merchants, payments, receivers.openssh);
  const copy = await town.copyDatabase();
  try {
    const quiet = await processQueue(town, receivers, copy, round, null);
    const of_quiet = findMailViolations(quiet.outcome, quiet.mails, 0);
    const killed = await processQueue(town, receivers, town.urls, round, { random, kills });
    const chances = killed.kills * CONCURRENCY + killed.dropped;
    totals.reports += killed.outcome.runs.length;
    totals.mails += killed.mails.length;
    totals.doubled += killed.mails.length - Object.keys(killed.outcome.mails).length;
    totals.kills += killed.kills;
    totals.server_kills += killed.server_kills;
    const too_few =
      quiet.outcome.runs.length === merchants ? [] : [`${quiet.outcome.runs.length} reports of ${merchants}`];
    return [
      ...too_few,
      ...of_quiet,
      ...compareOutcomes(quiet.outcome, killed.outcome),
      ...findMailViolations(killed.outcome, killed.mails, chances),
      ...killed.ledger,
    ];
  } finally {
    await copy.drop();
  }
}

interface FailureOptions {
  random: () => number;
  kills: number;
}

/** Works on what waits in a database until nothing is left, in trouble or undisturbed. */
async function processQueue(
  town: DeliveryFixtures,
  receivers: Receivers,
  place: DatabaseUrls,
  round: number,
  trouble: FailureOptions | null,
) {
  const owner = new pg.Client({ connectionString: place.owner_url });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await processQueueWith(town, receivers, place, round, trouble, owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

async function processQueueWith(
  town: DeliveryFixtures,
  receivers: Receivers,
  place: DatabaseUrls,
  round: number,
  trouble: FailureOptions | null,
  owner: pg.Client,
) {
  const { mails, openssh } = receivers;
  mails.length = 0;
  const dropped_before = receivers.dropped();
  receivers.smtp_behaviour.next = () => (trouble === null ? 'take' : chooseSmtpBehaviour(trouble.random()));
  const crew = createWorkerPool(() =>
    startWorkerProcess(
      owner,
      { web_url: place.web_url, jobs_url: place.jobs_url, now: NOW.toISOString() },
      {
        DATA_DIR: town.data_dir,
        DATABASE_URL: place.owner_url,
        SMTP_URL: receivers.smtp_url,
        SANDBOX: '1',
        SFTP_PORT: String(openssh.port),
        LOG_LEVEL: process.env.SOAK_LOG ?? 'silent',
      },
    ),
  );
  const count = { kills: 0, server_kills: 0 };
  const deadline = Date.now() + FINISH_TIMEOUT_MS;
  try {
    crew.start(trouble === null ? 1 : WORKERS);
    await crew.untilRunning();
    while ((await countPending(owner)) > 0) {
      if (Date.now() > deadline) throw new Error(`Round ${round} did not come to an end`);
      await crew.untilRunning();
      await makeJobsDue(owner);
      if (trouble === null || count.kills >= trouble.kills) await sleep(TICK_MS);
      else {
        await sleep(trouble.random() * 2 * TICK_MS);
        await killProcesses(trouble.random, crew, openssh, count);
      }
    }
  } finally {
    await crew.stop();
  }
  const outcome = await readOutcome(owner, round, receivers.takeFiles());
  const ledger = trouble === null ? [] : await findLedgerViolations(place);
  return { outcome, mails: [...mails], dropped: receivers.dropped() - dropped_before, ledger, ...count };
}

/** Kills the SFTP server, one worker, or all of them as a power cut does; what was killed is started again. */
async function killProcesses(
  random: () => number,
  crew: WorkerPool,
  openssh: Receivers['openssh'],
  count: { kills: number; server_kills: number },
): Promise<void> {
  const chance = random();
  if (chance < 0.2) {
    await openssh.restart();
    count.server_kills += 1;
    return;
  }
  const killed = await crew.kill(chance < 0.6 ? 1 : WORKERS);
  count.kills += killed;
  crew.start(killed);
}

const chooseSmtpBehaviour = (chance: number): ReturnType<Receivers['smtp_behaviour']['next']> => {
  if (chance < 0.1) return 'greylist';
  if (chance < 0.15) return 'drop_unkept';
  return chance < 0.2 ? 'drop_kept' : 'take';
};

async function findLedgerViolations(place: DatabaseUrls): Promise<string[]> {
  const db = connect(place.web_url, { max: 2, on_error: () => undefined });
  const { discrepancies: faults } = await verifyLedger(db);
  await db.kysely.destroy();
  return faults.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id} ${detail}`);
}
