/**
 * Actions of the provider's staff that concern no single merchant, or that a merchant must not read: insert-only, beside
 * the audit logs of merchants.
 */
import { sql } from 'kysely';
import type { ProviderEvent } from '@dasbor/contract/operations';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { Principal } from '../http/principal.ts';
import { maskSecrets } from './mask.ts';

export interface ProviderEventInput {
  action: ProviderAction;
  object_type: string;
  object_id: string | null;
  merchant_id?: string | null;
  before?: unknown;
  after?: unknown;
}

/** Records an action in the transaction of the change. */
export async function recordProviderEvent(
  tx: PlatformTx,
  { principal, request, now }: { principal: Principal; request: { ip: string }; now: Date },
  { action, object_type, object_id, merchant_id = null, before = null, after = null }: ProviderEventInput,
): Promise<void> {
  await tx.sql
    .insertInto('provider_event')
    .values({
      id: newId('provider_event', now),
      at: now,
      actor_id: principal.id,
      actor_name: principal.name,
      ip: request.ip,
      action,
      object_type,
      object_id,
      merchant_of: merchant_id,
      before: JSON.stringify(maskSecrets(before)),
      after: JSON.stringify(maskSecrets(after)),
    })
    .execute();
}

/** Newest first after the cursor; one extra row when there is a next page. */
export async function listProviderEventRows(
  tx: PlatformTx,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<ProviderEvent[]> {
  let rows = tx.sql
    .selectFrom('provider_event')
    .select(['id', 'at', 'actor_id', 'actor_name', 'object_type', 'object_id', 'before', 'after'])
    .select('merchant_of as merchant_id')
    .select(sql<ProviderAction>`action`.as('action'));
  if (after !== null) rows = rows.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id})`);
  return rows
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}
