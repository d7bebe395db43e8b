/** Streams query results from PostgreSQL's COPY: the first byte arrives at once and memory use is constant. */
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import type { Compilable } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import pg from 'pg';
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import { TIME_ZONE_NAMES } from '@dasbor/contract/time';
import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';
import type { Db } from './connect.ts';
import { type VisibleMerchants, assertMerchantId, buildReaderEntry } from './tx.ts';
import { ALLOW_PARALLEL_PLANS } from './long-statements.ts';
import { type HeldConnection, createStallGuard } from './download-pool.ts';

/** Statement timeout of exports (design rules 4.11: reports 60 s). */
const TIMEOUT = '60s';

export interface CopyOptions {
  /** Statement timeout, including the pauses of the reader; 60 seconds by default. Jobs may use a longer one. */
  timeout?: `${number}s`;
  /**
   * Reader of the rows. A `client` reads at its own pace, so it gets a connection of the download pool, which it loses
   * when it stops reading. A `process` is a job, or builds its response before it sends it; its statement may use several
   * processes of the database.
   */
  reader: 'client' | 'process';
}

/** Whose rows are read: those of one merchant, or of many; `name` counts the downloads of one reader together. */
export type RowsOf = string | { visible: VisibleMerchants; name: string };

/**
 * Opens a transaction of the merchant on its own connection and streams `query` with a header line of column names. The
 * connection is released when the stream ends, fails or is destroyed.
 */
export const copyCsv = (
  db: Db,
  rows_of: RowsOf,
  query: Compilable,
  { delimiter = ',', ...options }: CopyOptions & { delimiter?: CsvDelimiter },
): Promise<Readable> =>
  openCopyStream(db, rows_of, query, {
    ...options,
    format: `format csv, header true, delimiter ${pg.escapeLiteral(delimiter)}`,
  });

/** Type of the cells of a column; a time is text whose column name contains the time zone. */
export type CellKind = 'text' | 'number' | 'day' | 'time' | 'boolean';

/** The end of the header of a time: its zone. */
const TIME_HEADER = new RegExp(` \\((?:${Object.values(TIME_ZONE_NAMES).join('|')})\\)$`);

/** Cell types by the OID of the PostgreSQL type. */
const KINDS: Record<number, CellKind> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  1700: 'number',
  1082: 'day',
};

/** Names and types of the columns of a query, without reading rows. */
export async function describeColumns(
  db: Db,
  rows_of: RowsOf,
  query: Compilable,
): Promise<{ header: string; kind: CellKind }[]> {
  const connection = await openReadTransaction(db, rows_of, { reader: 'process' });
  try {
    const { fields } = await connection.client.query(`select * from (${inlineParameters(query)}) described limit 0`);
    await endTransaction(connection, undefined);
    return fields.map(({ name, dataTypeID }) => ({
      header: name,
      kind: TIME_HEADER.test(name) ? 'time' : (KINDS[dataTypeID] ?? 'text'),
    }));
  } catch (error) {
    connection.release(toError(error));
    throw error;
  }
}

/** Streams the rows of a query as texts; NULL is null. Leaving the loop early releases the connection. */
export async function* copyRows(
  db: Db,
  rows_of: RowsOf,
  query: Compilable,
  options: CopyOptions,
): AsyncGenerator<(string | null)[]> {
  yield* await openRows(db, rows_of, query, options);
}

/** As copyRows, with the connection opened at once: a download that cannot start fails before its first byte. */
export async function openRows(
  db: Db,
  rows_of: RowsOf,
  query: Compilable,
  options: CopyOptions,
): Promise<AsyncGenerator<(string | null)[]>> {
  return readRows(await openCopyStream(db, rows_of, query, { ...options, format: 'format text' }));
}

async function* readRows(stream: Readable): AsyncGenerator<(string | null)[]> {
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      yield line.split('\t').map((cell) => (cell === '\\N' ? null : unescapeCell(cell)));
    }
  } finally {
    // Closing readline does not close its stream, and with it the connection.
    stream.destroy();
  }
}

/** COPY escapes tabs, line ends and backslashes with a backslash. */
const unescapeCell = (cell: string): string =>
  cell.replaceAll(
    /\\(.)/g,
    (_both, escaped: string) => ({ t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' })[escaped] ?? escaped,
  );

async function openCopyStream(
  db: Db,
  rows_of: RowsOf,
  query: Compilable,
  { format, ...options }: CopyOptions & { format: string },
): Promise<Readable> {
  const connection = await openReadTransaction(db, rows_of, options);
  try {
    const rows = connection.client.query(copyTo(`copy (${inlineParameters(query)}) to stdout with (${format})`));
    const out = options.reader === 'client' ? createStallGuard() : new PassThrough();
    pipeline(rows, out, (error) => void endTransaction(connection, error ?? undefined));
    return out;
  } catch (error) {
    connection.release(toError(error));
    throw error;
  }
}

/** A dedicated connection in a read-only transaction. */
async function openReadTransaction(
  db: Db,
  rows_of: RowsOf,
  { timeout = TIMEOUT, reader }: CopyOptions,
): Promise<HeldConnection> {
  const entry = buildReadEntry(rows_of);
  const name = typeof rows_of === 'string' ? rows_of : rows_of.name;
  const connection = reader === 'client' ? await db.downloads.connect(name) : await holdConnection(db);
  try {
    // set_config instead of SET: a sharded database would send a multi-statement string with SET to every node.
    const parallel = reader === 'process' ? `, ${ALLOW_PARALLEL_PLANS}` : '';
    await connection.client.query(`${entry}; select set_config('statement_timeout', '${timeout}', true)${parallel}`);
    return connection;
  } catch (error) {
    connection.release(toError(error));
    throw error;
  }
}

function buildReadEntry(rows_of: RowsOf): string {
  if (typeof rows_of !== 'string') return buildReaderEntry(rows_of.visible);
  assertMerchantId(rows_of);
  return `begin read only; select app.enter('app_merchant', '${rows_of}')`;
}

async function holdConnection(db: Db): Promise<HeldConnection> {
  const client = await db.pool.connect();
  return { client, release: (error) => client.release(error) };
}

/** Ends the read-only transaction; destroys a connection that was interrupted during COPY, which cannot be reused. */
async function endTransaction(connection: HeldConnection, error: Error | undefined): Promise<void> {
  if (error) return connection.release(error);
  await connection.client.query('commit').then(
    () => connection.release(),
    (failure: unknown) => connection.release(toError(failure)),
  );
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Replaces parameters by literals that the driver quotes, because COPY takes no parameters. */
export function inlineParameters(query: Compilable): string {
  const { sql, parameters } = query.compile();
  return sql.replaceAll(/\$(\d+)/g, (_match, number: string) => toLiteral(parameters[Number(number) - 1]));
}

function toLiteral(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (isTexts(value)) return `array[${value.map((each) => pg.escapeLiteral(each)).join(',')}]`;
  throw new Error(`No literal for a ${typeof value}`);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
