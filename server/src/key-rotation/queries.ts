/** SQL of stored secrets, for the rotation of the key-encryption key. */
import { sql } from 'kysely';
import type { SecretContext } from '../vault.ts';
import type { MerchantTx } from '../db/tx.ts';

/** Every column with sealed secrets. A column that is missing here would be lost when the former keys are removed. */
export const SEALED_COLUMNS = [
  { table: 'account_check', column: 'account_no_sealed', id: 'id' },
  { table: 'bank_account', column: 'account_no_sealed', id: 'id' },
  { table: 'report_configuration', column: 'sftp_password_encrypted', id: 'merchant_id' },
] as const;
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
