/**
 * Changes are announced in the transaction that makes them, and so only when it commits. A notification is a hint:
 * whoever misses one reads again, so the listener tells of every gap with `on_gap`.
 */
import { sql } from 'kysely';
import pg from 'pg';
import type { LiveEvent } from '@dasbor/contract/live';
import type { MerchantTx } from './tx.ts';

const CHANNEL = 'dasbor_live';
const RECONNECT_MS = 1_000;

export interface Announcement extends LiveEvent {
  merchant_id: string;
}

/** Tells the open dashboards of the merchant what changed. Carries ids only. */
export async function announce(tx: MerchantTx, ...events: LiveEvent[]): Promise<void> {
  const calls = events.map((event) => {
    const payload = JSON.stringify({ merchant_id: tx.merchant_id, ...event } satisfies Announcement);
    return sql`pg_notify(${CHANNEL}, ${payload})`;
  });
  await sql`select ${sql.join(calls)}`.execute(tx.sql);
}

/** Listens on a connection of its own until closed; reconnects by itself. */
export function listen(
  url: string,
  on: { event: (event: Announcement) => void; gap: () => void; error: (error: Error) => void },
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
    next.on('notification', (message) => on.event(JSON.parse(message.payload ?? '{}') as Announcement));
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
