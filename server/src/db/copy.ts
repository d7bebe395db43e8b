/** Streams the answer of a query as CSV straight from the database's own COPY: the first byte at once, memory flat. */
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import type { Compilable } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import pg from 'pg';
import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';
import type { Db } from './connect.ts';

/** Longest time that an export may take (design rules 4.11: reports 60 s). */
const TIMEOUT = '60s';

export interface CopyOptions {
  /** How long it may take, its reader's pauses included; a minute unless said. For jobs, which nobody waits for. */
  timeout?: `${number}s`;
}

/** What stands between the cells of a CSV. */
export type Delimiter = ',' | ';';

/**
 * Opens a transaction of the merchant on a connection of its own and streams `query` with a header line of its column
 * names. The connection goes back when the stream ends, fails, or is left by its reader.
 */
export const copyCsv = (
  db: Db,
  merchant_id: string,
  query: Compilable,
  { delimiter = ',' }: { delimiter?: Delimiter } = {},
): Promise<Readable> => openCopyStream(db, merchant_id, query, `format csv, header true, delimiter '${delimiter}'`);

/** What the cells of a column are; a time is a text whose column says its zone. */
export type CellKind = 'text' | 'number' | 'day' | 'time' | 'boolean';

/** PostgreSQL's types by their numbers. */
const KINDS: Record<number, CellKind> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  1700: 'number',
  1082: 'day',
};

/** Names and kinds of the columns of a query, without reading a row. */
export async function describeColumns(
  db: Db,
  merchant_id: string,
  query: Compilable,
): Promise<{ header: string; kind: CellKind }[]> {
  const client = await openReadTransaction(db, merchant_id);
  try {
    const { fields } = await client.query(`select * from (${inlineParameters(query)}) described limit 0`);
    await releaseClient(client, undefined);
    return fields.map(({ name, dataTypeID }) => ({
      header: name,
      kind: name.endsWith(' (WIB)') ? 'time' : (KINDS[dataTypeID] ?? 'text'),
    }));
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/** The rows of a query as texts, one by one, as they come: NULL is null. Leaving the loop early gives the connection back. */
export async function* copyRows(
  db: Db,
  merchant_id: string,
  query: Compilable,
  { timeout = TIMEOUT }: CopyOptions = {},
): AsyncGenerator<(string | null)[]> {
  const stream = await openCopyStream(db, merchant_id, query, 'format text', timeout);
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      yield line.split('\t').map((cell) => (cell === '\\N' ? null : unescapeCell(cell)));
    }
  } finally {
    // Closing the lines leaves their stream open, and with it the connection.
    stream.destroy();
  }
}

/** COPY writes tabs, line ends and backslashes within a text as a backslash and a letter. */
const unescapeCell = (cell: string): string =>
  cell.replaceAll(
    /\\(.)/g,
    (_both, letter: string) => ({ t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' })[letter] ?? letter,
  );

async function openCopyStream(
  db: Db,
  merchant_id: string,
  query: Compilable,
  format: string,
  timeout: string = TIMEOUT,
): Promise<Readable> {
  const client = await openReadTransaction(db, merchant_id, timeout);
  try {
    const rows = client.query(copyTo(`copy (${inlineParameters(query)}) to stdout with (${format})`));
    const out = new PassThrough();
    pipeline(rows, out, (error) => void releaseClient(client, error ?? undefined));
    return out;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/** A connection of its own in a reading transaction of the merchant. */
async function openReadTransaction(db: Db, merchant_id: string, timeout: string = TIMEOUT): Promise<pg.PoolClient> {
  if (!/^mer_[0-9a-z]{26}$/.test(merchant_id)) throw new Error('not a merchant id');
  const client = await db.pool.connect();
  try {
    // set_config, for a SET statement in a string of several would reach the nodes of a sharded database with all of it.
    await client.query(
      `begin read only; select app.enter('app_merchant', '${merchant_id}'); ` +
        `select set_config('statement_timeout', '${timeout}', true)`,
    );
    return client;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/** A transaction that only read is simply ended; a connection that was left in mid-copy cannot be used again. */
async function releaseClient(client: pg.PoolClient, error: Error | undefined): Promise<void> {
  if (error) return client.release(error);
  await client.query('commit').then(
    () => client.release(),
    (failure: unknown) => client.release(failure instanceof Error ? failure : true),
  );
}

/** COPY takes no parameters: each one is written as a literal, quoted by the driver. */
export function inlineParameters(query: Compilable): string {
  const { sql, parameters } = query.compile();
  return sql.replaceAll(/\$(\d+)/g, (_place, number: string) => toLiteral(parameters[Number(number) - 1]));
}

function toLiteral(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`No literal for a ${typeof value}`);
}
