/** SQL of the emails of links: inserted before they are sent, updated afterwards, counted for rate limits. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

export interface NewLinkMail {
  id: string;
  payment_link_id: string;
  event_id: string;
  recipient: string;
  message_id: string;
  created_at: Date;
}

export const insertMail = (tx: MerchantTx, mail: NewLinkMail) =>
  tx.sql
    .insertInto('payment_link_mail')
    .values({ merchant_id: tx.merchant_id, ...mail })
    .execute();

/** An email with the kind of its event and the brand of the merchant. */
export const findMail = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('payment_link_mail as x')
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
export const updateMail = (tx: MerchantTx, id: string, change: { sent_at: Date; error: null } | { error: string }) =>
  tx.sql
    .updateTable('payment_link_mail')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

/** Number of emails of the merchant since `hour_ago`, and of one link to one address since `day_ago`. */
export async function countMails(
  tx: MerchantTx,
  options: { payment_link_id: string; recipient: string; hour_ago: Date; day_ago: Date },
): Promise<{ sent_by_merchant: number; sent_to_address: number }> {
  const { payment_link_id, recipient, hour_ago, day_ago } = options;
  const { rows } = await sql<{ sent_by_merchant: number; sent_to_address: number }>`
    select
      (select count(*) from app.payment_link_mail x
        where x.merchant_id = ${tx.merchant_id} and x.created_at > ${hour_ago.toISOString()}) as sent_by_merchant,
      (select count(*) from app.payment_link_mail x
        where x.merchant_id = ${tx.merchant_id} and x.payment_link_id = ${payment_link_id}
          and lower(x.recipient) = lower(${recipient}) and x.created_at > ${day_ago.toISOString()}) as sent_to_address
  `.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected one row');
  return row;
}
