/** SQL of the terms of transfer rails and of bank holidays. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { RailCalendar } from './rail-terms.ts';

/** The terms of every rail and day, and the bank holidays. */
export async function readRailCalendar(tx: MerchantTx | PlatformTx): Promise<RailCalendar> {
  const terms = await tx.sql
    .selectFrom('transfer_rail')
    .select(['rail', 'effective_from', 'amount_min', 'amount_max', 'opens_at_minute', 'closes_at_minute'])
    .select(['business_days_only', 'arrival_minutes', 'description_max', 'not_found_after_s'])
    .execute();
  const holidays = await tx.sql.selectFrom('holiday').select('day').execute();
  return { terms, holidays: new Set(holidays.map(({ day }) => day)) };
}
