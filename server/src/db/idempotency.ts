/** Idempotency keys: one row per merchant, route and key. */
import type { MerchantTx } from './tx.ts';

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

/** Inserts the key; false when it exists. Waits while another transaction inserts the same key. */
export async function insertKey(
  tx: MerchantTx,
  name: KeyName,
  row: { fingerprint: string; created_at: Date; locked_until: Date; expires_at: Date },
): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('idempotency_key')
    .values({ merchant_id: tx.merchant_id, ...name, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'route', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether the key exists. */
export async function hasKey(tx: MerchantTx, { route, key }: KeyName): Promise<boolean> {
  const found = await tx.sql
    .selectFrom('idempotency_key')
    .select('key')
    .where('merchant_id', '=', tx.merchant_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** Reads the key and locks its row until the end of the transaction. */
export const lockKey = (tx: MerchantTx, name: KeyName): Promise<KeyRow | undefined> =>
  tx.sql
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'object_id', 'status_code', 'response', 'locked_until'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('route', '=', name.route)
    .where('key', '=', name.key)
    .forUpdate()
    .executeTakeFirst();

/** Updates the object, lease or final response of a key. */
export async function updateKey(
  tx: MerchantTx,
  name: KeyName,
  change: { object_id?: string; locked_until?: Date; status_code?: number; response?: string },
): Promise<void> {
  await tx.sql
    .updateTable('idempotency_key')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('route', '=', name.route)
    .where('key', '=', name.key)
    .execute();
}
