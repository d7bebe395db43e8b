/** SQL of commission entries: changed payments, what was booked of them, and the volume that decides a tier. */
import { sql } from 'kysely';
import type {
  CommissionCycle,
  CommissionEarning,
  CommissionTerms,
} from '@dasbor/contract/account-group-commission-fields';
import type { Rupiah } from '@dasbor/contract/money';
import { startOfBusinessDay, startOfMonth } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { PAID_STATUSES } from '../transaction/rules.ts';
import {
  type Assignment,
  type BookedPayment,
  type PaidPayment,
  type PlannedBooking,
  sumEntries,
} from './entry-rules.ts';

type RuleRow = Omit<Assignment, 'terms'> & CommissionTerms;

/** The approved versions of the rules of a merchant's groups, each for the days of the membership. */
export async function listAssignments(tx: PlatformTx, merchant_id: string): Promise<Assignment[]> {
  const memberships = await tx.sql
    .selectFrom('account_group_member')
    .select(['group_id', 'effective_from', 'effective_to'])
    .where('merchant_id', '=', merchant_id)
    .execute();
  const { rows } = await sql<RuleRow>`
    select r.id as rule_id, r.series_id, r.group_id, r.merchant_id as earned_by, r.bearer, r.method, r.channel_code,
      r.effective_from, r.effective_to, r.basis, r.rate_ppm, r.flat_amount, r.commission_min, r.commission_max, r.tiers
    from app.commission_rule r
    where r.status = 'active' and r.group_id = any (${memberships.map(({ group_id }) => group_id)}::text[])
    order by r.id`.execute(tx.sql);
  return memberships.flatMap((membership) =>
    rows
      .filter(({ group_id }) => group_id === membership.group_id)
      .map((rule) => toAssignment(rule, membership))
      .filter(({ effective_from, effective_to }) => effective_to === null || effective_from < effective_to),
  );
}

function toAssignment(
  { basis, rate_ppm, flat_amount, commission_min, commission_max, tiers, ...rule }: RuleRow,
  membership: { effective_from: string; effective_to: string | null },
): Assignment {
  const terms = { basis, rate_ppm, flat_amount, commission_min, commission_max, tiers, bearer: rule.bearer };
  const effective_from = [rule.effective_from, membership.effective_from].toSorted().at(-1) as string;
  const ends = [rule.effective_to, membership.effective_to].filter((day) => day !== null).toSorted();
  return { ...rule, terms, effective_from, effective_to: ends[0] ?? null };
}

