/** All SQL on messages to and from banks. */
import type { RailMessage } from './rail-message.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { businessDayOf } from '@dasbor/contract/time';

/** The object that a message is about. */
export interface RailObject {
  object_type: string;
  object_id: string;
}

/** The write of a message about an object, for use inside a larger statement. */
export function buildRailLogInsert(tx: MerchantTx, object: RailObject, message: RailMessage) {
  const { request, response, ...rest } = message;
  return tx.sql
    .insertInto('rail_log')
    .values({
      merchant_id: tx.merchant_id,
      id: newId('rail_log', message.at),
      business_day: businessDayOf(message.at),
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

/** Messages about any of the objects, oldest first. */
export async function listRailLog(tx: MerchantTx, object_ids: string[]) {
  const rows = await tx.sql
    .selectFrom('rail_log')
    .where('merchant_id', '=', tx.merchant_id)
    .where('object_id', 'in', object_ids)
    .select(['id', 'at', 'direction', 'endpoint', 'http_status', 'response_code', 'latency_ms', 'request', 'response'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, direction: row.direction as 'out' | 'in' }));
}

/** A message that belongs to no merchant, or that proves nothing. */
export interface UnmatchedCallback {
  at: Date;
  partner: string | null;
  endpoint: string;
  external_id: string | null;
  response_code: string;
  reason: string;
  request: unknown;
}

export async function insertUnmatchedCallback(tx: PlatformTx, stray: UnmatchedCallback): Promise<void> {
  await tx.sql
    .insertInto('rail_stray')
    .values({ id: newId('rail_log', stray.at), ...stray, request: JSON.stringify(stray.request ?? null) })
    .execute();
}
