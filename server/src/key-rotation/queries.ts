/** SQL of stored secrets, for the rotation of the key-encryption key. */
import { sql } from 'kysely';
import type { SecretContext } from '../vault.ts';
import { buildTotpContext } from '../auth/totp-context-rules.ts';
import type { LoginTx, MerchantTx } from '../db/tx.ts';

/** Every column with sealed secrets. A column that is missing here would be lost when the former keys are removed. */
export const SEALED_COLUMNS = [
  { table: 'account_check', column: 'account_no_sealed', id: 'id' },
  { table: 'bank_account', column: 'account_no_sealed', id: 'id' },
  { table: 'bank_credential', column: 'client_secret_sealed', id: 'id' },
  { table: 'bank_credential', column: 'partner_private_key_sealed', id: 'id' },
  { table: 'bank_credential', column: 'bank_client_secret_sealed', id: 'id' },
  { table: 'bank_credential', column: 'former_bank_client_secret_sealed', id: 'id' },
  { table: 'merchant_person', column: 'nik_sealed', id: 'id' },
  { table: 'disbursement_batch_row', column: 'account_no_sealed', id: 'id' },
  { table: 'report_configuration', column: 'sftp_password_encrypted', id: 'merchant_id' },
  { table: 'snap_credential', column: 'client_secret_sealed', id: 'id' },
  { table: 'snap_credential', column: 'previous_secret_sealed', id: 'id' },
  { table: 'snap_credential', column: 'notify_private_key_sealed', id: 'id' },
  { table: 'webhook_endpoint', column: 'headers_sealed', id: 'id' },
  { table: 'webhook_endpoint', column: 'secret_sealed', id: 'id' },
  { table: 'webhook_endpoint', column: 'previous_secret_sealed', id: 'id' },
] as const;
/** Keys of authenticator apps belong to people instead of merchants. */
export const SEALED_LOGIN_COLUMN = { table: 'totp', column: 'secret_sealed' } as const;
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

export interface SealedSecret {
  context: SecretContext;
  sealed: string;
}

/** A page of the secrets of a column, by id. */
export async function listSealed(
  tx: MerchantTx,
  { table, column, id }: SealedColumn,
  after_id: string,
  limit: number,
): Promise<SealedSecret[]> {
  const { rows } = await sql<{ row_id: string; sealed: string }>`
    select ${sql.ref(id)} as row_id, ${sql.ref(column)} as sealed from app.${sql.raw(table)}
    where merchant_id = ${tx.merchant_id} and ${sql.ref(column)} is not null and ${sql.ref(id)} > ${after_id}
    order by ${sql.ref(id)} limit ${limit}`.execute(tx.sql);
  return rows.map(({ row_id, sealed }) => ({
    context: { table, column, merchant_id: tx.merchant_id, row_id },
    sealed,
  }));
}

/** Replaces a secret unless it changed meanwhile. */
export const updateSealed = (
  tx: MerchantTx,
  { table, column, id }: SealedColumn,
  { context, sealed }: SealedSecret,
  next: string,
) =>
  sql`update app.${sql.raw(table)} set ${sql.ref(column)} = ${next}
    where merchant_id = ${tx.merchant_id} and ${sql.ref(id)} = ${context.row_id} and ${sql.ref(column)} = ${sealed}`.execute(
    tx.sql,
  );

/** A page of the keys of authenticator apps, which belong to people instead of merchants. */
export async function listSealedTotp(tx: LoginTx, after_id: string, limit: number): Promise<SealedSecret[]> {
  const rows = await tx.sql
    .selectFrom('totp')
    .select(['user_id', 'secret_sealed'])
    .where('user_id', '>', after_id)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, secret_sealed }) => ({ context: buildTotpContext(user_id), sealed: secret_sealed }));
}

/** Replaces a key unless it changed meanwhile. */
export const updateSealedTotp = (tx: LoginTx, { context, sealed }: SealedSecret, next: string) =>
  tx.sql
    .updateTable('totp')
    .set({ secret_sealed: next })
    .where('user_id', '=', context.row_id)
    .where('secret_sealed', '=', sealed)
    .execute();
