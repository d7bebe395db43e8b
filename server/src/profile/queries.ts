/** SQL of the profile. */
import type { LoginTx, MerchantTx } from '../db/tx.ts';
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
    .select(['name', 'locale', 'time_zone', 'phone', 'phone_verified_at', 'role', 'password_changed_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();

/** Another phone number is not verified until a code proves it. */
export const updatePerson = (tx: LoginTx, user_id: string, changes: ProfileChanges) =>
  tx.sql
    .updateTable('login')
    .set('phone' in changes ? { ...changes, phone_verified_at: null } : changes)
    .where('user_id', '=', user_id)
    .execute();
