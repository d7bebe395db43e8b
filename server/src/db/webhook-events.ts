/**
 * Webhook events are recorded in the transaction that causes them. Every change of an object publishes a live event
 * (live-events.ts); before the commit, the changed objects are read once, and what they reached becomes an event with a
 * frozen payload. Merchants without an endpoint pay nothing but a cached look-up.
 */
import { sql } from 'kysely';
import type { WebhookEventType } from '@dasbor/contract/webhook-events';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import type { LiveEvent } from '@dasbor/contract/live';
import type { WebhookData } from './column-types.ts';
import type { Db } from './connect.ts';
import { enqueueAfterCommit } from './enqueue-after-commit.ts';
import { newId } from './new-id.ts';
import { type WebhookSource, WEBHOOK_SOURCES } from './webhook-sources.ts';
import { findWebhooksSince } from './webhook-subscription.ts';
import type { MerchantTx } from './tx.ts';

/** The job that creates the deliveries of new events of a merchant (webhook/jobs.ts). */
export const DISPATCH_WEBHOOKS_JOB = 'dispatch_webhooks';

/** Connection of a transaction: its role decides which rows are visible. */
interface Writer {
  merchant_id: string;
  sql: MerchantTx['sql'];
}

/** Records what the changed objects of the live events reached. Returns whether events were recorded. */
export async function recordWebhookEvents(db: Db, writer: Writer, ids: readonly string[]): Promise<boolean> {
  const known = ids.filter((id) => WEBHOOK_SOURCES[getPrefix(id)] !== undefined);
  if (known.length === 0) return false;
  const since = await findWebhooksSince(db, writer);
  if (since === null) return false;
  const reached: OccurredEvent[] = [];
  for (const group of groupByPrefix(known)) reached.push(...(await readReached(writer, group)));
  const recent = reached.filter(({ at }) => at >= since);
  return insertEvents(writer, recent);
}

/** The same for the objects that live events name, as asMerchant collected them. */
export const listChangedIds = (live_events: ReadonlySet<string>): string[] => [
  ...new Set([...live_events].flatMap((text) => (JSON.parse(text) as LiveEvent).id ?? [])),
];

/** An event that is not the status of an object. Idempotent by `key`. */
export async function recordWebhookEvent(
  db: Db,
  tx: MerchantTx,
  event: { type: WebhookEventType; key: string; object_id: string | null; at: Date; data: WebhookData },
): Promise<void> {
  if ((await findWebhooksSince(db, tx)) === null) return;
  const at = event.at.toISOString();
  const is_new = await insertEvents(tx, [{ ...event, at, recorded_at: at }]);
  if (is_new) enqueueAfterCommit(tx, DISPATCH_WEBHOOKS_JOB);
}

/** An event that the state of an object does not show, with the object as it is now. Idempotent by `occurrence`. */
export async function recordObjectWebhookEvent(
  db: Db,
  tx: MerchantTx,
  { type, id, at, occurrence }: { type: WebhookEventType; id: string; at: Date; occurrence: string },
): Promise<void> {
  if ((await findWebhooksSince(db, tx)) === null) return;
  const source = getSource(id);
  const [row] = await readRows(tx, source, [id]);
  if (row === undefined) throw new Error(`${id} not found`);
  const data = { object: source.object, ...row };
  await recordWebhookEvent(db, tx, { type, key: `${id}.${type}.${occurrence}`, object_id: id, at, data });
}

/** An event that an object reached. */
export interface OccurredEvent {
  type: WebhookEventType;
  key: string;
  object_id: string | null;
  /** When the object reached it, ISO 8601. */
  at: string;
  /** When that was recorded, ISO 8601. */
  recorded_at: string;
  data: WebhookData;
}

const getPrefix = (id: string): string => id.slice(0, id.indexOf('_'));

function groupByPrefix(ids: readonly string[]): [string, ...string[]][] {
  const groups = new Map<string, [string, ...string[]]>();
  for (const id of ids) {
    const group = groups.get(getPrefix(id));
    if (group === undefined) groups.set(getPrefix(id), [id]);
    else group.push(id);
  }
  return [...groups.values()];
}