/** Merchants that are, or were, in a group with an approved rule. */
export async function listEarningMerchants(tx: PlatformTx): Promise<string[]> {
  const groups = await tx.sql
    .selectFrom('commission_rule')
    .select('group_id')
    .distinct()
    .where('status', '=', 'active')
    .execute();
  const rows = await tx.sql
    .selectFrom('account_group_member')
    .select('merchant_id')
    .distinct()
    .where(sql<boolean>`group_id = any (${groups.map(({ group_id }) => group_id)}::text[])`)
    .orderBy('merchant_id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Until when the postings of the merchant were examined; null: never. The lock serialises runs of the merchant. */
export async function lockProgress(tx: MerchantTx): Promise<string | null> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('commission_progress')
    .values({ merchant_id })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const row = await tx.sql
    .selectFrom('commission_progress')
    .select('booked_to')
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.booked_to;
}

export const findProgress = async (tx: MerchantTx): Promise<string | null> =>
  (
    await tx.sql
      .selectFrom('commission_progress')
      .select('booked_to')
      .where('merchant_id', '=', tx.merchant_id)
      .executeTakeFirst()
  )?.booked_to ?? null;

export const storeProgress = (tx: MerchantTx, booked_to: Date) =>
  tx.sql.updateTable('commission_progress').set({ booked_to }).where('merchant_id', '=', tx.merchant_id).execute();

/**
 * Payments that were posted, refunded or reversed in a range of time, by id. The ledger says when: each of these posts a
 * transfer, whatever the time of the payment.
 */
export async function listChangedPayments(
  tx: MerchantTx,
  { from, to, pending_account }: { from: Date; to: Date; pending_account: string },
  { after_id, limit }: { after_id: string; limit: number },
): Promise<PaidPayment[]> {
  const { merchant_id } = tx;
  const in_range = sql`f.merchant_id = ${merchant_id} and f.posted_at >= ${from} and f.posted_at < ${to}`;
  const { rows } = await sql<PaidPayment>`
    with touched as (
      select f.reference_id as id from app.transfer f
      where ${in_range} and f.credit_account = ${pending_account} and f.kind = 'payment'
      union
      select f.reference_id from app.transfer f
      where ${in_range} and f.kind not in ('payment', 'payment_fee', 'payment_fee_vat') and f.kind = 'payment_reversal'
      union
      select r.transaction_id from app.transfer f
      join app.refund r on r.merchant_id = ${merchant_id} and r.id = f.reference_id
      where ${in_range} and f.kind not in ('payment', 'payment_fee', 'payment_fee_vat')
        and f.kind in ('refund', 'refund_late', 'refund_return'))
    select t.id, t.method, t.channel_code, t.amount, t.fee_amount, t.net_amount, t.status, t.refunded_amount, t.paid_at
    from touched c
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = c.id
    where t.paid_at is not null and t.id > ${after_id}
    order by t.id
    limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Booked commissions of payments, by rule. */
export async function listBooked(tx: MerchantTx, transaction_ids: readonly string[]): Promise<BookedPayment[]> {
  const { merchant_id } = tx;
  const { rows } = await sql<BookedPayment>`
    select e.transaction_id, b.rule_id, e.series_id, b.group_id, b.earned_by, b.bearer, e.amount as earned_amount,
      (select sum(o.amount) from app.commission_entry o
        where o.merchant_id = ${merchant_id} and o.transaction_id = e.transaction_id
          and o.series_id = e.series_id)::bigint as booked_amount
    from app.commission_entry e
    join app.commission_booking b on b.merchant_id = ${merchant_id} and b.id = e.booking_id
    where e.merchant_id = ${merchant_id} and e.transaction_id = any (${transaction_ids}::text[]) and e.kind = 'earned'`.execute(
    tx.sql,
  );
  return rows;
}

/** Stores a booking with its entries. Returns it with its id and sums, for the ledger. */
export async function insertBooking(
  tx: MerchantTx,
  { entries, ...planned }: PlannedBooking,
  booked_at: Date,
): Promise<StoredBooking> {
  const booking = { id: newId('commission_booking', booked_at), ...planned, ...sumEntries(entries), booked_at };
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('commission_booking')
    .values({ merchant_id, ...booking })
    .execute();
  await tx.sql
    .insertInto('commission_entry')
    .values(
      entries.map((entry) => ({
        merchant_id,
        id: newId('commission_entry', booked_at),
        booking_id: booking.id,
        series_id: booking.series_id,
        ...entry,
      })),
    )
    .execute();
  return booking;
}
export type StoredBooking = Pick<PlannedBooking, 'bearer' | 'day'> & {
  id: string;
  earned_amount: Rupiah;
  returned_amount: Rupiah;
};

const PERIODS: Record<CommissionCycle, string> = { daily: 'day', weekly: 'week', monthly: 'month' };

/** Booked commissions under a rule from `from` to `to` (inclusive), by period and merchant: the newest `limit` rows. */
export async function listEarnings(
  tx: PlatformTx,
  { series_id, cycle }: { series_id: string; cycle: CommissionCycle },
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<CommissionEarning[]> {
  const unit = PERIODS[cycle];
  const { rows } = await sql<CommissionEarning>`
    select p.period_from, (p.period_from + ${`1 ${unit}`}::interval - interval '1 day')::date as period_to, p.merchant_id,
      m.brand_name as merchant_name, p.transaction_count, p.gross_amount, p.fee_amount, p.commission_amount,
      p.adjustment_amount, p.commission_amount + p.adjustment_amount as payable_amount
    from (
      select b.merchant_id, date_trunc(${unit}, b.day::timestamp)::date as period_from,
        sum(b.transaction_count)::int as transaction_count, sum(b.gross_amount)::bigint as gross_amount,
        sum(b.fee_amount)::bigint as fee_amount, sum(b.earned_amount)::bigint as commission_amount,
        -sum(b.returned_amount)::bigint as adjustment_amount
      from app.commission_booking b
      where b.series_id = ${series_id} and b.day between ${from}::date and ${to}::date
      group by 1, 2) p
    join app.merchant m on m.merchant_id = p.merchant_id
    order by p.period_from desc, m.brand_name
    limit ${limit}`.execute(tx.sql);
  return rows;
}

/** The volume of a month that a rule is about, over the members of its group, up to the end of the day before `day`. */
export async function sumMonthVolume(
  tx: PlatformTx,
  { group_id, method, channel_code }: Pick<Assignment, 'group_id' | 'method' | 'channel_code'>,
  day: string,
): Promise<Rupiah> {
  const from = startOfBusinessDay(startOfMonth(day));
  const to = startOfBusinessDay(day);
  const { rows } = await sql<{ amount: Rupiah }>`
    select coalesce(sum(t.amount), 0)::bigint as amount
    from app.account_group_member m
    join app.transaction t on t.merchant_id = m.merchant_id
    where m.group_id = ${group_id} and t.paid_at >= ${from} and t.paid_at < ${to} and t.status = any (${PAID_STATUSES}::text[])
      and t.paid_at >= (m.effective_from::timestamp at time zone 'Asia/Jakarta')
      and (m.effective_to is null or t.paid_at < (m.effective_to::timestamp at time zone 'Asia/Jakarta'))
      and (${method}::text is null or t.method = ${method})
      and (${channel_code}::text is null or t.channel_code = ${channel_code})`.execute(tx.sql);
  return rows[0]?.amount ?? 0;
}

export const findVolume = (tx: MerchantTx, series_id: string, day: string) =>
  tx.sql
    .selectFrom('commission_volume')
    .select('volume_amount')
    .where('merchant_id', '=', tx.merchant_id)
    .where('series_id', '=', series_id)
    .where('day', '=', day)
    .executeTakeFirst();

/** Stores the volume of a day unless it is stored. */
export const storeVolume = (tx: MerchantTx, series_id: string, day: string, volume_amount: Rupiah) =>
  tx.sql
    .insertInto('commission_volume')
    .values({ merchant_id: tx.merchant_id, series_id, day, volume_amount })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'series_id', 'day']).doNothing())
    .execute();
