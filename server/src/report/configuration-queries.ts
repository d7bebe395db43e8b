/** All SQL of preferences and of the delivery configuration. */
import type { MerchantTx } from '../db/tx.ts';
import { DEFAULT_CONFIGURATION, type StoredConfiguration, type Switch } from './configuration-rules.ts';

/** The catalogue with the merchant's own switches; `stored` is null where the merchant never chose. */
export const listPreferences = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('notification_action as a')
    .leftJoin('notification_preference as p', (join) =>
      join.onRef('p.notification_action', '=', 'a.code').on('p.merchant_id', '=', tx.merchant_id),
    )
    .select([
      'a.code',
      'a.group_name',
      'a.label',
      'a.description',
      'a.is_editable',
      'a.is_security',
      'a.default_active',
      'p.is_active as stored',
    ])
    .orderBy('a.code')
    .execute();

export async function savePreferences(tx: MerchantTx, switches: Switch[], now: Date, by: string): Promise<void> {
  await tx.sql
    .insertInto('notification_preference')
    .values(switches.map((each) => ({ merchant_id: tx.merchant_id, ...each, updated_at: now, updated_by: by })))
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'notification_action']).doUpdateSet((eb) => ({
        is_active: eb.ref('excluded.is_active'),
        updated_at: eb.ref('excluded.updated_at'),
        updated_by: eb.ref('excluded.updated_by'),
      })),
    )
    .execute();
}

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

/** Reads and locks it, so that runs of one merchant are numbered one after another. Makes the row when it is absent. */
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
    .forUpdate()
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

/** Pins the key that answered, unless one is pinned or another server was saved meanwhile. */
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

/** When the server last refused the login that is saved now; null: it did not. */
export async function findRefusedAt(tx: MerchantTx): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('report_configuration')
    .select('sftp_refused_at')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row?.sftp_refused_at ?? null;
}

/** Notes that the server refused this login, unless another one was saved meanwhile. */
export async function recordRefusedLogin(tx: MerchantTx, tried: StoredConfiguration, at: Date): Promise<void> {
  await tx.sql
    .updateTable('report_configuration')
    .set({ sftp_refused_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('sftp_host', '=', tried.sftp_host)
    .where('sftp_port', '=', tried.sftp_port)
    .where('sftp_username', '=', tried.sftp_username)
    .where('sftp_password_encrypted', '=', tried.sftp_password_encrypted)
    .execute();
}

/** Lets a login be tried again that was refused up to an instant. */
export async function clearRefusedLogin(tx: MerchantTx, until: Date): Promise<void> {
  await tx.sql
    .updateTable('report_configuration')
    .set({ sftp_refused_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('sftp_refused_at', '<=', until.toISOString())
    .execute();
}
