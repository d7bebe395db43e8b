/** The connection pool. Its login role has no rights until a transaction enters an application role. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import * as duration from '@dasbor/contract/duration';
import { DOWNLOADS_MAX, type DownloadPool, createDownloadPool } from './download-pool.ts';
import { GuardedPool } from './guarded-pool.ts';
import { enablePipelinedBegin } from './pipelined-begin.ts';
import { createStatementRegistry, enablePreparedStatements } from './prepared-statements.ts';
import { passCallbacks } from './query-callbacks.ts';
import type { DB } from './schema.gen.ts';

export interface Db {
  kysely: Kysely<DB>;
  /** Records callbacks of banks, on connections of their own: requests of the dashboard never delay them. */
  intake: Kysely<DB>;
  pool: pg.Pool;
  /** Connections in pipeline mode, of reads of a single statement (single-read.ts). */
  reads: pg.Pool;
  /** Connections of downloads, which are held while a client reads. */
  downloads: DownloadPool;
}

/** Connections that record callbacks: one for each batch that runs at the same time. */
export const INTAKE_MAX = 4;

/** Connections of reads of a single statement; they are short. */
const READS_MAX = 8;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** bigint as a safe integer, dates and times as ISO 8601 text: no other layer converts values. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (oid === INT8) return readSafeInteger;
    if (oid === DATE) return (value: string) => value;
    if (oid === TIMESTAMPTZ) return toIsoInstant;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

const UTC_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,3})?\+00$/;

/** PostgreSQL's text of an instant in ISO 8601. Sessions use UTC, whose text needs no Date: a page has hundreds of them. */
export function toIsoInstant(text: string): string {
  const [, day, time, fraction = '.'] = UTC_TIME.exec(text) ?? [];
  return day === undefined ? new Date(text).toISOString() : `${day}T${time}${fraction.padEnd(4, '0')}Z`;
}

function readSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond 2^53: ${value}`);
  return number;
}

interface ConnectOptions {
  /** Maximum connections. */
  max: number;
  /** Called for errors of idle connections, e.g. when the server restarts. */
  on_error: (error: Error) => void;
  /** Time that a transaction waits for a connection before it fails; five seconds by default. */
  wait_ms?: number;
}

export const WAIT_MS = duration.seconds(5);

/** Creates the pools of a process. They connect when a transaction needs it. */
export function connect(url: string, options: ConnectOptions): Db {
  const statements = createStatementRegistry();
  const openPool = (max: number, { is_pipelined = false, is_begin_pipelined = false } = {}): pg.Pool => {
    const settings: pg.PoolConfig & { pipeline: boolean } = {
      connectionString: url,
      // Compiling a plan costs more than the statements of the product take.
      options: '-c jit=off',
      max,
      types,
      pipeline: is_pipelined,
      connectionTimeoutMillis: options.wait_ms ?? WAIT_MS,
      idleTimeoutMillis: 60_000,
    };
    const pool = new GuardedPool(settings);
    pool.on('error', options.on_error);
    pool.on('connect', (client) => {
      passCallbacks(client);
      enablePreparedStatements(client, statements);
      if (is_begin_pipelined) enablePipelinedBegin(client);
      client.on('error', options.on_error);
    });
    return pool;
  };
  const pool = openPool(options.max);
  const download_pool = openPool(DOWNLOADS_MAX);
  const intake_pool = openPool(INTAKE_MAX, { is_pipelined: true, is_begin_pipelined: true });
  const reads = openPool(READS_MAX, { is_pipelined: true });
  // Kysely ends its pool when it is destroyed, and with it the others.
  const pools = {
    options: pool.options,
    connect: () => pool.connect(),
    end: async () => {
      await Promise.all([pool, download_pool, intake_pool, reads].map((each) => each.end()));
    },
  };
  return {
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools }) }),
    intake: new Kysely<DB>({ dialect: new PostgresDialect({ pool: intake_pool }) }),
    pool,
    reads,
    downloads: createDownloadPool(download_pool),
  };
}
