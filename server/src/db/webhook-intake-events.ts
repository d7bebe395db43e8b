/** Webhook events of a batch of paid callbacks: a fixed number of statements for any number of merchants and payments. */
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { IntakeTx } from './tx.ts';
import { type ExistingEvent, type OccurredEvent, buildEventRows, listOccurredEvents } from './webhook-events.ts';
import { WEBHOOK_SOURCES } from './webhook-sources.ts';
import { listWebhooksSince } from './webhook-subscription.ts';

interface ChangedPayment {
  merchant_id: string;
  transaction_id: string;
  /** Of the code that was paid. */
  id: string;
}

/** Records what the payments and their codes reached. Returns the merchants with new events. */
export async function recordIntakeWebhookEvents(
  db: Db,
  tx: IntakeTx,
  payments: readonly ChangedPayment[],
): Promise<string[]> {
  const merchant_ids = [...new Set(payments.map(({ merchant_id }) => merchant_id))];
  const since = await listWebhooksSince(db, tx.sql, merchant_ids);
  const watched = payments.filter(({ merchant_id }) => since.has(merchant_id));
  if (watched.length === 0) return [];
  const owners = watched.map(({ merchant_id }) => merchant_id);
  const reached = [
    ...(await readReached(
      tx,
      'txn',
      owners,
      watched.map(({ transaction_id }) => transaction_id),
    )),
    ...(await readReached(
      tx,
      'qr',
      owners,
      watched.map(({ id }) => id),
    )),
  ].filter(({ merchant_id, at }) => at >= (since.get(merchant_id) ?? ''));
  if (reached.length === 0) return [];
  const existing = await readExisting(tx, reached);
  const rows = [...Map.groupBy(reached, ({ merchant_id }) => merchant_id)].flatMap(([merchant_id, of_merchant]) =>
    buildEventRows(
      merchant_id,
      of_merchant,
      existing.filter((event) => event.merchant_id === merchant_id),
    ),
  );
  return rows.length === 0 ? [] : insertRows(tx, rows);
}

type OwnedEvent = OccurredEvent & { merchant_id: string };

async function readReached(tx: IntakeTx, prefix: 'txn' | 'qr', owners: string[], ids: string[]): Promise<OwnedEvent[]> {
  const source = WEBHOOK_SOURCES[prefix];
  if (source === undefined) return [];
  const columns = source.columns.map((name) => sql.ref(`t.${name}`));
  const { rows } = await sql<Record<string, unknown> & { id: string; owner: string }>`
    select i.merchant_id as owner, ${sql.join(columns)}
    from unnest(${owners}::text[], ${ids}::text[]) i (merchant_id, id)
    join ${sql.table(`app.${source.table}`)} t on t.merchant_id = i.merchant_id and t.id = i.id`.execute(tx.sql);
  return rows.flatMap(({ owner: merchant_id, ...row }) =>
    listOccurredEvents(source, row).map((event) => ({ ...event, merchant_id })),
  );
}

/** The events of these keys, and the last one of each object. */
async function readExisting(tx: IntakeTx, reached: OwnedEvent[]) {
  const owners = reached.map(({ merchant_id }) => merchant_id);
  const keys = reached.map(({ key }) => key);
  const objects = reached.map(({ object_id }) => object_id);
  const { rows } = await sql<ExistingEvent & { merchant_id: string }>`
    select e.merchant_id, e.object_id, e.event_key, e.sequence
    from unnest(${owners}::text[], ${keys}::text[]) i (merchant_id, event_key)
    join app.webhook_event e on e.merchant_id = i.merchant_id and e.event_key = i.event_key
    union all
    select i.merchant_id, l.object_id, l.event_key, l.sequence
    from unnest(${owners}::text[], ${objects}::text[]) i (merchant_id, object_id)
    cross join lateral (
      select e.object_id, e.event_key, e.sequence from app.webhook_event e
      where e.merchant_id = i.merchant_id and e.object_id = i.object_id
      order by e.sequence desc limit 1) l`.execute(tx.sql);
  return rows;
}

async function insertRows(tx: IntakeTx, events: ReturnType<typeof buildEventRows>): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    insert into app.webhook_event as x (merchant_id, id, event_key, type, object_id, sequence, api_version, data,
      created_at)
    select r.merchant_id, r.id, r.event_key, r.type, r.object_id, r.sequence, r.api_version, r.data::jsonb, r.created_at
    from json_to_recordset(${JSON.stringify(events)}::json) as r (merchant_id text, id text, event_key text, type text,
      object_id text, sequence int, api_version text, data text, created_at timestamptz)
    on conflict (merchant_id, event_key) do nothing
    returning x.merchant_id`.execute(tx.sql);
  return [...new Set(rows.map(({ merchant_id }) => merchant_id))];
}
