/** SQL of the names of merchants. */
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx, ReaderTx } from './tx.ts';

/** Brand names by merchant. */
export async function listMerchantNames(
  tx: PlatformTx | ReaderTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.sql
    .selectFrom('merchant')
    .select(['merchant_id', 'brand_name'])
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ merchant_id, brand_name }) => [merchant_id, brand_name]));
}

/** The brand name of the merchant. */
export async function getBrandName(tx: MerchantTx): Promise<string> {
  const { brand_name } = await tx.sql
    .selectFrom('merchant')
    .select('brand_name')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
  return brand_name;
}
