/**
 * Live events are collected in the transaction of the change and published in batches after it commits. PostgreSQL
 * serialises the commits of transactions that NOTIFY, so a NOTIFY inside them would slow down the payments of all
 * merchants. Delivery is at most once: the listener reports every gap, and clients then read again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as duration from '@dasbor/contract/duration';
import type { LiveEvent } from '@dasbor/contract/live';
import type { MerchantTx } from './tx.ts';

const CHANNEL = 'dasbor_live';
const RECONNECT_MS = duration.seconds(1);
/** Events of a NOTIFY that failed which are kept: enough for seconds of full load, and not without limit. */
const REPEATED_MAX = 10_000;
/** Wait before a NOTIFY that failed is repeated. */
const RETRY_MS = duration.seconds(1);

export interface MerchantLiveEvent extends LiveEvent {
  /** null: for the provider's staff. */
  merchant_id: string | null;
}

/** Makes the open screens of the provider read again. Call it after the commit of the change. */
export const publishToProvider = (pool: pg.Pool, topic: 'operations' | 'approval' = 'operations'): void =>
  sendLiveEvents(
    pool,
    new Set([JSON.stringify({ merchant_id: null, topic, id: null, change: 'updated' } satisfies MerchantLiveEvent)]),
  );

/** Publishes the same change to the open dashboards of several merchants. Call it after the commit of the change. */
export const publishToMerchants = (pool: pg.Pool, merchant_ids: readonly string[], event: LiveEvent): void => {
  if (merchant_ids.length === 0) return;
  const toPayload = (merchant_id: string): string =>
    JSON.stringify({ merchant_id, ...event } satisfies MerchantLiveEvent);
  sendLiveEvents(pool, new Set(merchant_ids.map(toPayload)));
};

/** Publishes changes to the open dashboards of the merchant after the transaction commits. Events carry ids only. */
export async function publishLiveEvents(tx: MerchantTx, ...events: LiveEvent[]): Promise<void> {
  if (tx.live_events === undefined) throw new Error('Live events are published inside a transaction of asMerchant');
  for (const event of events) {
    tx.live_events.add(JSON.stringify({ merchant_id: tx.merchant_id, ...event } satisfies MerchantLiveEvent));
  }
}

/** Publishes a change of a merchant's object to the provider's staff after the transaction commits. */
export function publishToStaff(tx: MerchantTx, event: LiveEvent): void {
  if (tx.live_events === undefined) throw new Error('Live events are published inside a transaction of asMerchant');
  tx.live_events.add(JSON.stringify({ merchant_id: null, ...event } satisfies MerchantLiveEvent));
}

const pending_by_pool = new WeakMap<pg.Pool, Set<string>>();

/**
 * Sends events; those that arrive while a NOTIFY is in flight go with the next one. A NOTIFY that fails, such as when no
 * connection becomes free, is repeated: the listeners have connections of their own and would not notice the gap.
 */
export function sendLiveEvents(pool: pg.Pool, payloads: ReadonlySet<string>): void {
  const queued = pending_by_pool.get(pool);
  if (queued !== undefined) {
    for (const payload of payloads) queued.add(payload);
    return;
  }
  const next = new Set<string>();
  pending_by_pool.set(pool, next);
  void pool
    .query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [[...payloads]])
    .catch(async () => {
      if (payloads.size <= REPEATED_MAX) for (const payload of payloads) next.add(payload);
      await wait(RETRY_MS, undefined, { ref: false });
    })
    .finally(() => {
      pending_by_pool.delete(pool);
      if (next.size > 0 && !pool.ending) sendLiveEvents(pool, next);
    });
}

/** Listens on a dedicated connection until closed, and reconnects after errors. `gap`: events may have been missed. */
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
      // A failed connect does not always emit 'end'; ensure that exactly one retry is scheduled.
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
