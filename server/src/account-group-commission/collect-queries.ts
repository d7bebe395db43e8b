/** SQL of what statements collect: earning merchants, their rules, and the bookings of the members. */
import { sql } from 'kysely';
import type { CommissionCycle } from '@dasbor/contract/account-group-commission-fields';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { StatementAmounts } from './statement-rules.ts';

/** Merchants that earn commissions with bookings that no statement has collected, or with an open statement. */
export async function listStatementBeneficiaries(tx: PlatformTx): Promise<string[]> {
  const earning = await tx.sql
    .selectFrom('commission_booking')
    .select('earned_by as id')
    .distinct()
    .where('statement_id', 'is', null)
    .execute();
  const open = await tx.sql
    .selectFrom('commission_statement')
    .select('merchant_id as id')
    .distinct()
    .where('status', '=', 'open')
    .execute();
  return [...new Set([...earning, ...open].map(({ id }) => id))].toSorted();
}

/** A version of a rule, as far as its statements need it. */
export interface StatementRule {
  id: string;
  series_id: string;
  group_id: string;
  name: string;
  cycle: CommissionCycle;
  tax_rate_ppm: number;
  effective_from: string;
  effective_to: string | null;
}

/** The approved versions of the rules of the merchant, oldest first. */
export const listStatementRules = (tx: MerchantTx): Promise<StatementRule[]> =>
  tx.sql
    .selectFrom('commission_rule')
    .select(['id', 'series_id', 'group_id', 'name', 'cycle', 'tax_rate_ppm', 'effective_from', 'effective_to'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'active')
    .orderBy('effective_from')
    .orderBy('version')
    .execute();

/** Days and merchants of the bookings that no statement has collected, by version of the rule. */
export const listUncollected = (tx: PlatformTx, earned_by: string) =>
  tx.sql
    .selectFrom('commission_booking')
    .select(['rule_id', 'day', 'merchant_id'])
    .distinct()
    .where('earned_by', '=', earned_by)
    .where('statement_id', 'is', null)
    .orderBy('day')
    .execute();
export type UncollectedBooking = Awaited<ReturnType<typeof listUncollected>>[number];

/** Commissions that a statement collects in one merchant. */
export interface Collection {
  statement_id: string;
  earned_by: string;
  rule_ids: readonly string[];
  period_to: string;
}

/** The sum of the bookings that a statement has collected in the merchant of the transaction; null: none yet. */
export async function sumCollected(tx: MerchantTx, statement_id: string): Promise<Rupiah | null> {
  const { rows } = await sql<{ amount: Rupiah | null }>`
    select sum(b.earned_amount - b.returned_amount)::bigint as amount
    from app.commission_booking b
    where b.merchant_id = ${tx.merchant_id} and b.statement_id = ${statement_id}`.execute(tx.sql);
  return rows[0]?.amount ?? null;
}

/** Marks the bookings up to the end of the period as collected. */
export const collectBookings = (tx: MerchantTx, { statement_id, earned_by, rule_ids, period_to }: Collection) =>
  tx.sql
    .updateTable('commission_booking')
    .set({ statement_id })
    .where('merchant_id', '=', tx.merchant_id)
    .where('earned_by', '=', earned_by)
    .where('rule_id', 'in', rule_ids)
    .where('day', '<=', period_to)
    .where('statement_id', 'is', null)
    .execute();

export interface StatementLine extends StatementAmounts {
  earned_from: string;
  payable_amount: Rupiah;
}

/** Collected commissions of a statement, by merchant. Those of earlier periods are adjustments. */
export async function listCollected(
  tx: PlatformTx,
  { id, period_from, collects }: { id: string; period_from: string; collects: readonly string[] },
): Promise<StatementLine[]> {
  const is_of_period = sql`b.day >= ${period_from}::date`;
  const { rows } = await sql<StatementLine>`
    select b.merchant_id as earned_from,
      coalesce(sum(b.transaction_count) filter (where ${is_of_period}), 0)::int as transaction_count,
      coalesce(sum(b.gross_amount) filter (where ${is_of_period}), 0)::bigint as gross_amount,
      coalesce(sum(b.fee_amount) filter (where ${is_of_period}), 0)::bigint as fee_amount,
      coalesce(sum(b.earned_amount) filter (where ${is_of_period}), 0)::bigint as commission_amount,
      (coalesce(sum(b.earned_amount) filter (where not ${is_of_period}), 0) - sum(b.returned_amount))::bigint
        as adjustment_amount,
      sum(b.earned_amount - b.returned_amount)::bigint as payable_amount
    from app.commission_booking b
    where b.merchant_id = any (${collects}::text[]) and b.statement_id = ${id}
    group by b.merchant_id
    order by b.merchant_id`.execute(tx.sql);
  return rows;
}
