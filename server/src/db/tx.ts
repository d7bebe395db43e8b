/**
 * THE door to PostgreSQL. Every statement of the product runs inside one of these transactions, which
 * enter a role and a tenant first; row-level security does the rest and fails closed.
 */
import { type Kysely, sql } from 'kysely';
import type { Db } from './connect.ts';
import { sendLiveEvents } from './live-events.ts';
import type { DB } from './schema.gen.ts';
import { sendDeferredJobs } from './enqueue-after-commit.ts';

/** A transaction of one merchant. Queries repeat `merchant_id = tx.merchant_id` on every table reference. */
export interface MerchantTx {
  readonly merchant_id: string;
  readonly sql: Kysely<DB>;
  /** Announcements that are sent once this has committed (notify.ts); absent where SQL is only written, not run. */
  readonly live_events?: Set<string>;
  /** Jobs that are woken once this has committed (wake.ts). */
  readonly deferred_jobs?: Set<string>;
}

/** A transaction of the provider, across merchants: reads, and the few provider-owned writes. */
export interface PlatformTx {
  readonly platform: true;
  readonly sql: Kysely<DB>;
}

/** A transaction on the login data: users, sessions, refresh tokens. */
export interface LoginTx {
  readonly login: true;
  readonly sql: Kysely<DB>;
}

export async function asMerchant<T>(db: Db, merchant_id: string, work: (tx: MerchantTx) => Promise<T>): Promise<T> {
  const announced = new Set<string>();
  const wakes = new Set<string>();
  const result = await runTransaction(db, 'app_merchant', merchant_id, (kysely) => {
    announced.clear(); // What an attempt that is tried again said, it has not done.
    wakes.clear();
    return work({ merchant_id, sql: kysely, live_events: announced, deferred_jobs: wakes });
  });
  if (announced.size > 0) sendLiveEvents(db.pool, announced);
  if (wakes.size > 0) sendDeferredJobs(db.pool, (enqueueThem) => asPlatform(db, enqueueThem), merchant_id, wakes);
  return result;
}

export const asPlatform = <T>(db: Db, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  runTransaction(db, 'app_platform', '', (kysely) => work({ platform: true, sql: kysely }));

export const asLogin = <T>(db: Db, work: (tx: LoginTx) => Promise<T>): Promise<T> =>
  runTransaction(db, 'app_login', '', (kysely) => work({ login: true, sql: kysely }));

/** Serialisation failure and deadlock: the transaction did nothing and may simply run again. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

async function runTransaction<T>(
  db: Db,
  role: string,
  merchant_id: string,
  work: (kysely: Kysely<DB>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAttempt(db, role, merchant_id, work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}

function runAttempt<T>(
  db: Db,
  role: string,
  merchant_id: string,
  work: (kysely: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.kysely.connection().execute(async (kysely) => {
    // One round trip for BEGIN and the entry. Literals are safe here: the role is ours, the id is matched.
    if (merchant_id !== '' && !/^mer_[0-9a-z]{26}$/.test(merchant_id)) throw new Error('not a merchant id');
    await sql.raw(`begin; select app.enter('${role}', '${merchant_id}')`).execute(kysely);
    let result: T;
    try {
      result = await work(kysely);
    } catch (error) {
      // A connection that is gone has rolled back by itself; the first error is the one to tell.
      await sql`rollback`.execute(kysely).catch(() => undefined);
      throw error;
    }
    await sql`commit`.execute(kysely);
    return result;
  });
}

/** SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether an error is a violated unique constraint whose name starts with `constraint` (shards append a number). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  if (constraint === undefined) return true;
  return (
    error instanceof Error && 'constraint' in error && String(error.constraint).replace(/_\d+$/, '') === constraint
  );
}
