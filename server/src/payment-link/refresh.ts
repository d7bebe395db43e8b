/** Recounts a link's payments and applies the status that follows. Idempotent and safe to run concurrently. */
import { LINK_REASONS } from '@dasbor/contract/payment-reasons';
import type { LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import { publishLiveEvents } from '../db/live-events.ts';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { countLinkPayments, lockLink, recordLinkEvent, updateLink } from './queries.ts';
import { CANCEL_ATTEMPTS_JOB, flagDuplicate, listUnflaggedDuplicates } from './refresh-queries.ts';
import { type LinkCounts, findDueStatus, findPaymentLimit, buildLinkNotification } from './rules.ts';

/** Recounts the payments of a link under its row lock and transitions it when the counts or the clock require it. */
export async function refreshLink(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw new Error(`Payment link ${id} not found`);
  const counts = await countLinkPayments(tx, id, now);
  await recordOverLimit(tx, link, counts, now);
  await flagDuplicates(tx, link, counts, now);

  const status = findDueStatus(link, counts, now);
  if (['paid', 'completed'].includes(status ?? link.status) && counts.live > 0) {
    const payload = { merchant_id: tx.merchant_id, id };
    await enqueue(tx, CANCEL_ATTEMPTS_JOB, payload, { job_key: `${CANCEL_ATTEMPTS_JOB}:${id}` });
  }
  const { paid: paid_count, collected_amount } = counts;
  const is_same =
    status === null && paid_count === link.paid_count && collected_amount === Number(link.collected_amount);
  if (is_same) return;
  const ended = status === null ? {} : { status, next_reminder_at: null };
  await updateLink(tx, id, { paid_count, collected_amount, updated_at: now, ...ended });
  if (status !== null) await recordTransition(tx, { ...link, paid_count, collected_amount }, status, now);
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'updated' });
}

const ENDING_EVENTS: Partial<Record<LinkStatus, 'paid' | 'completed' | 'expired'>> = {
  paid: 'paid',
  completed: 'completed',
  expired: 'expired',
};

async function recordTransition(tx: MerchantTx, link: StoredLink, status: LinkStatus, at: Date): Promise<void> {
  const kind = ENDING_EVENTS[status];
  if (kind === undefined) return;
  await recordLinkEvent(tx, link.id, { at, kind, actor_type: 'system' });
  await enqueueNotification(tx, buildLinkNotification(kind, link, at));
}

/** A payment that was in progress when the limit was reached is still accepted; the timeline records it. */
async function recordOverLimit(tx: MerchantTx, link: StoredLink, { paid }: LinkCounts, at: Date): Promise<void> {
  const limit = findPaymentLimit(link);
  if (limit === null || paid <= limit || paid <= link.paid_count) return;
  const detail = `${paid}/${limit}`;
  await recordLinkEvent(tx, link.id, { at, kind: 'over_limit', actor_type: 'system', detail });
}

/**
 * Flags the payments beyond the limit of a link as duplicates to refund. Payments that were within a higher limit before it
 * was lowered stay as they are.
 */
async function flagDuplicates(tx: MerchantTx, link: StoredLink, { paid }: LinkCounts, now: Date): Promise<void> {
  const limit = findPaymentLimit(link);
  const is_single = link.type === 'single_use';
  if (limit === null || paid <= limit || (!is_single && paid <= link.paid_count)) return;
  const within = { limit, counted: is_single ? 0 : link.paid_count };
  const reason = is_single ? LINK_REASONS.duplicate : LINK_REASONS.over_limit;
  for (const payment of await listUnflaggedDuplicates(tx, link.id, within)) {
    await flagDuplicate(tx, payment, reason, now);
    await publishLiveEvents(tx, { topic: 'transaction', id: payment.id, change: 'updated' });
  }
}
