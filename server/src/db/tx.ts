/**
 * The only access to PostgreSQL. Every statement of the product runs in one of these tenant transactions, which set a
 * role and a merchant first. Row-level security then isolates the tenants; it fails closed.
 */
import { type Compilable, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { sendLiveEvents } from './live-events.ts';
import type { DB } from './schema.gen.ts';
import { type DeferredJob, sendDeferredJobs } from './enqueue-after-commit.ts';
import { readInOneRoundTrip } from './single-read.ts';
import { DISPATCH_WEBHOOKS_JOB, listChangedIds, recordWebhookEvents } from './webhook-events.ts';

/** A transaction of one merchant. Queries repeat `merchant_id = tx.merchant_id` on every table reference. */
export interface MerchantTx {
  readonly merchant_id: string;
  readonly sql: Kysely<DB>;
  /** Live events to publish after the commit (live-events.ts); absent where SQL is only built, not run. */
  readonly live_events?: Set<string>;
  /** Jobs to enqueue after the commit (enqueue-after-commit.ts). */
  readonly deferred_jobs?: Set<string>;
  /** Whether the reader sees contact data of customers masked: searches then find it by the whole value only. */
  readonly hides_contacts?: boolean;
  /** Whether tables are distributed over several nodes; absent where SQL is only built, not run. */
  readonly is_sharded?: boolean;
}

/** The rows that a query is about: of one merchant, or of the merchant that a column of an outer query names. */
export interface QueryScope {
  readonly merchant_id: string | Expression<string>;
  readonly sql: Kysely<DB>;
}

/** The rows of one merchant, for a query that is built before its transaction begins. */
export interface MerchantScope extends QueryScope {
  readonly merchant_id: string;
}

/** A statement that was built, but not run. */
export type Statement<Row> = Compilable<Row> | RawBuilder<Row>;

/** The merchants that a reading transaction sees: those of the list, or all of them (for the provider's staff). */
export type VisibleMerchants = readonly string[] | 'all';

/** A read-only transaction over the merchants that are visible to its reader. */
export interface ReaderTx {
  readonly visible: VisibleMerchants;
  readonly sql: Kysely<DB>;
}

/** A transaction of the provider across merchants: reads, and the few writes that the provider owns. */
export interface PlatformTx {
  readonly platform: true;
  readonly sql: Kysely<DB>;
}

/** A transaction that records paid callbacks of several merchants: only what such a payment consists of is visible. */
export interface IntakeTx {
  readonly intake: true;
  readonly sql: Kysely<DB>;
}

/** A transaction on the login data: users, sessions, refresh tokens. */
export interface LoginTx {
  readonly login: true;
  readonly sql: Kysely<DB>;
}

export async function asMerchant<T>(db: Db, merchant_id: string, work: (tx: MerchantTx) => Promise<T>): Promise<T> {
  const live_events = new Set<string>();
  const deferred_jobs = new Set<string>();
  const is_sharded = await isSharded(db);
  const result = await runTransaction(db, buildEntry('app_merchant', merchant_id), async (kysely) => {
    live_events.clear(); // A retried attempt was rolled back, so its events and jobs are void.
    deferred_jobs.clear();
    const done = await work({ merchant_id, sql: kysely, live_events, deferred_jobs, is_sharded });
    const changed = listChangedIds(live_events);
    if (await recordWebhookEvents(db, { merchant_id, sql: kysely }, changed)) deferred_jobs.add(DISPATCH_WEBHOOKS_JOB);
    return done;
  });
  if (live_events.size > 0) sendLiveEvents(db.pool, live_events);
  if (deferred_jobs.size > 0)
    enqueueInBackground(
      db,
      [...deferred_jobs].map((task) => ({ task, merchant_id })),
    );
  return result;
}

export interface PlanOptions {
  /**
   * The rows are read in the order of an index that contains every filter, whatever the values are. The statement is then
   * planned once per connection; planning it for each page takes longer than reading the page (decision 0172).
   */
  is_index_order?: boolean;
}

/** Runs one statement that only reads, of a known merchant. */
export type ReadStatement = <Row extends object>(
  build: (scope: MerchantScope) => Statement<Row>,
  options?: PlanOptions,
) => Promise<Row[]>;

/** Runs one statement that only reads, in a transaction of its own: one round trip instead of the three of `asMerchant`. */
export async function readAsMerchant<Row extends object>(
  db: Db,
  merchant_id: string,
  build: (scope: MerchantScope) => Statement<Row>,
  { is_index_order = false }: PlanOptions = {},
): Promise<Row[]> {
  const entry = buildEntry('app_merchant', merchant_id, 'begin read only') + (is_index_order ? INDEX_ORDER : '');
  return readInOneRoundTrip(db.reads, entry, build({ merchant_id, sql: db.kysely }).compile(db.kysely));
}

/** The same for the provider across merchants. */
export const readAsPlatform = <Row extends object>(
  db: Db,
  build: (scope: Pick<QueryScope, 'sql'>) => Statement<Row>,
): Promise<Row[]> => {
  const entry = buildEntry('app_platform', '', 'begin read only');
  return readInOneRoundTrip(db.reads, entry, build({ sql: db.kysely }).compile(db.kysely));
};

/** Enqueues jobs shortly, in a transaction of its own; at most once (enqueue-after-commit.ts). */
export const enqueueInBackground = (db: Db, jobs: readonly DeferredJob[]): void =>
  sendDeferredJobs(db.pool, (work) => asPlatform(db, work), jobs);

export const asPlatform = <T>(db: Db, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  runTransaction(db, buildEntry('app_platform'), (kysely) => work({ platform: true, sql: kysely }));

export const asLogin = <T>(db: Db, work: (tx: LoginTx) => Promise<T>): Promise<T> =>
  runTransaction(db, buildEntry('app_login'), (kysely) => work({ login: true, sql: kysely }));

export const asIntake = <T>(db: Db, work: (tx: IntakeTx) => Promise<T>): Promise<T> =>
  runTransaction(db, buildEntry('app_intake'), (kysely) => work({ intake: true, sql: kysely }), 'intake');

/** Reads over many merchants. Sees no row when the list of merchants is empty. */
export const asReader = <T>(db: Db, visible: VisibleMerchants, work: (tx: ReaderTx) => Promise<T>): Promise<T> =>
  runTransaction(db, buildReaderEntry(visible), (kysely) => work({ visible, sql: kysely }));

/** Settings that make PostgreSQL plan a statement once per connection, independently of how full the tables are at that time. */
const buildPlanSettings = (disabled: readonly string[]): string =>
  [['plan_cache_mode', 'force_generic_plan'], ...disabled.map((name) => [name, 'off'])]
    .map(([name, value]) => `, set_config('${name}', '${value}', true)`)
    .join('');

/** Settings of the transactions of a role. The few statements of callbacks always look rows up by their keys. */
const SETTINGS: Record<string, string> = {
  app_intake: buildPlanSettings(['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']),
};
/** For the page of a list, which an index contains in its order. */
const INDEX_ORDER = buildPlanSettings(['enable_seqscan', 'enable_sort']);

/** Serialisation failure and deadlock: the transaction was rolled back and can be retried. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

async function runTransaction<T>(
  db: Db,
  entry: string,
  work: (kysely: Kysely<DB>) => Promise<T>,
  connections: 'kysely' | 'intake' = 'kysely',
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAttempt(db[connections], entry, work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(getSqlState(error) ?? '')) throw error;
    }
  }
}

/** BEGIN and app.enter in one round trip. Literals are safe: the role is a constant and the id matches its pattern. */
function buildEntry(role: string, merchant_id = '', begin: 'begin' | 'begin read only' = 'begin'): string {
  if (merchant_id !== '') assertMerchantId(merchant_id);
  return `${begin}; select app.enter('${role}', '${merchant_id}')${SETTINGS[role] ?? ''}`;
}

/** The statements that open a read-only transaction over many merchants. */
export function buildReaderEntry(visible: VisibleMerchants): string {
  if (visible === 'all') return "begin read only; select app.enter('app_provider_reader', '')";
  for (const merchant_id of visible) assertMerchantId(merchant_id);
  return `begin read only; select app.enter('app_reader', '', '${visible.join(',')}')`;
}

/** Statements that open a transaction contain the id as a literal. */
export function assertMerchantId(merchant_id: string): void {
  if (!/^mer_[0-9a-z]{26}$/.test(merchant_id)) throw new Error('not a merchant id');
}

function runAttempt<T>(connections: Kysely<DB>, entry: string, work: (kysely: Kysely<DB>) => Promise<T>): Promise<T> {
  return connections.connection().execute(async (kysely) => {
    await sql.raw(entry).execute(kysely);
    let result: T;
    try {
      result = await work(kysely);
    } catch (error) {
      // A lost connection was rolled back by the server; report the first error.
      await sql`rollback`.execute(kysely).catch(() => undefined);
      throw error;
    }
    await sql`commit`.execute(kysely);
    return result;
  });
}

/** SQLSTATE of a database error, or undefined for any other error. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether an error is a violation of the unique constraint `constraint` (shards append a number to its name). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (getSqlState(error) !== '23505') return false;
  if (constraint === undefined) return true;
  return findConstraintName(error)?.replace(/_\d+$/, '') === constraint;
}

/** On a sharded database, an error of a worker names the constraint in its message only. */
function findConstraintName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return /unique constraint "([^"]+)"/.exec(error.message)?.[1];
}

const sharded = new WeakMap<Db, boolean>();

/** Whether the tables of merchants are distributed over several nodes; read once per process. */
export async function isSharded(db: Db): Promise<boolean> {
  const known = sharded.get(db);
  if (known !== undefined) return known;
  const found = await asPlatform(db, hasDistributedMerchants);
  sharded.set(db, found);
  return found;
}

/** The extension alone distributes nothing. */
async function hasDistributedMerchants(tx: PlatformTx): Promise<boolean> {
  const extension = await sql<{ is_installed: boolean }>`
    select to_regclass('pg_dist_partition') is not null as is_installed`.execute(tx.sql);
  if (extension.rows[0]?.is_installed !== true) return false;
  const { rows } = await sql`
    select 1 from pg_dist_partition where logicalrelid = 'app.merchant'::regclass`.execute(tx.sql);
  return rows.length > 0;
}
