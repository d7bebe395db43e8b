/**
 * Runs pgbench where it is installed (Debian: postgresql-contrib), else a driver over node-postgres: here for one statement,
 * in tpcb.ts for TPC-B. The driver uses more CPU, which makes the reference easier to meet, so the output names it.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { measureThroughput, formatNumber } from './load.ts';
import type { BenchEnvironment } from './environment.ts';

const SECONDS = 3;

/** Returns the path of pgbench, or null. */
export function findPgbench(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const candidates = ['/usr/bin/pgbench', ...versions.map((version) => `${folder}/${version}/bin/pgbench`)];
  return candidates.find((candidate) => fs.existsSync(candidate)) ?? null;
}

/** Runs pgbench and returns its transactions per second. */
export function runPgbench(program: string, environment: BenchEnvironment, args: string[]): number {
  const url = new URL(environment.owner_url);
  const output = execFileSync(
    program,
    ['-h', url.hostname, '-p', url.port, '-U', url.username, ...args, url.pathname.slice(1)],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }, encoding: 'utf8', stdio: 'pipe' },
  );
  const tps = /^tps = ([\d.]+) \(without/m.exec(output)?.[1];
  if (tps === undefined && !args.includes('-i')) throw new Error(`Unexpected pgbench output: ${output}`);
  return Number(tps ?? 0);
}

/** Measures a prepared statement with one client, in executions per second. */
export async function measureWithPgbench(
  environment: BenchEnvironment,
  statement: string,
): Promise<{ tps: number; line: string }> {
  const program = findPgbench();
  if (program === null) {
    const client = new pg.Client({ connectionString: environment.owner_url });
    await client.connect();
    const tps = await measureThroughput(1, SECONDS * 1000, () => client.query({ name: 'bench', text: statement }));
    await client.end();
    return {
      tps,
      line: `the SQL alone in node-postgres (pgbench is not installed), one client: ${formatNumber(1000 / tps)} ms`,
    };
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-pgbench-'));
  const script = path.join(folder, 'script.sql');
  fs.writeFileSync(script, `${statement.replaceAll('\n', ' ')}\n`);
  const tps = runPgbench(program, environment, [
    '-n',
    '-M',
    'prepared',
    '-c',
    '1',
    '-T',
    String(SECONDS),
    '-f',
    script,
  ]);
  fs.rmSync(folder, { recursive: true });
  return { tps, line: `the SQL alone in pgbench, one client: ${formatNumber(1000 / tps)} ms` };
}
