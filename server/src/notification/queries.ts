/** SQL of notifications. Events are read from their objects: nothing is written when they happen. */
import { sql } from 'kysely';
import type { AccessGroup } from '@dasbor/contract/access';
import { NOTIFICATIONS_MAX, type Notification } from '@dasbor/contract/notification';
import type { MerchantTx } from '../db/tx.ts';

/** Payments are frequent: they must not displace the other events. */
const PAYMENTS_MAX = 10;
/** Newest objects that are considered per type; a change of an older one is not listed. */
const OBJECTS_MAX = 50;

const EVENTS_BY_GROUP: Partial<Record<AccessGroup, (merchant_id: string, since: Date) => ReturnType<typeof sql>>> = {
  Transactions: (merchant_id, since) => sql`
    select case when t.duplicate_payment then 'payment_duplicate' when t.late_payment then 'payment_late'
        else 'payment_paid' end as type,
      t.id as object_id, t.id as transaction_id, null::text as deposit_va_id, t.amount, t.paid_at as at
    from app.transaction t
    where t.merchant_id = ${merchant_id} and t.paid_at >= ${since}
    order by t.paid_at desc, t.id desc limit ${PAYMENTS_MAX}`,
  Refunds: (merchant_id) => sql`
    select case when r.returned_at is not null then 'refund_returned'
        when r.status = 'pending' then 'refund_requested' when r.status = 'rejected' then 'refund_rejected'
        when r.status = 'succeeded' then 'refund_completed' when r.status = 'failed' then 'refund_failed'
        else 'refund_approved' end,
      r.id, r.transaction_id, null::text, r.amount,
      coalesce(r.returned_at, r.completed_at, r.decided_at, r.created_at)
    from app.refund r
    where r.merchant_id = ${merchant_id}
    order by r.created_at desc, r.id desc limit ${OBJECTS_MAX}`,
  Disbursements: (merchant_id) => sql`
    select case when d.status = 'pending_approval' then 'disbursement_requested'
        when d.status = 'success' then 'disbursement_completed' when d.status = 'reversed' then 'disbursement_returned'
        else 'disbursement_failed' end,
      d.id, null::text, null::text, d.amount, coalesce(d.reversed_at, d.completed_at, d.created_at)
    from app.disbursement d
    where d.merchant_id = ${merchant_id} and d.status in ('pending_approval', 'success', 'failed', 'reversed')
      and d.batch_id is null
    order by d.created_at desc, d.id desc limit ${OBJECTS_MAX}`,
  Reports: (merchant_id) => sql`
    select 'settlement_' || b.status, b.id, null::text, null::text, b.net_amount, coalesce(b.paid_at, b.updated_at)
    from app.settlement_batch b
    where b.merchant_id = ${merchant_id} and b.status in ('paid', 'failed', 'returned', 'on_hold')
    order by b.created_at desc, b.id desc limit ${OBJECTS_MAX}`,
  'Deposit VA': (merchant_id) => sql`
    select 'deposit_' || d.status, d.id, null::text, d.deposit_va_id, d.amount, coalesce(d.ended_at, d.received_at)
    from app.deposit d
    where d.merchant_id = ${merchant_id} and d.status in ('credited', 'under_review', 'returned')
    order by d.received_at desc, d.id desc limit ${OBJECTS_MAX}`,
  Notifications: (merchant_id) => sql`
    select 'report_' || n.status, n.id, null::text, null::text, null::bigint, coalesce(n.finished_at, n.created_at)
    from app.report_run n
    where n.merchant_id = ${merchant_id} and n.status in ('failed', 'partially_delivered')
    order by n.created_at desc, n.id desc limit ${OBJECTS_MAX}`,
};

/** Events since an instant of the groups that may be viewed, newest first. */
export async function listEvents(
  tx: MerchantTx,
  since: Date,
  mayView: (group: AccessGroup) => boolean,
): Promise<Notification[]> {
  const sources = Object.entries(EVENTS_BY_GROUP)
    .filter(([group]) => mayView(group as AccessGroup))
    .map(([, buildSource]) => sql`(${buildSource(tx.merchant_id, since)})`);
  if (sources.length === 0) return [];
  const { rows } = await sql<Notification>`
    select e.type, e.object_id, e.transaction_id, e.deposit_va_id, e.amount, null as title, e.at
    from (${sql.join(sources, sql` union all `)}) as e (type, object_id, transaction_id, deposit_va_id, amount, at)
    where e.at >= ${since}
    order by e.at desc, e.object_id desc limit ${NOTIFICATIONS_MAX}`.execute(tx.sql);
  return rows;
}

interface Total {
  count: number;
  amount: number;
}

/** Settlement batches in some statuses. */
export async function sumBatches(tx: MerchantTx, statuses: readonly string[]): Promise<Total> {
  const { rows } = await sql<Total>`
    select count(*) as count, coalesce(sum(b.net_amount), 0)::bigint as amount
    from app.settlement_batch b
    where b.merchant_id = ${tx.merchant_id} and b.status in (${sql.join(statuses)})`.execute(tx.sql);
  return rows[0] ?? { count: 0, amount: 0 };
}

export const findReadUntil = (tx: MerchantTx, user_id: string) =>
  tx.sql
    .selectFrom('notification_read')
    .select('read_until')
    .where('merchant_id', '=', tx.merchant_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();

/** The time never goes back: tabs may report in any order. */
export const storeReadUntil = (tx: MerchantTx, user_id: string, read_until: string) =>
  tx.sql
    .insertInto('notification_read')
    .values({ merchant_id: tx.merchant_id, user_id, read_until })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id'])
        .doUpdateSet({ read_until })
        .where('notification_read.read_until', '<', read_until),
    )
    .execute();
