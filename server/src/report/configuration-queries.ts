/** SQL of the report delivery configuration. */
import type { MerchantTx } from '../db/tx.ts';
import { DEFAULT_CONFIGURATION, type StoredConfiguration } from './configuration-rules.ts';

const CONFIGURATION = [
  'email_recipients',
  'email_delivery_enabled',
  'sftp_delivery_enabled',
  'sftp_host',
  'sftp_port',
  'sftp_username',
  'sftp_password_encrypted',
  'sftp_host_key',
  'sftp_tested_endpoint',
  'sftp_tested_host_key',
] as const;

export async function getConfiguration(tx: MerchantTx): Promise<StoredConfiguration> {
  const row = await tx.sql
    .selectFrom('report_configuration')
    .select(CONFIGURATION)
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row ?? DEFAULT_CONFIGURATION;
}

/** Reads and locks the configuration, which also serialises the numbering of runs. Inserts the row when it is missing. */
export async function lockConfiguration(tx: MerchantTx, now: Date): Promise<StoredConfiguration> {
  await tx.sql
    .insertInto('report_configuration')
    .values({ merchant_id: tx.merchant_id, updated_at: now, updated_by: 'system' })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  return tx.sql
    .selectFrom('report_configuration')
    .select(CONFIGURATION)
    .where('merchant_id', '=', tx.merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateConfiguration(
  tx: MerchantTx,
  change: Partial<StoredConfiguration>,
  by?: { at: Date; name: string },
): Promise<void> {
  await tx.sql
    .updateTable('report_configuration')
    .set({ ...change, ...(by ? { updated_at: by.at, updated_by: by.name } : {}) })
    .where('merchant_id', '=', tx.merchant_id)
    .execute();
}

/** Pins a host key, unless one is pinned or another server was saved meanwhile. */
export async function pinHostKey(
  tx: MerchantTx,
  server: { host: string; port: number; username: string },
  host_key: string,
): Promise<boolean> {
  const pinned = await tx.sql
    .updateTable('report_configuration')
    .set({ sftp_host_key: host_key })
    .where('merchant_id', '=', tx.merchant_id)
    .where('sftp_host', '=', server.host)
    .where('sftp_port', '=', server.port)
    .where('sftp_username', '=', server.username)
    .where('sftp_host_key', 'is', null)
    .returning('merchant_id')
    .executeTakeFirst();
  return pinned !== undefined;
}

/** When the server last refused the saved login; null: it did not. */
export async function findRefusedAt(tx: MerchantTx): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('report_configuration')
    .select('sftp_refused_at')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row?.sftp_refused_at ?? null;
}

/** Records that the server refused this login, unless another one was saved meanwhile. */
export async function recordRefusedLogin(tx: MerchantTx, attempted: StoredConfiguration, at: Date): Promise<void> {
  await tx.sql
    .updateTable('report_configuration')
    .set({ sftp_refused_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('sftp_host', '=', attempted.sftp_host)
    .where('sftp_port', '=', attempted.sftp_port)
    .where('sftp_username', '=', attempted.sftp_username)
    .where('sftp_password_encrypted', '=', attempted.sftp_password_encrypted)
    .execute();
}

/** Clears refusals up to an instant, so that the login is tried again. */
export async function clearRefusedLogin(tx: MerchantTx, until: Date): Promise<void> {
  await tx.sql
    .updateTable('report_configuration')
    .set({ sftp_refused_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('sftp_refused_at', '<=', until.toISOString())
    .execute();
}
