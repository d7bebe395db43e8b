/** Shares a link by email, or records a share through another channel. */
import type { Body } from '@dasbor/contract/route';
import { localized } from '@dasbor/contract/language';
import type { sharePaymentLink } from '@dasbor/contract/payment-link';
import type { ActionContext } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import { Problem, notFound } from '../http/problem.ts';
import { findReachedLimit, shareLimitReached } from './email-limits.ts';
import { lockLink, recordLinkEvent } from './queries.ts';
import { enqueueLinkEmail } from './send-email.ts';

/**
 * Records the share and enqueues its email. Returns the id of the event. Returns 409 `link_not_active`, 422
 * `recipient_missing` or 429 `share_limit_reached`.
 */
export async function shareLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  { id, channel, recipient: requested }: Body<typeof sharePaymentLink> & { id: string },
  { principal, now }: ActionContext,
): Promise<string> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw notFound();
  if (link.status !== 'active')
    throw new Problem(
      409,
      'link_not_active',
      localized(
        'Only an active link can be shared. Activate it first.',
        'Hanya tautan aktif yang dapat dibagikan. Aktifkan terlebih dahulu.',
      ),
    );
  const event = { at: now, kind: 'shared', channel, actor_type: principal.type, actor_name: principal.name } as const;
  let event_id: string;
  if (channel === 'email') {
    const recipient = requested ?? link.customer?.email ?? null;
    if (recipient === null || !isEmailAddress(recipient)) {
      throw new Problem(
        422,
        'recipient_missing',
        localized('Enter an email address to send the link to.', 'Masukkan alamat email tujuan tautan.'),
      );
    }
    const limit = await findReachedLimit(tx, { payment_link_id: id, recipient, kind: 'shared' }, now);
    if (limit !== null) throw shareLimitReached(limit);
    event_id = await enqueueLinkEmail(tx, deps, { payment_link_id: id, recipient, event });
  } else {
    event_id = await recordLinkEvent(tx, id, event);
  }
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'updated' });
  return event_id;
}
