/**
 * The reference for writes: TPC-B on the same server, with pgbench where installed, else with the same tables and statements
 * over node-postgres, which uses more CPU.
 */
import pg from 'pg';
import { measureThroughput } from './load.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import type { BenchEnvironment } from './environment.ts';

/** Branches; more than clients, so that they rarely wait for the same row. */
const SCALE = 20;
const BRANCH_TELLERS = 10;
const ACCOUNTS = 100_000;

export interface Tpcb {
  /** The driver, for the output. */
  name: string;
  /** Returns transactions per second. */
  run: () => Promise<number>;
}

/** Creates the tables and returns how to run the benchmark with `clients` for `run_ms`. */
export async function prepareTpcb(environment: BenchEnvironment, clients: number, run_ms: number): Promise<Tpcb> {
  const program = findPgbench();
  if (program === null) return prepareWithDriver(environment, clients, run_ms);
  runPgbench(program, environment, ['-i', '-q', '-s', String(SCALE)]);
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(run_ms / 1000)];
  return { name: 'by pgbench', run: async () => runPgbench(program, environment, args) };
}

async function prepareWithDriver(
  { owner, owner_url }: BenchEnvironment,
  clients: number,
  run_ms: number,
): Promise<Tpcb> {
  await owner.query(
    `create table pgbench_branches (bid int primary key, bbalance int, filler char(88));
     create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
     create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
     create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
     insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
     insert into pgbench_tellers select n, (n - 1) / ${BRANCH_TELLERS} + 1, 0 from generate_series(1, ${SCALE * BRANCH_TELLERS}) n;
     insert into pgbench_accounts select n, (n - 1) / ${ACCOUNTS} + 1, 0, '' from generate_series(1, ${SCALE * ACCOUNTS}) n`,
  );
  await owner.query('vacuum (analyze) pgbench_branches, pgbench_tellers, pgbench_accounts');
  const run = async () => {
    const pool = new pg.Pool({ connectionString: owner_url, max: clients });
    const tps = await measureThroughput(clients, run_ms, () => runTransaction(pool));
    await pool.end();
    return tps;
  };
  return { name: 'by node-postgres (no pgbench here)', run };
}

/** The TPC-B transaction with prepared statements. */
async function runTransaction(pool: pg.Pool): Promise<void> {
  const any = (count: number) => 1 + Math.floor(Math.random() * count);
  const [aid, tid, bid] = [any(SCALE * ACCOUNTS), any(SCALE * BRANCH_TELLERS), any(SCALE)];
  const delta = any(10_001) - 5_001;
  const client = await pool.connect();
  const run = (name: string, text: string, values: number[] = []) => client.query({ name, text, values });
  try {
    await run('begin', 'begin');
    await run('account', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
    await run('balance', 'select abalance from pgbench_accounts where aid = $1', [aid]);
    await run('tid', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
    await run('branch', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
    await run('history', 'insert into pgbench_history values ($1, $2, $3, $4, now())', [tid, bid, aid, delta]);
    await run('commit', 'commit');
  } finally {
    client.release();
  }
}
