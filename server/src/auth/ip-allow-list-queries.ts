/** SQL of the addresses from which people may use the dashboard of a merchant. */
import { sql } from 'kysely';
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
  return (await listNetworksOfMerchants(tx, [merchant_id])).get(merchant_id) ?? [];
}

/** The networks of the merchants that have a list. */
export async function listNetworksOfMerchants(
  tx: LoginTx,
  merchant_ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await tx.sql
    .selectFrom('ip_allow_list as l')
    .select(['l.merchant_id', 'l.cidrs'])
    .where(sql<boolean>`l.merchant_id = any(${merchant_ids}::text[])`)
    .execute();
  return new Map(rows.map(({ merchant_id, cidrs }) => [merchant_id, cidrs]));
}