function getSource(id: string): WebhookSource {
  const source = WEBHOOK_SOURCES[getPrefix(id)];
  if (source === undefined) throw new Error(`${id} has no webhook events`);
  return source;
}

async function readRows(writer: Writer, { table, columns }: WebhookSource, ids: string[]) {
  const names = columns.map((name) => sql.ref(name));
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select ${sql.join(names)} from ${sql.table(`app.${table}`)}
    where merchant_id = ${writer.merchant_id} and id = any (${ids}::text[])`.execute(writer.sql);
  return rows;
}

async function readReached(writer: Writer, ids: [string, ...string[]]): Promise<OccurredEvent[]> {
  const source = getSource(ids[0]);
  const rows = await readRows(writer, source, ids);
  return rows.flatMap((row) => listOccurredEvents(source, row));
}

/** The events that a row of a source corresponds to, with its data. */
export const listOccurredEvents = (
  source: WebhookSource,
  row: Record<string, unknown> & { id: string },
): OccurredEvent[] =>
  source.list(row).map(({ type, at, occurrence }) => ({
    type,
    key: occurrence === undefined ? `${row.id}.${type}` : `${row.id}.${type}.${occurrence}`,
    object_id: row.id,
    at,
    recorded_at: typeof row['updated_at'] === 'string' ? row['updated_at'] : at,
    data: { object: source.object, ...row },
  }));

/** Payloads are thin: what a merchant stored with an object is left out where it is long. */
const DATA_MAX_BYTES = 18_000;
function formatData(data: WebhookData): string {
  const text = JSON.stringify(data);
  return Buffer.byteLength(text) <= DATA_MAX_BYTES ? text : JSON.stringify({ ...data, metadata: null });
}

/** A recorded event, for the number of the next one. */
export interface ExistingEvent {
  object_id: string | null;
  event_key: string;
  sequence: number;
}

/** The events of these keys, and the last one of each object: an object can have any number of them. */
async function readExisting({ merchant_id, sql: kysely }: Writer, reached: OccurredEvent[]) {
  const keys = reached.map(({ key }) => key);
  const last = [...new Set(reached.flatMap(({ object_id }) => object_id ?? []))].map(
    (object_id) => sql`(select object_id, event_key, sequence from app.webhook_event
      where merchant_id = ${merchant_id} and object_id = ${object_id} order by sequence desc limit 1)`,
  );
  const of_keys = sql`(select object_id, event_key, sequence from app.webhook_event
    where merchant_id = ${merchant_id} and event_key = any (${keys}::text[]))`;
  const { rows } = await sql<ExistingEvent>`${sql.join([of_keys, ...last], sql` union all `)}`.execute(kysely);
  return rows;
}

/** The rows of the events that are not known yet, numbered after the ones of their object. */
export function buildEventRows(merchant_id: string, reached: OccurredEvent[], existing: ExistingEvent[]) {
  const keys = new Set(existing.map(({ event_key }) => event_key));
  const last = new Map<string | null, number>();
  for (const { object_id, sequence } of existing) last.set(object_id, Math.max(sequence, last.get(object_id) ?? 0));
  return reached
    .filter(({ key }) => !keys.has(key))
    .map(({ type, key, object_id, recorded_at, data }) => {
      const sequence = (last.get(object_id) ?? 0) + 1;
      last.set(object_id, sequence);
      const created_at = new Date(recorded_at);
      return {
        merchant_id,
        id: newId('webhook_event', created_at),
        event_key: key,
        type,
        object_id,
        sequence,
        api_version: WEBHOOK_API_VERSION,
        data: formatData(data),
        created_at,
      };
    });
}

async function insertEvents(writer: Writer, reached: OccurredEvent[]): Promise<boolean> {
  if (reached.length === 0) return false;
  const rows = buildEventRows(writer.merchant_id, reached, await readExisting(writer, reached));
  if (rows.length === 0) return false;
  const inserted = await writer.sql
    .insertInto('webhook_event')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'event_key']).doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}
