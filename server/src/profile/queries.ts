/** SQL of the profile. */
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';
import type { ProfileChanges } from './rules.ts';

export const findOwnMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'logo_url', 'feature_flags'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

export const findPerson = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('login')
    .select(['name', 'locale', 'phone', 'role', 'password_changed_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();

export const updatePerson = (tx: LoginTx, user_id: string, changes: ProfileChanges) =>
  tx.sql.updateTable('login').set(changes).where('user_id', '=', user_id).execute();

/** The role of a person at each of their merchants, with the names of custom roles. */
export const listOwnRoles = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('membership as m')
    .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'm.role').onRef('r.merchant_id', '=', 'm.merchant_id'))
    .select(['m.merchant_id', 'm.role', 'r.name as role_name'])
    .where('m.user_id', '=', user_id)
    .where('m.status', '=', 'active')
    .orderBy('m.created_at')
    .limit(100)
    .execute();

/** Brand names of merchants by their id. */
export async function listMerchantNames(
  tx: PlatformTx,
  merchants: readonly { merchant_id: string }[],
): Promise<Map<string, string>> {
  if (merchants.length === 0) return new Map();
  const rows = await tx.sql
    .selectFrom('merchant')
    .select(['merchant_id', 'brand_name'])
    .where(
      'merchant_id',
      'in',
      merchants.map(({ merchant_id }) => merchant_id),
    )
    .execute();
  return new Map(rows.map(({ merchant_id, brand_name }) => [merchant_id, brand_name]));
}
