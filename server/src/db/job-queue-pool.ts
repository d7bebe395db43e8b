/**
 * The connection pool of the job queue. The queue retries a statement only by the code of its error; an error that it does
 * not retry while it stores the result of a job is a rejection that nobody handles, which ends the process. Lost and
 * refused connections therefore get a code that it retries.
 */
import type pg from 'pg';
import { GuardedPool } from './guarded-pool.ts';

/** One connection per lane that listens, and one per job that runs at the same time (jobs/worker.ts), with some to spare. */
const POOL_MAX = 32;

/** A connection pool of the job queue's role. `on_error`: called for errors of idle connections. */
export function connectJobQueue(url: string, on_error: (error: Error) => void): pg.Pool {
  const pool = new JobQueuePool({
    connectionString: url,
    max: POOL_MAX,
    options: '-c jit=off',
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', on_error);
  pool.on('connect', (client) => {
    client.on('error', on_error);
    retryLostStatements(client);
  });
  return pool;
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

class JobQueuePool extends GuardedPool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback);
    // A result that is still retried when its worker stops: the lock of its job ends with the worker's heartbeat.
    if (this.ending) return new Promise(() => undefined);
    return super.connect().catch(rethrowRetryable);
  }
}

/** Statements that return a promise; those with a callback are pg's own. */
function retryLostStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const withRetryableErrors = (...args: unknown[]): unknown => {
    const result = query(...args);
    return result instanceof Promise ? result.catch(rethrowRetryable) : result;
  };
  client.query = withRetryableErrors as typeof client.query;
}

/** Class 08: connection errors; 57P: the server stops or starts; 53300: no connection is free. */
const LOST_CODES = /^(08|57P|53300|ECONN|EPIPE)/;
/** The code that graphile-worker retries, from 3 seconds up to two minutes apart. */
const RETRIED_CODE = 'ETIMEDOUT';

function rethrowRetryable(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const { code } = error as { code?: string };
  // pg gives errors of the connection itself, such as a time-out, no code.
  const is_lost = code === undefined ? /connect/i.test(error.message) : LOST_CODES.test(code);
  throw is_lost ? Object.assign(new Error(error.message, { cause: error }), { code: RETRIED_CODE }) : error;
}
