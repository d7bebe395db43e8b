/** SQL of consolidated settlement: which group a merchant is paid through, and which merchants are. */
import { sql } from 'kysely';
import { enqueueAll } from '../db/enqueue.ts';
import type { PlatformTx } from '../db/tx.ts';
import { buildIsInForce } from './member-queries.ts';
import { SYNC_GROUP_ACCOUNT_JOB } from './rules.ts';

export interface ConsolidatedGroup {
  id: string;
  name: string;
  owner_merchant_of: string;
  /**
   * When it was last decided that the owner receives the settlements of the merchant, and by whom: the choice of consolidated
   * settlement or of its owner, or the addition of the merchant to the group, whichever came later.
   */
  chosen_at: string;
  chosen_by_id: string;
  chosen_by: string;
}

/** A membership that the system created has nobody behind it. */
const IS_ADDED_LAST = sql`m.created_by is not null and m.created_at >= g.consolidated_at`;

/** Memberships `m` of a group `g` with consolidated settlement; the owner itself is paid as ever. */
const MEMBERSHIP = sql`app.account_group_member m
  join app.account_group g on g.id = m.group_id and g.settlement_mode = 'consolidated'
    and g.owner_merchant_of <> m.merchant_id`;

/** The group whose owner receives the settlements of a merchant on a business day (WIB); undefined: none. */
export async function findConsolidatedGroup(
  tx: PlatformTx,
  merchant_id: string,
  day: string,
): Promise<ConsolidatedGroup | undefined> {
  const { rows } = await sql<ConsolidatedGroup>`
    select g.id, g.name, g.owner_merchant_of,
      case when ${IS_ADDED_LAST} then m.created_at else g.consolidated_at end as chosen_at,
      case when ${IS_ADDED_LAST} then m.created_by else g.consolidated_by_id end as chosen_by_id,
      case when ${IS_ADDED_LAST} then m.created_by_name else g.consolidated_by end as chosen_by
    from ${MEMBERSHIP}
    where m.merchant_id = ${merchant_id} and ${buildIsInForce(day)}
    order by m.effective_from, g.id limit 1`.execute(tx.sql);
  return rows[0];
}

/**
 * A group with consolidated settlement, other than `except`, that one of the merchants is a member of on a day of the period,
 * with the name of the merchant; undefined: none.
 */
export async function findOtherConsolidatedGroup(
  tx: PlatformTx,
  merchant_ids: readonly string[],
  { from, to }: { from: string; to: string | null },
  except: string,
): Promise<{ group_name: string; merchant_name: string } | undefined> {
  const { rows } = await sql<{ group_name: string; merchant_name: string }>`
    select g.name as group_name, w.brand_name as merchant_name from ${MEMBERSHIP}
    join app.merchant w on w.merchant_id = m.merchant_id
    where m.merchant_id = any (${merchant_ids}::text[]) and g.id <> ${except}
      and (m.effective_to is null or (m.effective_to > ${from}::date and m.effective_to > m.effective_from))
      and (${to}::date is null or m.effective_from < ${to}::date)
    order by m.effective_from limit 1`.execute(tx.sql);
  return rows[0];
}

/** Merchants that are paid through a group on a business day (WIB), or have an account of a group in use or waiting. */
export async function listConsolidatedMerchants(tx: PlatformTx, day: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id from ${MEMBERSHIP}
    where ${buildIsInForce(day)}
    union
    select s.merchant_id from app.settlement_setting s
    join app.bank_account b on b.merchant_id = s.merchant_id and b.group_id is not null
      and b.id in (s.bank_account_id, s.next_bank_account_id)
    order by merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Whether a merchant is paid to an approved bank account of its own, which members of its group could be paid to. */
export async function hasOwnPayoutAccount(tx: PlatformTx, merchant_id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from app.settlement_setting s
    join app.bank_account b on b.merchant_id = s.merchant_id and b.id in (s.bank_account_id, s.next_bank_account_id)
    where s.merchant_id = ${merchant_id} and b.group_id is null and b.rejected_at is null
      and b.usable_from <= ${now.toISOString()}::timestamptz limit 1`.execute(tx.sql);
  return rows.length > 0;
}

/** Brings the payout accounts of merchants in line with their groups after the commit. */
export const enqueueGroupAccountSync = (tx: PlatformTx, merchant_ids: readonly string[]): Promise<void> =>
  enqueueAll(
    tx,
    merchant_ids.map((merchant_id) => ({
      task: SYNC_GROUP_ACCOUNT_JOB,
      payload: { merchant_id },
      job_key: `${SYNC_GROUP_ACCOUNT_JOB}:${merchant_id}`,
    })),
  );
