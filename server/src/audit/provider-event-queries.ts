/**
 * Actions of the provider's staff that concern no single merchant, or that a merchant must not read, what happened to their
 * accounts, and their refused attempts: insert-only, in one hash chain, separate from the audit logs of merchants.
 */
import { sql } from 'kysely';
import type { AccountAction } from '@dasbor/contract/account-actions';
import type { AuditResult } from '@dasbor/contract/audit';
import type { ProviderEvent, listProviderEvents } from '@dasbor/contract/operations';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import type { Query } from '@dasbor/contract/route';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { maskSecrets } from './mask.ts';
import { lockProviderHead, updateProviderHead } from './provider-chain-queries.ts';
import { type ProviderRow, hashProviderRow } from './provider-chain.ts';

export interface ProviderEventInput {
  action: ProviderAction | AccountAction;
  object_type: string;
  object_id: string | null;
  merchant_id?: string | null;
  before?: unknown;
  after?: unknown;
}

/** A refused attempt, under the code of its route (refusal.ts). */
export interface ProviderAttempt extends Omit<ProviderEventInput, 'action'> {
  action: string;
  result: Exclude<AuditResult, 'ok'>;
}

/** The actor of events that no person caused, such as a locked sign-in. */
export const SYSTEM_PRINCIPAL = { id: 'system', name: 'System' };

/** Actor, address and time of an action. A command on the server and the system have no session. */
export interface ProviderActor {
  principal: {
    id: string;
    name: string;
    email?: string;
    role?: string;
    session_id?: string;
    user_agent?: string | null;
  };
  request: { ip: string | null };
  now: Date;
}

type WritingTx = Pick<PlatformTx, 'sql'>;

/** Records an action in the transaction of the change. */
export const recordProviderEvent = (tx: WritingTx, actor: ProviderActor, event: ProviderEventInput): Promise<void> =>
  insertEvent(tx, actor, { ...event, result: 'ok' });

/** Records a refused attempt, in a transaction of its own. */
export const recordProviderAttempt = (tx: WritingTx, actor: ProviderActor, attempt: ProviderAttempt): Promise<void> =>
  insertEvent(tx, actor, attempt);

async function insertEvent(
  tx: WritingTx,
  { principal, request, now }: ProviderActor,
  event: Omit<ProviderAttempt, 'result'> & { result: AuditResult },
): Promise<void> {
  const { action, object_type, object_id, merchant_id = null, before = null, after = null, result } = event;
  const head = await lockProviderHead(tx);
  const row: ProviderRow = {
    seq: head.last_seq + 1,
    id: newId('provider_event', now),
    at: now.toISOString(),
    actor_id: principal.id,
    actor_name: principal.name,
    actor_email: principal.email ?? null,
    actor_role: principal.role ?? null,
    ip: request.ip,
    user_agent: principal.user_agent ?? null,
    session_id: principal.session_id ?? null,
    action,
    object_type,
    object_id,
    merchant_of: merchant_id,
    result,
    before: maskSecrets(before),
    after: maskSecrets(after),
    prev_hash: head.last_hash,
  };
  const hash = hashProviderRow(row);
  await tx.sql
    .insertInto('provider_event')
    .values({ ...row, before: JSON.stringify(row.before), after: JSON.stringify(row.after), hash })
    .execute();
  await updateProviderHead(tx, { last_seq: row.seq, last_hash: hash });
}

type Filter = Query<typeof listProviderEvents>;

const startsWith = (column: string, typed: string) =>
  sql<boolean>`starts_with(lower(${sql.ref(column)}), ${typed.toLowerCase()})`;

function buildFilteredQuery(kysely: PlatformTx['sql'], filter: Filter) {
  const { from, to, actor, action, result, merchant_id, object_id, q } = filter;
  let rows = kysely.selectFrom('provider_event as e');
  if (from !== undefined) rows = rows.where('e.at', '>=', from);
  if (to !== undefined) rows = rows.where('e.at', '<', to);
  if (actor) rows = rows.where((eb) => eb.or([eb('e.actor_id', '=', actor), startsWith('e.actor_name', actor)]));
  if (action?.length) rows = rows.where((eb) => eb.or(action.map((each) => startsWith('e.action', each))));
  if (result?.length) rows = rows.where('e.result', 'in', result);
  if (merchant_id !== undefined) rows = rows.where('e.merchant_of', '=', merchant_id);
  if (object_id) rows = rows.where('e.object_id', '=', object_id);
  if (q) {
    rows = rows.where((eb) =>
      eb.or([
        eb('e.object_id', '=', q),
        eb('e.merchant_of', '=', q),
        eb('e.actor_id', '=', q),
        eb('e.ip', '=', q),
        startsWith('e.action', q),
        startsWith('e.actor_name', q),
      ]),
    );
  }
  return rows;
}

/** Newest first after the cursor; one extra row when there is a next page. */
export async function listProviderEventRows(
  tx: PlatformTx,
  filter: Filter,
  after: Cursor | null,
): Promise<ProviderEvent[]> {
  let rows = buildFilteredQuery(tx.sql, filter);
  if (after !== null) rows = rows.where(sql<boolean>`(e.at, e.id) < (${after.at}::timestamptz, ${after.id})`);
  const found = await rows
    .select(['e.id', 'e.at', 'e.actor_id', 'e.actor_name', 'e.ip', 'e.action', 'e.object_type', 'e.object_id'])
    .select(['e.actor_email', 'e.actor_role', 'e.user_agent', 'e.session_id'])
    .select(['e.merchant_of as merchant_id', 'e.result', 'e.before', 'e.after'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(filter.limit + 1)
    .execute();
  return found.map((row) =>
    row.actor_id === SYSTEM_PRINCIPAL.id
      ? { ...row, actor_type: 'system', actor_id: null, actor_name: null }
      : { ...row, actor_type: 'provider' },
  );
}
