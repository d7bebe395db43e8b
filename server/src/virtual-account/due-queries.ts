/** SQL that finds the virtual accounts of every merchant that something is to be done about. */
import type { PlatformTx } from '../db/tx.ts';

export interface DueVa {
  merchant_id: string;
  id: string;
}

/** Open numbers of every merchant whose time was over at `at`, longest overdue first. */
export const listOverdueVas = (tx: PlatformTx, at: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('virtual_account')
    .where('status', 'in', ['pending', 'active'])
    .where('expires_at', '<=', at.toISOString())
    .select(['merchant_id', 'id'])
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Numbers of every merchant that were asked for before `asked_before` and are not opened, with time left at `at`. */
export const listUnissuedVas = (tx: PlatformTx, at: Date, asked_before: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('virtual_account')
    .where('status', '=', 'pending')
    .where('created_at', '<', asked_before.toISOString())
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
    .select(['merchant_id', 'id'])
    .orderBy('created_at')
    .limit(limit)
    .execute();
