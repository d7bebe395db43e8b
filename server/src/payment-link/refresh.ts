/** Brings a link up to date with its payments and the clock. Bears being run at any time, and any number of times. */
import type { LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { countLinkPayments, lockLink, recordLinkEvent, updateLink } from './queries.ts';
import { flagDuplicate, listUnflaggedDuplicates } from './refresh-queries.ts';
import { type LinkCounts, findDueStatus, getPaymentLimit, buildLinkNotification } from './rules.ts';

/** Counts the payments of a link again, under its lock, and moves it where they or the clock lead. */
export async function refreshLink(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw new Error(`There is no payment link ${id}`);
  const counts = await countLinkPayments(tx, id, now);
  await recordOverLimit(tx, link, counts, now);
  if (link.type === 'single_use' && counts.paid > 1) await flagDuplicates(tx, id, now);

  const status = findDueStatus(link, counts, now);
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

/** A payment that was under way when the last one was taken is money of the payer: it is taken, and told. */
async function recordOverLimit(tx: MerchantTx, link: StoredLink, { paid }: LinkCounts, at: Date): Promise<void> {
  const limit = getPaymentLimit(link);
  if (limit === null || paid <= limit || paid <= link.paid_count) return;
  const detail = `${paid} payments of a link that takes ${limit}`;
  await recordLinkEvent(tx, link.id, { at, kind: 'over_limit', actor_type: 'system', detail });
}

/** Every payment of a single-use link but the first is to be given back. */
async function flagDuplicates(tx: MerchantTx, id: string, now: Date): Promise<void> {
  for (const payment of await listUnflaggedDuplicates(tx, id)) {
    await flagDuplicate(tx, payment, now);
    await publishLiveEvents(tx, { topic: 'transaction', id: payment.id, change: 'updated' });
  }
}
