/**
 * pgbench where the machine has it (Debian: postgresql-contrib; the embedded PostgreSQL brings none), else a driver of
 * our own over node-postgres: here for one statement, in tpcb.ts for TPC-B. It costs more of the shared processors, so
 * a yardstick made with it asks less of us, and the output says which of the two it was.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { measureThroughput, formatNumber } from './load.ts';
import type { BenchEnvironment } from './environment.ts';

const SECONDS = 3;

/** Path of the program, or null. */
export function findPgbench(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const places = ['/usr/bin/pgbench', ...versions.map((version) => `${folder}/${version}/bin/pgbench`)];
  return places.find((place) => fs.existsSync(place)) ?? null;
}

/** Runs pgbench with the given arguments and answers its transactions a second. */
export function runPgbench(program: string, place: BenchEnvironment, args: string[]): number {
  const url = new URL(place.owner_url);
  const output = execFileSync(
    program,
    ['-h', url.hostname, '-p', url.port, '-U', url.username, ...args, url.pathname.slice(1)],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }, encoding: 'utf8', stdio: 'pipe' },
  );
  const tps = /^tps = ([\d.]+) \(without/m.exec(output)?.[1];
  if (tps === undefined && !args.includes('-i')) throw new Error(`pgbench said: ${output}`);
  return Number(tps ?? 0);
}

/** How often a second one client gets the answer of a statement, prepared. */
export async function measureWithPgbench(
  place: BenchEnvironment,
  statement: string,
): Promise<{ tps: number; line: string }> {
  const program = findPgbench();
  if (program === null) {
    const client = new pg.Client({ connectionString: place.owner_url });
    await client.connect();
    const tps = await measureThroughput(1, SECONDS * 1000, () => client.query({ name: 'bench', text: statement }));
    await client.end();
    return {
      tps,
      line: `the SQL alone, by node-postgres (no pgbench here), one client: ${formatNumber(1000 / tps)} ms`,
    };
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-pgbench-'));
  const script = path.join(folder, 'script.sql');
  fs.writeFileSync(script, `${statement.replaceAll('\n', ' ')}\n`);
  const tps = runPgbench(program, place, ['-n', '-M', 'prepared', '-c', '1', '-T', String(SECONDS), '-f', script]);
  fs.rmSync(folder, { recursive: true });
  return { tps, line: `the SQL alone in pgbench, one client: ${formatNumber(1000 / tps)} ms` };
}
