/** SQL that counts the emails with instructions, by the audit log that records each of them. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** Emails that are looked at, newest first. */
const LATEST_MAX = 2_000;

interface SentCounts {
  by_merchant: number;
  to_address: number;
}

/** Number of emails of the merchant since `hour_ago`, and to one address since `day_ago`. */
export async function countInstructionEmails(
  tx: MerchantTx,
  { email, hour_ago, day_ago }: { email: string; hour_ago: Date; day_ago: Date },
): Promise<SentCounts> {
  const { rows } = await sql<SentCounts>`
    select count(*) filter (where l.at > ${hour_ago.toISOString()}) as by_merchant,
      count(*) filter (where l.at > ${day_ago.toISOString()} and lower(l.email) = lower(${email})) as to_address
    from (select a.at, a.after ->> 'email' as email from app.audit_log a
      where a.merchant_id = ${tx.merchant_id} and a.action = 'virtual_account.instructions_sent'
      order by a.seq desc limit ${LATEST_MAX}) l`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected one row');
  return row;
}
