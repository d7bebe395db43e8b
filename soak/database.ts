/** The database of an installation, as its owner: the soak checks read it directly. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../scripts/bootstrap.mjs';
import type { Installation } from '../scripts/installation.ts';

/** Period in which a connection is retried while PostgreSQL restarts. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 200;

/** URL of the embedded database, from its postmaster.pid. Throws while there is none. */
export function getDatabaseUrl({ data_dir }: Pick<Installation, 'data_dir'>): string {
  const folder = path.join(data_dir, 'postgres');
  const password = readFileSync(path.join(folder, 'password'), 'utf8');
  const port = ['cluster', 'elsewhere/cluster']
    .map((cluster) => readLines(path.join(folder, cluster, 'postmaster.pid')))
    .find((lines) => lines.length > 3)?.[3];
  if (port === undefined) throw new Error('PostgreSQL is not running');
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/dasbor`;
}

/** Runs statements as the owner, again from the start if the connection is refused or lost. */
export async function withOwner<T>(getUrl: () => string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const owner = new pg.Client({ connectionString: getUrl() });
      owner.on('error', () => undefined);
      await owner.connect();
      return await work(owner).finally(() => owner.end().catch(() => undefined));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Runs the ledger verifier as a process of its own. Returns its findings as violations, and its summary. */
export function runLedgerVerifier(url: string, data_dir: string): { violations: string[]; summary: string } {
  try {
    const output = execFileSync(process.execPath, ['server/src/ledger/verify-command.ts'], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: data_dir },
      stdio: 'pipe',
      encoding: 'utf8',
    });
    return { violations: [], summary: output.trim() };
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    return { violations: [`ledger verifier: ${output.trim()}`], summary: 'the ledger is inconsistent' };
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
