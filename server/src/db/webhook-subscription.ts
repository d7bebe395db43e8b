/** Which merchants have a webhook endpoint, and since when: cached per process, so that the others pay nothing. */
import type { Db } from './connect.ts';
import type { MerchantTx } from './tx.ts';

/** Time for which a process caches whether a merchant has an endpoint. */
const CACHE_MS = 5_000;
const CACHED_MAX = 20_000;

interface Subscription {
  /** Creation of the oldest endpoint; events from before are not recorded. Null: the merchant has no endpoint. */
  since: string | null;
  read_at: number;
}
const cache_by_db = new WeakMap<Db, Map<string, Subscription>>();

/** Forgets the cached look-up of a merchant whose endpoints changed. */
export const invalidateWebhookSubscription = (db: Db, merchant_id: string): void =>
  void cache_by_db.get(db)?.delete(merchant_id);

function getCache(db: Db): Map<string, Subscription> {
  const existing = cache_by_db.get(db);
  if (existing !== undefined) return existing;
  const cache = new Map<string, Subscription>();
  cache_by_db.set(db, cache);
  return cache;
}

const isFresh = (cached: Subscription | undefined, now: number): cached is Subscription =>
  cached !== undefined && now - cached.read_at < CACHE_MS;

/** Creation of the oldest endpoint of a merchant; null without one. */
export async function findWebhooksSince(
  db: Db,
  { merchant_id, sql }: Pick<MerchantTx, 'merchant_id' | 'sql'>,
): Promise<string | null> {
  const cache = getCache(db);
  const cached = cache.get(merchant_id);
  const now = performance.now();
  if (isFresh(cached, now)) return cached.since;
  const row = await sql
    .selectFrom('webhook_endpoint')
    .select('created_at')
    .where('merchant_id', '=', merchant_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (cache.size >= CACHED_MAX) cache.clear();
  const since = toSince(row?.created_at);
  cache.set(merchant_id, { since, read_at: now });
  return since;
}

/** The same for several merchants; those without an endpoint are left out. */
export async function listWebhooksSince(
  db: Db,
  sql: MerchantTx['sql'],
  merchant_ids: readonly string[],
): Promise<Map<string, string>> {
  const cache = getCache(db);
  const now = performance.now();
  const unknown = merchant_ids.filter((id) => !isFresh(cache.get(id), now));
  if (unknown.length > 0) {
    const rows = await sql
      .selectFrom('webhook_endpoint')
      .select('merchant_id')
      .select((eb) => eb.fn.min('created_at').as('since'))
      .where('merchant_id', 'in', unknown)
      .where('deleted_at', 'is', null)
      .groupBy('merchant_id')
      .execute();
    if (cache.size >= CACHED_MAX) cache.clear();
    const found = new Map(rows.map((row) => [row.merchant_id, row.since]));
    for (const id of unknown) cache.set(id, { since: toSince(found.get(id)), read_at: now });
  }
  return new Map(
    merchant_ids.flatMap((id) => {
      const since = cache.get(id)?.since ?? null;
      return since === null ? [] : [[id, since] as const];
    }),
  );
}

/** The whole second of an instant: banks say when a payment was made without fractions, so it may look older than it is. */
const toSince = (created_at: string | null | undefined): string | null =>
  created_at?.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) ?? null;
