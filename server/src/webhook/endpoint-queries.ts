/** SQL of webhook endpoints. */
import { type Updateable, sql } from 'kysely';
import * as duration from '@dasbor/contract/duration';
import { type WebhookEndpoint as ContractEndpoint, WEBHOOK_WAITING_MAX } from '@dasbor/contract/webhook-fields';
import type { SnapNotification } from '@dasbor/contract/snap-credential';
import { lockMerchant } from '../db/locks.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx } from '../db/tx.ts';

const SHOWN = [
  'id',
  'url',
  'snap_credential_id',
  'snap_service',
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

/** Endpoints with their metrics, newest first. `id`: only this one. */
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
  const metrics = await readMetrics(tx, now);
  return rows.map(({ is_open, probe_at, previous_secret_expires_at: expires_at, events, ...row }) => {
    const { attempts, delivered, waiting } = metrics.get(row.id) ?? { attempts: 0, delivered: 0, waiting: 0 };
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

interface Metrics {
  endpoint_id: string;
  attempts: number;
  delivered: number;
  waiting: number;
}

/** Attempts that the success rate looks at, per endpoint. */
const RATED_MAX = 1_000;

/** Bounded for each endpoint, because a busy merchant has millions of attempts a day. */
async function readMetrics(tx: MerchantTx, now: Date): Promise<Map<string, Metrics>> {
  const since = new Date(now.getTime() - duration.hours(24));
  const { merchant_id } = tx;
  const { rows } = await sql<Metrics>`
    select e.id as endpoint_id, rated.attempts, rated.delivered, open.waiting
    from app.webhook_endpoint e
    cross join lateral (
      select count(*)::int as attempts, count(*) filter (where r.is_delivered)::int as delivered
      from (select a.is_delivered from app.webhook_attempt a
        where a.merchant_id = ${merchant_id} and a.endpoint_id = e.id and a.at >= ${since}
        order by a.at desc limit ${RATED_MAX}) r) rated
    cross join lateral (
      select count(*)::int as waiting
      from (select d.event_id from app.webhook_delivery d
        where d.merchant_id = ${merchant_id} and d.endpoint_id = e.id and d.next_attempt_at is not null
        limit ${WEBHOOK_WAITING_MAX}) w) open
    where e.merchant_id = ${merchant_id} and e.deleted_at is null`.execute(tx.sql);
  return new Map(rows.map((row) => [row.endpoint_id, row]));
}

/** Enabled and disabled endpoints that a new event may go to. */
export const listSubscribers = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('webhook_endpoint')
    .select(['id', 'events', 'snap_service', 'status', 'created_at'])
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
export const lockEndpoint = (tx: MerchantTx, id: string) =>
  buildEndpointQuery(tx, id).forNoKeyUpdate().executeTakeFirst();

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Webhooks of the merchant, without those of SNAP credentials. Two requests at once cannot exceed their number. */
export async function countEndpointsLocked(tx: MerchantTx): Promise<number> {
  await lockMerchant(tx);
  const rows = await listSubscribers(tx);
  return rows.filter(({ snap_service }) => snap_service === null).length;
}

/** The endpoints of a SNAP credential, locked until the end of the transaction. */
export async function lockEndpointsOfCredential(tx: MerchantTx, snap_credential_id: string): Promise<Endpoint[]> {
  const rows = await tx.sql
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('snap_credential_id', '=', snap_credential_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const locked: Endpoint[] = [];
  for (const { id } of rows) {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint !== undefined) locked.push(endpoint);
  }
  return locked;
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
  secret_sealed: string | null;
  snap_credential_id?: string;
  snap_service?: SnapNotification;
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
