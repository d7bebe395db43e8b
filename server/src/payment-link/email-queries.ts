/** SQL of the emails of links: inserted before they are sent, updated afterwards, counted for rate limits. */
import { sql } from 'kysely';
import { LINK_EMAIL_LIMIT_REACHED, type LinkNotifyStatus, type StoredLink } from '@dasbor/contract/payment-link-terms';
import type { MerchantTx } from '../db/tx.ts';
import type { SentEmails } from '../mail/email-limits.ts';

export interface NewLinkEmail {
  id: string;
  payment_link_id: string;
  event_id: string;
  recipient: string;
  message_id: string;
  created_at: Date;
}

export const insertLinkEmail = (tx: MerchantTx, mail: NewLinkEmail) =>
  tx.sql
    .insertInto('payment_link_email')
    .values({ merchant_id: tx.merchant_id, ...mail })
    .execute();

/** An email with the kind of its event and the brand of the merchant. */
export const findLinkEmail = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('payment_link_email as x')
    .innerJoin('payment_link_event as e', (join) =>
      join.onRef('e.id', '=', 'x.event_id').on('e.merchant_id', '=', tx.merchant_id),
    )
    .innerJoin('merchant as m', (join) => join.on('m.merchant_id', '=', tx.merchant_id))
    .where('x.merchant_id', '=', tx.merchant_id)
    .where('x.id', '=', id)
    .select([
      ...(['x.id', 'x.payment_link_id', 'x.recipient', 'x.message_id', 'x.sent_at', 'e.kind'] as const),
      ...(['m.brand_name', 'm.brand_color', 'm.logo_url'] as const),
    ])
    .executeTakeFirst();

/** Stores the result of a delivery; a later success clears the error. */
export const updateLinkEmail = (
  tx: MerchantTx,
  id: string,
  change: { sent_at: Date; error: null } | { error: string },
) =>
  tx.sql
    .updateTable('payment_link_email')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

interface EmailCounts extends SentEmails {
  of_link_to_address: number;
}

/**
 * Number of emails of the merchant since `hour_ago`, and since `day_ago` those to one address and those of one link to it. The
 * hourly limit of the merchant bounds the rows that are read.
 */
export async function countLinkEmails(
  tx: MerchantTx,
  options: { payment_link_id: string; recipient: string; hour_ago: Date; day_ago: Date },
): Promise<EmailCounts> {
  const { payment_link_id, recipient, hour_ago, day_ago } = options;
  const { rows } = await sql<EmailCounts>`
    select count(*) filter (where x.created_at > ${hour_ago.toISOString()}) as by_merchant,
      count(*) filter (where lower(x.recipient) = lower(${recipient})) as to_address,
      count(*) filter (where lower(x.recipient) = lower(${recipient})
        and x.payment_link_id = ${payment_link_id}) as of_link_to_address
    from app.payment_link_email x
    where x.merchant_id = ${tx.merchant_id} and x.created_at > ${day_ago.toISOString()}
  `.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected one row');
  return row;
}

/** Outcome of the email to the customer that the creation of an active link requested; null: none was requested. */
export async function findNotifyStatus(tx: MerchantTx, link: StoredLink): Promise<LinkNotifyStatus | null> {
  if (!link.notify.email) return null;
  const event = await tx.sql
    .selectFrom('payment_link_event as e')
    .select('e.detail')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.payment_link_id', '=', link.id)
    .where('e.kind', '=', 'shared')
    .where('e.channel', '=', 'email')
    .where('e.at', '=', link.created_at)
    .limit(1)
    .executeTakeFirst();
  if (event === undefined) return null;
  return event.detail === LINK_EMAIL_LIMIT_REACHED ? 'limit_reached' : 'queued';
}
