/** SQL of the terms of transfer rails, of bank holidays and of announced outages. */
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { RailCalendar, RailTerms } from './rail-terms.ts';

/** The terms of every rail and day. */
export const readRailTerms = (tx: MerchantTx | PlatformTx): Promise<RailTerms[]> =>
  tx.sql
    .selectFrom('transfer_rail')
    .select(['rail', 'effective_from', 'amount_min', 'amount_max', 'opens_at_minute', 'closes_at_minute'])
    .select(['business_days_only', 'arrival_minutes', 'description_max', 'not_found_after_s'])
    .execute();

/** Outages that are read: the latest ones. */
const OUTAGES_MAX = 200;

/** Everything that decides when a rail accepts a transfer. */
export async function readRailCalendar(tx: MerchantTx | PlatformTx): Promise<RailCalendar> {
  const terms = await readRailTerms(tx);
  const holidays = await tx.sql.selectFrom('holiday').select('day').execute();
  const outages = await tx.sql
    .selectFrom('transfer_outage')
    .select(['rail', 'bank_code', 'starts_at', 'ends_at'])
    .where(sql<boolean>`'disbursement' = any (methods)`)
    .orderBy('ends_at', 'desc')
    .limit(OUTAGES_MAX)
    .execute();
  return { terms, outages, holidays: new Set(holidays.map(({ day }) => day)) };
}
