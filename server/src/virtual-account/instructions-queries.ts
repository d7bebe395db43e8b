/** SQL that counts the emails with instructions, by the audit log that records each of them. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { EMAILS_PER_MERCHANT_HOURLY, type SentEmails } from '../mail/email-limits.ts';

/** The hourly limit allows no more in a day, so that every email of the last 24 hours is among the newest ones. */
const DAILY_MAX = 24 * EMAILS_PER_MERCHANT_HOURLY;

/** Number of emails of the merchant since `hour_ago`, and to one address since `day_ago`. */
export async function countInstructionEmails(
  tx: MerchantTx,
  { email, hour_ago, day_ago }: { email: string; hour_ago: Date; day_ago: Date },
): Promise<SentEmails> {
  const { rows } = await sql<SentEmails>`
    select count(*) filter (where l.at > ${hour_ago.toISOString()}) as by_merchant,
      count(*) filter (where l.at > ${day_ago.toISOString()} and lower(l.email) = lower(${email})) as to_address
    from (select a.at, a.after ->> 'email' as email from app.audit_log a
      where a.merchant_id = ${tx.merchant_id} and a.action = 'virtual_account.instructions_sent'
      order by a.seq desc limit ${DAILY_MAX}) l`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected one row');
  return row;
}
