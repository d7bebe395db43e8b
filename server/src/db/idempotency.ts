/** Idempotency keys: one row per owner, route and key. */
import { type RawBuilder, sql } from 'kysely';
import type { LoginTx, MerchantTx } from './tx.ts';

export interface KeyRow {
  fingerprint: string;
  object_id: string | null;
  status_code: number | null;
  response: unknown;
  locked_until: string;
}

export interface KeyName {
  route: string;
  key: string;
}

/** Keys belong to a merchant, or to a user without one: the provider's staff, and users of account groups. */
export type KeyTx = MerchantTx | (LoginTx & { readonly user_id: string });

const getTable = (tx: KeyTx): RawBuilder<unknown> =>
  'merchant_id' in tx ? sql`app.idempotency_key` : sql`app.user_idempotency_key`;
const getOwner = (tx: KeyTx): { column: RawBuilder<unknown>; id: string } =>
  'merchant_id' in tx ? { column: sql`merchant_id`, id: tx.merchant_id } : { column: sql`user_id`, id: tx.user_id };

function isKey(tx: KeyTx, { route, key }: KeyName): RawBuilder<boolean> {
  const { column, id } = getOwner(tx);
  return sql<boolean>`${column} = ${id} and route = ${route} and key = ${key}`;
}

/** Inserts the key; false when it exists. Waits while another transaction inserts the same key. */
export async function insertKey(
  tx: KeyTx,
  { route, key }: KeyName,
  row: { fingerprint: string; created_at: Date; locked_until: Date; expires_at: Date },
): Promise<boolean> {
  const { column, id } = getOwner(tx);
  const { rows } = await sql`
    insert into ${getTable(tx)} (${column}, route, key, fingerprint, created_at, locked_until, expires_at)
    values (${id}, ${route}, ${key}, ${row.fingerprint}, ${row.created_at}, ${row.locked_until}, ${row.expires_at})
    on conflict (${column}, route, key) do nothing returning key`.execute(tx.sql);
  return rows.length > 0;
}

/** Whether the key exists. */
export async function hasKey(tx: KeyTx, name: KeyName): Promise<boolean> {
  const { rows } = await sql`select key from ${getTable(tx)} where ${isKey(tx, name)}`.execute(tx.sql);
  return rows.length > 0;
}

/** Reads the key and locks its row until the end of the transaction. */
export async function lockKey(tx: KeyTx, name: KeyName): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select fingerprint, object_id, status_code, response, locked_until from ${getTable(tx)}
    where ${isKey(tx, name)} for no key update`.execute(tx.sql);
  return rows[0];
}

/** Updates the object, lease or final response of a key. What is absent stays as it is. */
export async function updateKey(
  tx: KeyTx,
  name: KeyName,
  change: { object_id?: string; locked_until?: Date; status_code?: number; response?: string },
): Promise<void> {
  await sql`
    update ${getTable(tx)} set
      object_id = coalesce(${change.object_id ?? null}, object_id),
      locked_until = coalesce(${change.locked_until ?? null}::timestamptz, locked_until),
      status_code = coalesce(${change.status_code ?? null}::int, status_code),
      response = coalesce(${change.response ?? null}::jsonb, response)
    where ${isKey(tx, name)}`.execute(tx.sql);
}
