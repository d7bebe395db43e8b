/** SQL of webhook endpoints. */
import { type Updateable, sql } from 'kysely';
import type { WebhookEndpoint as ContractEndpoint } from '@dasbor/contract/webhook-fields';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx } from '../db/tx.ts';

const SHOWN = [
  'id',
  'url',
  'description',
  'events',
  'api_version',
  'notify_email',
  'header_names',
  'status',
  'disabled_reason',
  'failing_since',
  'is_open',
  'probe_at',
  'previous_secret_expires_at',
  'last_delivery_at',
  'created_by',
  'created_at',
] as const;

const SECRET = ['merchant_id', 'secret_sealed', 'previous_secret_sealed', 'headers_sealed'] as const;

/** Endpoints with their figures, newest first. `id`: only this one. */
export async function listEndpoints(tx: MerchantTx, now: Date, id?: string): Promise<ContractEndpoint[]> {
  let query = tx.sql
    .selectFrom('webhook_endpoint')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  const figures = await readFigures(tx, now);
  return rows.map(({ is_open, probe_at, previous_secret_expires_at: expires_at, events, ...row }) => {
    const { attempts = 0, delivered = 0, waiting = 0 } = figures.get(row.id) ?? {};
    return {
      ...row,
      events: events as ContractEndpoint['events'],
      next_probe_at: is_open && row.status !== 'disabled' ? probe_at : null,
      previous_secret_expires_at: expires_at !== null && Date.parse(expires_at) > now.getTime() ? expires_at : null,
      success_rate_24h: attempts === 0 ? null : delivered / attempts,
      waiting_count: waiting,
    };
  });
}

interface Figures {
  attempts?: number;
  delivered?: number;
  waiting?: number;
}

async function readFigures(tx: MerchantTx, now: Date): Promise<Map<string, Figures>> {
  const since = new Date(now.getTime() - 24 * 3_600_000);
  const { rows: attempts } = await sql<{ endpoint_id: string; attempts: number; delivered: number }>`
    select endpoint_id, count(*)::int as attempts, count(*) filter (where is_delivered)::int as delivered
    from app.webhook_attempt where merchant_id = ${tx.merchant_id} and at >= ${since} group by endpoint_id`.execute(
    tx.sql,
  );
  const { rows: waiting } = await sql<{ endpoint_id: string; waiting: number }>`
    select endpoint_id, count(*)::int as waiting from app.webhook_delivery
    where merchant_id = ${tx.merchant_id} and next_attempt_at is not null group by endpoint_id`.execute(tx.sql);
  const figures = new Map<string, Figures>();
  for (const { endpoint_id, ...row } of [...attempts, ...waiting]) {
    figures.set(endpoint_id, { ...figures.get(endpoint_id), ...row });
  }
  return figures;
}

/** Enabled and disabled endpoints that a new event may go to. */
export const listSubscribers = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('webhook_endpoint')
    .select(['id', 'events', 'status', 'created_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('deleted_at', 'is', null)
    .execute();

const buildEndpointQuery = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('webhook_endpoint')
    .select([...SHOWN, ...SECRET])
    .select(['alerts_sent', 'recent_outcomes', 'probe_count', 'is_draining', 'lease_until'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

export const findEndpoint = (tx: MerchantTx, id: string) => buildEndpointQuery(tx, id).executeTakeFirst();

/** Locks an endpoint until the end of the transaction. */
export const lockEndpoint = (tx: MerchantTx, id: string) => buildEndpointQuery(tx, id).forUpdate().executeTakeFirst();

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Locks the row of the merchant, so that two requests cannot exceed the number of endpoints. */
export async function countEndpointsLocked(tx: MerchantTx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`webhook_endpoint:${tx.merchant_id}`}))`.execute(tx.sql);
  const rows = await listSubscribers(tx);
  return rows.length;
}

export interface NewEndpoint {
  id: string;
  url: string;
  description: string | null;
  events: string[];
  api_version: string;
  notify_email: string | null;
  header_names: string[];
  headers_sealed: string | null;
  secret_sealed: string;
  created_by: string;
  created_at: Date;
}

export const insertEndpoint = (tx: MerchantTx, endpoint: NewEndpoint) =>
  tx.sql
    .insertInto('webhook_endpoint')
    .values({ merchant_id: tx.merchant_id, status: 'active', updated_at: endpoint.created_at, ...endpoint })
    .execute();

export type EndpointChange = Updateable<DB['webhook_endpoint']>;

export const updateEndpoint = (tx: MerchantTx, id: string, change: EndpointChange) =>
  tx.sql
    .updateTable('webhook_endpoint')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
