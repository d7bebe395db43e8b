/**
 * Settlement and delivery under SIGKILL: merchants are settled, their reports made and delivered over real SFTP and
 * SMTP, while the workers are killed at random points and both servers are in trouble. Afterwards everything must be as
 * in a copy of the same database where nothing happened.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '../server/src/db/connect.ts';
import { verifyLedger } from '../server/src/ledger/verifier.ts';
import { differences, mailFaults, readOutcome } from './delivery/outcome.ts';
import { type Receivers, startReceivers } from './delivery/receivers.ts';
import { NOW, type Place, type Town, startTown } from './delivery/town.ts';
import { type Crew, countLeft, hireCrew, passTime, startWorkerProcess } from './delivery/workers.ts';
import { randomOf } from './random.ts';
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
  const random = randomOf(seed);
  const end = Date.now() + minutes * 60_000;
  const receivers = await startReceivers();
  const town = await startTown().catch(async (error: unknown) => {
    await receivers.stop();
    throw error;
  });
  const sum: Count = { reports: 0, mails: 0, doubled: 0, kills: 0, server_kills: 0 };
  const faults: string[] = [];
  let rounds = 0;
  try {
    do {
      faults.push(...(await playRound(town, receivers, options, ++rounds, random, sum)));
    } while (Date.now() < end && faults.length === 0);
  } finally {
    await town.stop();
    await receivers.stop();
  }
  const said = `${sum.reports} reports, ${sum.mails} mails (${sum.doubled} twice), ${sum.kills} workers and ${sum.server_kills} SFTP servers killed`;
  return {
    ok: faults.length === 0,
    lines: [`seed ${seed}: ${rounds} rounds, ${said}`, ...faults.map((fault) => `FAULT ${fault}`)],
  };
}

interface Count {
  reports: number;
  mails: number;
  doubled: number;
  kills: number;
  server_kills: number;
}

async function playRound(
  town: Town,
  receivers: Receivers,
  { merchants = 12, payments = 20, kills = 12 }: DeliveryOptions,
  round: number,
  random: () => number,
  sum: Count,
): Promise<string[]> {
  await town.addMerchants(round, merchants, payments, receivers.openssh);
  const copy = await town.copy();
  try {
    const quiet = await work(town, receivers, copy, round, null);
    const of_quiet = mailFaults(quiet.outcome, quiet.mails, 0);
    const killed = await work(town, receivers, town.place, round, { random, kills });
    const chances = killed.kills * CONCURRENCY + killed.dropped;
    sum.reports += killed.outcome.runs.length;
    sum.mails += killed.mails.length;
    sum.doubled += killed.mails.length - Object.keys(killed.outcome.mails).length;
    sum.kills += killed.kills;
    sum.server_kills += killed.server_kills;
    const too_few =
      quiet.outcome.runs.length === merchants ? [] : [`${quiet.outcome.runs.length} reports of ${merchants}`];
    return [
      ...too_few,
      ...of_quiet,
      ...differences(quiet.outcome, killed.outcome),
      ...mailFaults(killed.outcome, killed.mails, chances),
      ...killed.ledger,
    ];
  } finally {
    await copy.drop();
  }
}

interface Trouble {
  random: () => number;
  kills: number;
}

/** Works on what waits in a database until nothing is left, in trouble or undisturbed. */
async function work(town: Town, receivers: Receivers, place: Place, round: number, trouble: Trouble | null) {
  const owner = new pg.Client({ connectionString: place.owner_url });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await workThrough(town, receivers, place, round, trouble, owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

async function workThrough(
  town: Town,
  receivers: Receivers,
  place: Place,
  round: number,
  trouble: Trouble | null,
  owner: pg.Client,
) {
  const { mails, openssh } = receivers;
  mails.length = 0;
  const dropped_before = receivers.dropped();
  receivers.trouble.next = () => (trouble === null ? 'take' : fateOf(trouble.random()));
  const crew = hireCrew(() =>
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
    crew.hire(trouble === null ? 1 : WORKERS);
    await crew.untilOne();
    while ((await countLeft(owner)) > 0) {
      if (Date.now() > deadline) throw new Error(`Round ${round} did not come to an end`);
      await crew.untilOne();
      await passTime(owner);
      if (trouble === null || count.kills >= trouble.kills) await sleep(TICK_MS);
      else {
        await sleep(trouble.random() * 2 * TICK_MS);
        await strike(trouble.random, crew, openssh, count);
      }
    }
  } finally {
    await crew.dismiss();
  }
  const outcome = await readOutcome(owner, round, receivers.takeFiles());
  const ledger = trouble === null ? [] : await ledgerFaults(place);
  return { outcome, mails: [...mails], dropped: receivers.dropped() - dropped_before, ledger, ...count };
}

/** Kills the SFTP server, one worker, or all of them as a power cut does; what was killed is started again. */
async function strike(
  random: () => number,
  crew: Crew,
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
  crew.hire(killed);
}

const fateOf = (chance: number): ReturnType<Receivers['trouble']['next']> => {
  if (chance < 0.1) return 'greylist';
  if (chance < 0.15) return 'drop_unkept';
  return chance < 0.2 ? 'drop_kept' : 'take';
};

async function ledgerFaults(place: Place): Promise<string[]> {
  const db = connect(place.web_url, { max: 2, on_error: () => undefined });
  const { discrepancies: faults } = await verifyLedger(db);
  await db.kysely.destroy();
  return faults.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id} ${detail}`);
}
