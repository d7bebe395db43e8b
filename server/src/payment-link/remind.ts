/** Reminds a customer who has not paid, once per reminder of the link. */
import * as duration from '@dasbor/contract/duration';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { findReachedLimit } from './email-limits.ts';
import { countLinkPayments, lockLink, updateLink } from './queries.ts';
import { calculateNextReminder, getPayability } from './rules.ts';
import { enqueueLinkEmail } from './send-email.ts';

/** A reminder that would exceed a limit of emails is tried again after this time. */
const POSTPONED_MS = duration.hours(1);

/** Missed reminders are combined into one email. Holds the row lock, so that each reminder is sent once. */
export async function remindCustomer(tx: MerchantTx, deps: Pick<Deps, 'env'>, id: string, now: Date): Promise<void> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw new Error(`Payment link ${id} not found`);
  if (link.next_reminder_at === null || Date.parse(link.next_reminder_at) > now.getTime()) return;
  const counts = await countLinkPayments(tx, id, now);
  const recipient = link.customer?.email ?? null;
  // A reusable link that its customer has paid needs no reminder either.
  if (recipient !== null && counts.paid === 0 && getPayability(link, counts, now) === 'payable') {
    const limit = await findReachedLimit(tx, { payment_link_id: id, recipient, kind: 'reminded' }, now);
    if (limit !== null) {
      await updateLink(tx, id, { next_reminder_at: new Date(now.getTime() + POSTPONED_MS) });
      return;
    }
    const hours = Math.round(
      (Date.parse(link.expires_at ?? '') - Date.parse(link.next_reminder_at)) / duration.hours(1),
    );
    const detail = String(hours);
    const event = { at: now, kind: 'reminded', actor_type: 'system', channel: 'email', detail } as const;
    await enqueueLinkEmail(tx, deps, { payment_link_id: id, recipient, event });
  }
  await updateLink(tx, id, { next_reminder_at: calculateNextReminder(link, now) });
}
