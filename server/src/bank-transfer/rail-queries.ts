/** SQL of versions of the terms of transfer rails. */
import type { RailTermsVersion } from '@dasbor/contract/rail-terms';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import type { PlatformTx } from '../db/tx.ts';

export type RailTermsRow = Omit<RailTermsVersion, 'state'>;

/** All versions of each rail, newest first. */
export const listRailTermsRows = (tx: PlatformTx): Promise<RailTermsRow[]> =>
  tx.sql
    .selectFrom('transfer_rail')
    .select(['rail', 'effective_from', 'amount_min', 'amount_max', 'opens_at_minute', 'closes_at_minute'])
    .select(['business_days_only', 'arrival_minutes', 'description_max', 'not_found_after_s'])
    .select(['created_by', 'created_at'])
    .orderBy('rail')
    .orderBy('effective_from', 'desc')
    .execute();

/** Returns false when the rail has a version from that day on. */
export async function insertRailTerms(
  tx: PlatformTx,
  row: Omit<RailTermsRow, 'created_at' | 'created_by'> & { created_by: string; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.sql
    .insertInto('transfer_rail')
    .values(row)
    .onConflict((conflict) => conflict.columns(['rail', 'effective_from']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const deleteRailTerms = (tx: PlatformTx, rail: TransferRail, effective_from: string) =>
  tx.sql.deleteFrom('transfer_rail').where('rail', '=', rail).where('effective_from', '=', effective_from).execute();
