/**
 * Crash loop: kills the server, the bank and PostgreSQL at random while payments are created and paid. Afterwards every
 * acknowledged payment must exist once, every paid one must be successful, and the ledger must be consistent.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../scripts/bootstrap.mjs';
import { type Installation, startInstallation } from '../scripts/installation.ts';
import { compareWithStored } from './compare.ts';
import { type PaymentRecords, payUntil } from './merchant.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';
import { createSession } from './session.ts';

const PROCESSES = ['server', 'bank', 'postgres'] as const;
const CLIENTS = 3;
const SETTLE_TIMEOUT_MS = 180_000;

/** Runs for `minutes`. A `seed` reproduces what is killed and when. */
export async function runCrash({ seed, minutes }: { seed: number; minutes: number }): Promise<Result> {
  // Without sandbox history, so that every payment belongs to this check.
  const installation = await startInstallation({ env: { SANDBOX_HISTORY: '0' } });
  try {
    return await crash(installation, seed, minutes);
  } finally {
    await installation.stop();
  }
}

async function crash(installation: Installation, seed: number, minutes: number): Promise<Result> {
  const random = createRandom(seed);
  const session = createSession(installation);
  const records: PaymentRecords = { attempted: 0, acknowledged: [] };
  const merchant = { session, bank_url: installation.bank_url, records };
  await session.signIn();
  const before = await session.countTransactions();
  const end = Date.now() + minutes * 60_000;
  const clients = Array.from({ length: CLIENTS }, (_unused, index) => payUntil(merchant, end, `${seed}-${index}`));
  const kills: Record<string, number> = { server: 0, bank: 0, postgres: 0 };
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 700 + random() * 2_500));
    const part = PROCESSES[Math.floor(random() * PROCESSES.length)] ?? 'server';
    for (const pid of installation.listPids(part)) {
      if (kill(pid)) kills[part] = (kills[part] ?? 0) + 1;
    }
  }
  await Promise.all(clients);
  const violations = await compareWithStored(session, records, before, SETTLE_TIMEOUT_MS);
  violations.push(...verifyLedger(installation));
  const paid = records.acknowledged.filter((each) => each.is_paid).length;
  return {
    ok: violations.length === 0,
    lines: [
      `seed ${seed}: ${records.acknowledged.length} payments acknowledged, ${paid} paid; killed ${JSON.stringify(kills)}`,
      ...violations.map((violation) => `VIOLATION ${violation}`),
    ],
  };
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

/** Runs the ledger verifier as a separate process on the database of the installation. */
function verifyLedger(installation: Installation): string[] {
  try {
    const url = getDatabaseUrl(installation);
    execFileSync(process.execPath, ['server/src/ledger/verify-command.ts'], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: installation.data_dir },
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    return [`ledger verifier: ${output.trim()}`];
  }
}

/** URL of the embedded database, from its postmaster.pid. */
function getDatabaseUrl(installation: Installation): string {
  const folder = path.join(installation.data_dir, 'postgres');
  const password = readFileSync(path.join(folder, 'password'), 'utf8');
  const pid_file = ['cluster', 'elsewhere/cluster']
    .map((cluster) => path.join(folder, cluster, 'postmaster.pid'))
    .map(readLines);
  const port = pid_file.find((lines) => lines.length > 3)?.[3];
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/dasbor`;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
