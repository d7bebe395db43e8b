/**
 * Crash loop: kills the API, the worker, the bank and PostgreSQL at random while payments are created, paid, notified and
 * refunded. Afterwards every acknowledged operation must exist once, the ledger must be consistent, and the limits of speed
 * and recovery met. When a kill hits is up to the machine, so a seed repeats the choices, not the run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, type InstallationPart, startInstallation } from '../scripts/installation.ts';
import { listMissedLimits } from './crash/limits.ts';
import { type RecoveryWatch, createRecoveryWatch, formatRecovery, watchHeartbeats } from './crash/recovery.ts';
import { getDatabaseUrl, runLedgerVerifier, withOwner } from './database.ts';
import { compareWithStored } from './load/compare.ts';
import { startLoad } from './load/load.ts';
import { countOperations } from './load/records.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

const PARTS: readonly InstallationPart[] = ['server', 'worker', 'bank', 'postgres'];
/** 300 kills in half an hour, and more for chance and for those that find nothing to kill. */
const KILLS_PER_MINUTE = 11;
const SETTLE_TIMEOUT_MS = 180_000;

export interface CrashOptions {
  seed: number;
  minutes: number;
  kills_per_minute?: number;
}

export async function runCrash(options: CrashOptions): Promise<Result> {
  // Without sandbox history, so that every payment belongs to this check.
  const installation = await startInstallation({ env: { SANDBOX_HISTORY: '0' }, separate_worker: true });
  try {
    return await crash(installation, options);
  } finally {
    await installation.stop();
  }
}

async function crash(installation: Installation, { seed, minutes, kills_per_minute }: CrashOptions): Promise<Result> {
  const watch = createRecoveryWatch();
  const getUrl = () => getDatabaseUrl(installation);
  const started_ms = Date.now();
  const end = started_ms + minutes * 60_000;
  const isOver = () => Date.now() >= end;
  const load = await startLoad(installation, { seed, getDatabaseUrl: getUrl, observer: watch, isOver });
  const heartbeats = watchHeartbeats(getUrl, watch, isOver);
  const killing = killUntil(installation, { watch, isOver, random: createRandom(seed), kills_per_minute });
  const counting = killing.then(() => countOperations(load.records) / ((Date.now() - started_ms) / 1000));
  // Operations that began must be acknowledged, by the same key or reference.
  const [kills, operations_per_s] = await Promise.all([killing, counting, load.done, heartbeats]);
  const { lost, duplicated } = await withOwner(getUrl, (owner) =>
    compareWithStored(owner, load.records, SETTLE_TIMEOUT_MS),
  );
  const ledger = runLedgerVerifier(getUrl(), installation.data_dir);
  const kill_count = PARTS.reduce((sum, part) => sum + kills[part], 0);
  const missed = listMissedLimits({ minutes, operations_per_s, kills: kill_count, times: watch.times });
  const violations = [...lost, ...duplicated, ...ledger.violations, ...missed];
  const { acknowledged, notified, refunds } = load.records;
  const paid = acknowledged.filter(({ is_paid }) => is_paid).length;
  return {
    ok: violations.length === 0,
    lines: [
      `seed ${seed}: ${acknowledged.length} payments created, ${paid} paid, ${notified.size} callbacks, ${refunds.size} refunds acknowledged`,
      `${operations_per_s.toFixed(0)} acknowledged operations/s; ${lost.length} lost, ${duplicated.length} duplicated, ${ledger.violations.length} unbalanced (${ledger.summary})`,
      `${kill_count} kills`,
      ...PARTS.map((part) => formatRecovery(part, kills[part], watch.times[part])),
      ...violations.map((violation) => `VIOLATION ${violation}`),
    ],
  };
}

interface KillOptions {
  watch: RecoveryWatch;
  isOver: () => boolean;
  random: () => number;
  kills_per_minute: number | undefined;
}

/** Kills a random part that runs, at random times. Returns the kills by part. */
async function killUntil(
  installation: Installation,
  { watch, isOver, random, kills_per_minute = KILLS_PER_MINUTE }: KillOptions,
): Promise<Record<InstallationPart, number>> {
  const kills: Record<InstallationPart, number> = { server: 0, worker: 0, bank: 0, postgres: 0 };
  const mean_ms = 60_000 / kills_per_minute;
  while (!isOver()) {
    await sleep(mean_ms * (0.3 + random() * 1.4));
    const part = PARTS[Math.floor(random() * PARTS.length)] ?? 'server';
    for (const pid of installation.listPids(part)) {
      if (!kill(pid)) continue;
      kills[part] += 1;
      watch.onKill(part);
    }
  }
  return kills;
}

/** Returns false when the process is not running. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
