/**
 * Settlement and report delivery under SIGKILL: reports are delivered over real SFTP and SMTP while workers are killed at
 * random and both servers fail. The result must equal that of an undisturbed run on a copy of the database.
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
  markJobsDue,
  startWorkerProcess,
} from './delivery/worker-pool.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

const WORKERS = 2;
/** Concurrent jobs per worker. */
const CONCURRENCY = 4;
/** Generous; only detects hangs. */
const FINISH_TIMEOUT_MS = 240_000;
const TICK_MS = 150;

export interface DeliveryOptions {
  seed: number;
  minutes: number;
  merchants?: number;
  payments?: number;
  /** Kills per round. */
  kills?: number;
}

/** Runs rounds until the time is over, at least one. A seed reproduces the same choices. */
export async function runDelivery(options: DeliveryOptions): Promise<Result> {
  const { seed, minutes } = options;
  const random = createRandom(seed);
  const end = Date.now() + minutes * 60_000;
  const receivers = await startReceivers();
  const fixtures = await createFixtures().catch(async (error: unknown) => {
    await receivers.stop();
    throw error;
  });
  const sum: DeliveryCounts = { reports: 0, mails: 0, doubled: 0, kills: 0, server_kills: 0 };
  const violations: string[] = [];
  let rounds = 0;
  try {
    do {
      violations.push(...(await runRound({ fixtures, receivers, round: ++rounds }, options, random, sum)));
    } while (Date.now() < end && violations.length === 0);
  } finally {
    await fixtures.stop();
    await receivers.stop();
  }
  const summary = `${sum.reports} reports, ${sum.mails} mails (${sum.doubled} twice), ${sum.kills} workers and ${sum.server_kills} SFTP servers killed`;
  return {
    ok: violations.length === 0,
    lines: [`seed ${seed}: ${rounds} rounds, ${summary}`, ...violations.map((violation) => `VIOLATION ${violation}`)],
  };
}

interface DeliveryCounts {
  reports: number;
  mails: number;
  doubled: number;
  kills: number;
  server_kills: number;
}

interface RoundContext {
  fixtures: DeliveryFixtures;
  receivers: Receivers;
  round: number;
}

async function runRound(
  context: RoundContext,
  { merchants = 12, payments = 20, kills = 12 }: DeliveryOptions,
  random: () => number,
  totals: DeliveryCounts,
): Promise<string[]> {
  const { fixtures, receivers, round } = context;
  await fixtures.addMerchants(round, merchants, payments, receivers.openssh);
  const copy = await fixtures.copyDatabase();
  try {
    const quiet = await processQueue(context, copy, null);
    const of_quiet = findMailViolations(quiet.outcome, quiet.mails, 0);
    const killed = await processQueue(context, fixtures.urls, { random, kills });
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

/** Processes all pending work of a database, with or without failures. */
async function processQueue(context: RoundContext, urls: DatabaseUrls, failures: FailureOptions | null) {
  const owner = new pg.Client({ connectionString: urls.owner_url });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await processQueueWith(context, urls, failures, owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

async function processQueueWith(
  { fixtures, receivers, round }: RoundContext,
  urls: DatabaseUrls,
  failures: FailureOptions | null,
  owner: pg.Client,
) {
  const { mails, openssh } = receivers;
  mails.length = 0;
  const dropped_before = receivers.dropped();
  receivers.smtp_behaviour.next = () => (failures === null ? 'take' : chooseSmtpBehaviour(failures.random()));
  const pool = createWorkerPool(() =>
    startWorkerProcess(
      owner,
      { web_url: urls.web_url, jobs_url: urls.jobs_url, now: NOW.toISOString() },
      {
        DATA_DIR: fixtures.data_dir,
        DATABASE_URL: urls.owner_url,
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
    pool.start(failures === null ? 1 : WORKERS);
    await pool.untilRunning();
    while ((await countPending(owner)) > 0) {
      if (Date.now() > deadline) throw new Error(`Round ${round} did not finish in time`);
      await pool.untilRunning();
      await markJobsDue(owner);
      if (failures === null || count.kills >= failures.kills) await sleep(TICK_MS);
      else {
        await sleep(failures.random() * 2 * TICK_MS);
        await killProcesses(failures.random, pool, openssh, count);
      }
    }
  } finally {
    await pool.stop();
  }
  const outcome = await readOutcome(owner, round, receivers.drainFiles());
  const ledger = failures === null ? [] : await findLedgerViolations(urls);
  return { outcome, mails: [...mails], dropped: receivers.dropped() - dropped_before, ledger, ...count };
}

/** Kills and restarts the SFTP server, one worker, or all workers. */
async function killProcesses(
  random: () => number,
  pool: WorkerPool,
  openssh: Receivers['openssh'],
  count: { kills: number; server_kills: number },
): Promise<void> {
  const chance = random();
  if (chance < 0.2) {
    await openssh.restart();
    count.server_kills += 1;
    return;
  }
  const killed = await pool.kill(chance < 0.6 ? 1 : WORKERS);
  count.kills += killed;
  pool.start(killed);
}

const chooseSmtpBehaviour = (chance: number): ReturnType<Receivers['smtp_behaviour']['next']> => {
  if (chance < 0.1) return 'greylist';
  if (chance < 0.15) return 'drop_unkept';
  return chance < 0.2 ? 'drop_kept' : 'take';
};

async function findLedgerViolations(urls: DatabaseUrls): Promise<string[]> {
  const db = connect(urls.web_url, { max: 2, on_error: () => undefined });
  const { discrepancies } = await verifyLedger(db);
  await db.kysely.destroy();
  return discrepancies.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id} ${detail}`);
}
