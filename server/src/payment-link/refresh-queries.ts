/** SQL of the background jobs: links that are due across merchants, and duplicate payments of single-use links. */
import { sql } from 'kysely';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { SYSTEM_ACTOR, buildEventsInsert } from '../transaction/write-queries.ts';

/** The job that cancels the attempts of a link that ended or changed (cancel-attempts-job.ts). */
export const CANCEL_ATTEMPTS_JOB = 'cancel_payment_link_attempts';

export interface DueLink {
  merchant_id: string;
  id: string;
}

/** Active links of every merchant that expired by `at`, oldest first. */
export const listOverdueLinks = (tx: PlatformTx, at: Date, limit: number): Promise<DueLink[]> =>
  tx.sql
    .selectFrom('payment_link')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'active')
    .where('expires_at', '<=', at.toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Active links of every merchant with a reminder due by `at`, oldest first. */
export const listLinksWithDueReminder = (tx: PlatformTx, at: Date, limit: number): Promise<DueLink[]> =>
  tx.sql
    .selectFrom('payment_link')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'active')
    .where('next_reminder_at', '<=', at.toISOString())
    .orderBy('next_reminder_at')
    .limit(limit)
    .execute();

interface Duplicate {
  id: string;
  status: TransactionStatus;
  last_event_seq: number;
}

/**
 * Payments of a link beyond its limit that are not flagged as duplicates yet, locked. `counted`: the payments that were
 * counted before, which stay unflagged even if the limit was lowered.
 */
export async function listUnflaggedDuplicates(
  tx: MerchantTx,
  payment_link_id: string,
  { limit, counted }: { limit: number; counted: number },
): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select t.id, t.status, t.last_event_seq
    from app.transaction t
    where t.merchant_id = ${tx.merchant_id} and t.payment_link_id = ${payment_link_id}
      and t.status in ('success', 'partially_refunded', 'refunded') and not t.duplicate_payment
      and t.id <> all (array(
        select first.id from app.transaction first
        where first.merchant_id = ${tx.merchant_id} and first.payment_link_id = ${payment_link_id}
          and first.status in ('success', 'partially_refunded', 'refunded')
        order by first.duplicate_payment, first.paid_at, first.id
        limit greatest(${limit}, ${counted} - (
          select count(*) from app.transaction flagged
          where flagged.merchant_id = ${tx.merchant_id} and flagged.payment_link_id = ${payment_link_id}
            and flagged.status in ('success', 'partially_refunded', 'refunded') and flagged.duplicate_payment))))
    order by t.paid_at, t.id
    for no key update of t`.execute(tx.sql);
  return rows;
}

export async function flagDuplicate(
  tx: MerchantTx,
  { id, status, last_event_seq }: Duplicate,
  reason: string,
  now: Date,
): Promise<void> {
  const step = buildTransitionEvents({ status, last_event_seq }, { path: [], now, actor: SYSTEM_ACTOR, reason });
  await executeTransition(tx, {
    table: 'transaction',
    id,
    from: status,
    change: { status, last_event_seq: step.last_event_seq, updated_at: now, duplicate_payment: true },
    more: { events: buildEventsInsert(tx, id, step.events) },
  });
}
