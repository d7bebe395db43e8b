/** SQL of virtual accounts, across merchants, that the jobs process. */
import type { PlatformTx } from '../db/tx.ts';

export interface DueVa {
  merchant_id: string;
  id: string;
}

/** Open numbers of all merchants that were due at `at`, longest overdue first. */
export const listOverdueVas = (tx: PlatformTx, at: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('virtual_account')
    .where('status', 'in', ['pending', 'active'])
    .where('expires_at', '<=', at.toISOString())
    .select(['merchant_id', 'id'])
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Numbers of all merchants that were created before `created_before`, are not opened and had not expired at `at`. */
export const listUnissuedVas = (tx: PlatformTx, at: Date, created_before: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('virtual_account')
    .where('status', '=', 'pending')
    .where('created_at', '<', created_before.toISOString())
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
    .select(['merchant_id', 'id'])
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Open numbers of all merchants that are as old as that and were not checked since `before`, least recently checked first. */
export const listVasDueForCheck = (tx: PlatformTx, before: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('virtual_account')
    .where('status', '=', 'active')
    .where('created_at', '<', before.toISOString())
    .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<', before.toISOString())]))
    .select(['merchant_id', 'id'])
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
