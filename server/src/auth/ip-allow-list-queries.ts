/** SQL of the addresses from which people may use the dashboard of a merchant. */
import type { LoginTx, MerchantTx } from '../db/tx.ts';

export const findIpAllowList = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('ip_allow_list')
    .select(['cidrs', 'updated_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

export async function upsertIpAllowList(
  tx: MerchantTx,
  row: { cidrs: string[]; updated_at: Date; updated_by: string },
): Promise<void> {
  await tx.sql
    .insertInto('ip_allow_list')
    .values({ merchant_id: tx.merchant_id, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
}

/** The networks of a merchant's list, for sign-in and authentication; none: every address is allowed. */
export async function listAllowedNetworks(tx: LoginTx, merchant_id: string | null): Promise<string[]> {
  if (merchant_id === null) return [];
  const row = await tx.sql
    .selectFrom('ip_allow_list')
    .select('cidrs')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row?.cidrs ?? [];
}
