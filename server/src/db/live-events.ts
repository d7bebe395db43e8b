/**
 * Changes are announced in the transaction that makes them and told when it has committed, many in one message:
 * PostgreSQL lets transactions that notify commit only one after another, each waiting for the disk, so a NOTIFY inside
 * them would hold every merchant's payments up. A notification is a hint: whoever misses one reads again, so the
 * listener tells of every gap with `on_gap`.
 */
import pg from 'pg';
import type { LiveEvent } from '@dasbor/contract/live';
import type { MerchantTx } from './tx.ts';

const CHANNEL = 'dasbor_live';
const RECONNECT_MS = 1_000;

export interface MerchantLiveEvent extends LiveEvent {
  merchant_id: string;
}

/** Tells the open dashboards of the merchant what changed, once the transaction has committed. Carries ids only. */
export async function publishLiveEvents(tx: MerchantTx, ...events: LiveEvent[]): Promise<void> {
  if (tx.live_events === undefined) throw new Error('Changes are announced inside a transaction of asMerchant');
  for (const event of events) {
    tx.live_events.add(JSON.stringify({ merchant_id: tx.merchant_id, ...event } satisfies MerchantLiveEvent));
  }
}

const pending_by_pool = new WeakMap<pg.Pool, Set<string>>();

/** Sends what was announced; what comes while a message is under way goes with the next one. */
export function sendLiveEvents(pool: pg.Pool, payloads: ReadonlySet<string>): void {
  const others = pending_by_pool.get(pool);
  if (others !== undefined) {
    for (const payload of payloads) others.add(payload);
    return;
  }
  const next = new Set<string>();
  pending_by_pool.set(pool, next);
  void pool
    .query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [[...payloads]])
    // The database is away, and with it the listeners: they read again when they are back.
    .catch(() => undefined)
    .finally(() => {
      pending_by_pool.delete(pool);
      if (next.size > 0) sendLiveEvents(pool, next);
    });
}

/** Listens on a connection of its own until closed; reconnects by itself. */
export function listenForLiveEvents(
  url: string,
  on: { event: (event: MerchantLiveEvent) => void; gap: () => void; error: (error: Error) => void },
): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    client = next;
    next.on('error', on.error);
    next.on('end', () => {
      if (closed) return;
      timer = setTimeout(() => void attempt(), RECONNECT_MS);
    });
    next.on('notification', (message) => on.event(JSON.parse(message.payload ?? '{}') as MerchantLiveEvent));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    on.gap();
  };
  const attempt = (): Promise<void> =>
    open().catch((error: unknown) => {
      on.error(error instanceof Error ? error : new Error(String(error)));
      // A failed connect emits no 'end' in every case; make sure that exactly one retry is under way.
      clearTimeout(timer);
      if (!closed) timer = setTimeout(() => void attempt(), RECONNECT_MS);
    });
  void attempt();

  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
