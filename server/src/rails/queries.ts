/** SQL of the provider log and of unmatched callbacks. */
import type { RailMessage } from './rail-message.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { toBusinessDay } from '@dasbor/contract/time';

/** The object that a message refers to. */
export interface RailObject {
  object_type: string;
  object_id: string;
}

/** Builds the insert of a log entry, for use inside a larger statement. */
export function buildRailLogInsert(tx: MerchantTx, object: RailObject, message: RailMessage) {
  const { request, response, ...rest } = message;
  return tx.sql
    .insertInto('rail_log')
    .values({
      merchant_id: tx.merchant_id,
      id: newId('rail_log', message.at),
      business_day: toBusinessDay(message.at),
      ...object,
      ...rest,
      request: JSON.stringify(request ?? null),
      response: JSON.stringify(response ?? null),
    })
    .returning('id');
}

export async function insertRailLog(tx: MerchantTx, object: RailObject, message: RailMessage): Promise<void> {
  await buildRailLogInsert(tx, object, message).execute();
}

/** X-EXTERNAL-ID of a callback; each can be used once a day. */
export interface ExternalId {
  partner: string;
  business_day: string;
  external_id: string;
}

/** Consumes the X-EXTERNAL-ID of a callback; false when it was already used on that day. */
export async function insertExternalId(tx: MerchantTx, id: ExternalId): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('rail_external_id')
    .values({ merchant_id: tx.merchant_id, ...id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('external_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Log entries of any of the objects, oldest first. */
export async function listRailLog(tx: MerchantTx, object_ids: string[]) {
  const rows = await tx.sql
    .selectFrom('rail_log')
    .where('merchant_id', '=', tx.merchant_id)
    .where('object_id', 'in', object_ids)
    .select([
      'id',
      'at',
      'direction',
      'endpoint',
      'external_id',
      'http_status',
      'response_code',
      'latency_ms',
      'request',
      'response',
    ])
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, direction: row.direction as 'out' | 'in' }));
}

/** A callback that failed authentication or matches no object of any merchant. */
export interface UnmatchedCallback {
  at: Date;
  partner: string | null;
  endpoint: string;
  external_id: string | null;
  response_code: string;
  reason: string;
  request: unknown;
}

export async function insertUnmatchedCallback(tx: PlatformTx, callback: UnmatchedCallback): Promise<void> {
  await tx.sql
    .insertInto('unmatched_callback')
    .values({ id: newId('rail_log', callback.at), ...callback, request: JSON.stringify(callback.request ?? null) })
    .execute();
}
