/** SQL of terms and holidays for the provider. The settlement run reads them through terms-queries.ts. */
import { sql } from 'kysely';
import type { Holiday, SettlementTerm, SettlementTermVersion } from '@dasbor/contract/settlement-calendar';
import type { PlatformTx } from '../db/tx.ts';

const holidays = (tx: PlatformTx) => tx.sql.selectFrom('holiday').select(['day', 'name', 'type']);

/** Ordered by day. */
export function listHolidayRows(tx: PlatformTx, year: number | undefined): Promise<Holiday[]> {
  let rows = holidays(tx).orderBy('day');
  if (year !== undefined) rows = rows.where(sql<boolean>`extract(year from day) = ${year}`);
  return rows.execute();
}

export const findHoliday = (tx: PlatformTx, day: string): Promise<Holiday | undefined> =>
  holidays(tx)
    .where(sql<boolean>`day = ${day}::date`)
    .executeTakeFirst();

export async function upsertHoliday(
  tx: PlatformTx,
  { day, ...change }: Holiday & { changed_by: string; changed_at: Date },
): Promise<void> {
  await tx.sql
    .insertInto('holiday')
    .values({ day, ...change })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(change))
    .execute();
}

export async function deleteHoliday(tx: PlatformTx, day: string): Promise<void> {
  await tx.sql
    .deleteFrom('holiday')
    .where(sql<boolean>`day = ${day}::date`)
    .execute();
}

/** All versions of standard terms, and those of one merchant if given; by method and bank, newest first. */
export async function listAllTerms(
  tx: PlatformTx,
  merchant_id: string | null,
  today: string,
): Promise<SettlementTermVersion[]> {
  const own =
    merchant_id === null
      ? sql``
      : sql`union all
        select id, method, channel_code, days, basis, cut_off_hour, effective_from, true, created_by, created_at
        from app.merchant_settlement_term where merchant_id = ${merchant_id}`;
  const { rows } = await sql<SettlementTermVersion>`
    select v.id, v.method, v.channel_code, v.days, v.basis, v.cut_off_hour, v.effective_from, v.is_own, v.created_by,
      v.created_at, v.next_from - 1 as effective_to,
      case when v.effective_from > ${today}::date then 'upcoming' when v.next_from <= ${today}::date then 'ended'
        else 'current' end as state
    from (
      select f.*, lead(f.effective_from) over
        (partition by f.method, f.channel_code, f.is_own order by f.effective_from) as next_from
      from (
        select id, method, channel_code, days, basis, cut_off_hour, effective_from, false as is_own, created_by, created_at
        from app.settlement_term ${own}) f) v
    order by v.method, v.channel_code nulls first, v.is_own desc, v.effective_from desc`.execute(tx.sql);
  return rows;
}

type NewTerm = Omit<SettlementTerm, 'is_own'> & { created_by: string; created_at: Date };

export async function insertTerm(tx: PlatformTx, term: NewTerm): Promise<void> {
  await tx.sql.insertInto('settlement_term').values(term).execute();
}

export const deleteTerm = (tx: PlatformTx, id: string) =>
  tx.sql.deleteFrom('settlement_term').where('id', '=', id).execute();

export const deleteOwnTerm = (tx: PlatformTx, merchant_id: string, id: string) =>
  tx.sql.deleteFrom('merchant_settlement_term').where('merchant_id', '=', merchant_id).where('id', '=', id).execute();

/** The lengths of all terms in business days, standard and agreed, that apply on a day or start later. */
export async function listBusinessTermDays(tx: PlatformTx, today: string): Promise<number[]> {
  const { rows } = await sql<{ days: number }>`
    select distinct f.days from (
      select '' as merchant_id, method, channel_code, days, basis, effective_from, lead(effective_from) over
        (partition by method, channel_code order by effective_from) as next_from from app.settlement_term
      union all
      select merchant_id, method, channel_code, days, basis, effective_from, lead(effective_from) over
        (partition by merchant_id, method, channel_code order by effective_from) from app.merchant_settlement_term) f
    where f.basis = 'business' and coalesce(f.next_from, 'infinity'::date) > ${today}::date
    order by f.days`.execute(tx.sql);
  return rows.map(({ days }) => days);
}
