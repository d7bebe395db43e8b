/**
 * The yardstick of writes: TPC-B, on the same server. By pgbench where there is one; else the same tables and the same
 * seven statements by as many connections of node-postgres, which costs more of the shared processors.
 */
import pg from 'pg';
import { measureThroughput } from './load.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import type { BenchEnvironment } from './environment.ts';

/** Branches; with more than there are clients, they seldom wait for each other's row. */
const SCALE = 20;
const TELLERS = 10;
const ACCOUNTS = 100_000;

export interface Tpcb {
  /** How it is driven, for the output. */
  name: string;
  /** Transactions a second. */
  run: () => Promise<number>;
}

/** Makes its tables, and answers how it is run by `clients` for `run_ms`. */
export async function prepareTpcb(place: BenchEnvironment, clients: number, run_ms: number): Promise<Tpcb> {
  const program = findPgbench();
  if (program === null) return prepareWithDriver(place, clients, run_ms);
  runPgbench(program, place, ['-i', '-q', '-s', String(SCALE)]);
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(run_ms / 1000)];
  return { name: 'by pgbench', run: async () => runPgbench(program, place, args) };
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
     insert into pgbench_tellers select n, (n - 1) / ${TELLERS} + 1, 0 from generate_series(1, ${SCALE * TELLERS}) n;
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

/** The transaction of TPC-B, its statements prepared. */
async function runTransaction(pool: pg.Pool): Promise<void> {
  const any = (count: number) => 1 + Math.floor(Math.random() * count);
  const [aid, tid, bid] = [any(SCALE * ACCOUNTS), any(SCALE * TELLERS), any(SCALE)];
  const delta = any(10_001) - 5_001;
  const client = await pool.connect();
  const run = (name: string, text: string, values: number[] = []) => client.query({ name, text, values });
  try {
    await run('begin', 'begin');
    await run('account', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
    await run('balance', 'select abalance from pgbench_accounts where aid = $1', [aid]);
    await run('teller', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
    await run('branch', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
    await run('history', 'insert into pgbench_history values ($1, $2, $3, $4, now())', [tid, bid, aid, delta]);
    await run('commit', 'commit');
  } finally {
    client.release();
  }
}
