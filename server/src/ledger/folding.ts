/**
 * Folds journals into running balances, so that reading a balance does not sum its whole history. Payments only append;
 * this job is the only writer of balances and updates them in merchant and account id order.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { buildBusinessDay } from './business-day.ts';

/** Journals folded per transaction, and those that are posted meanwhile. */
const BATCH_JOURNALS_MAX = 5_000;
/** Journals of a merchant from which on reading its balances takes noticeably longer: several milliseconds. */
export const LONG_TAIL_JOURNALS = 200;

/** Folds the journals posted so far, of merchants with at least `journals_min` of them, and returns their number. */
export async function foldBalances(db: Db, now: Date, journals_min = 1): Promise<number> {
  const merchants = await asPlatform(db, (tx) =>
    tx.sql
      .selectFrom('unfolded_journal')
      .select('merchant_id')
      .groupBy('merchant_id')
      .having((eb) => eb.fn.countAll(), '>=', journals_min)
      .orderBy('merchant_id')
      .execute(),
  );
  let folded = 0;
  for (const { merchant_id } of merchants) {
    for (let count = BATCH_JOURNALS_MAX; count >= BATCH_JOURNALS_MAX; folded += count) {
      count = await asMerchant(db, merchant_id, (tx) => foldBatch(tx, now));
    }
  }
  return folded;
}

/**
 * Removes journals from the queue and adds their transfers to the running, hourly and daily balances. Safe to run
 * concurrently: a second run waits for the row locks and skips the journals that were folded.
 */
async function foldBatch(tx: MerchantTx, now: Date): Promise<number> {
  const journal_ids = await deleteBatch<string>(tx, {
    table: 'unfolded_journal',
    key: ['journal_id'],
    returning: 'journal_id',
    limit: BATCH_JOURNALS_MAX,
  });
  if (journal_ids.length === 0) return 0;
  await addToBalances(tx, journal_ids, now);
  await addToHours(tx, journal_ids);
  await addToDays(tx, journal_ids);
  return journal_ids.length;
}

async function addToBalances(tx: MerchantTx, journal_ids: string[], now: Date): Promise<void> {
  const { merchant_id } = tx;
  const { rows: sums } = await sql<{ account_id: string; debits: number; credits: number }>`
    select side.account_id, sum(side.debit)::bigint as debits, sum(side.credit)::bigint as credits
    from app.transfer t
    cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount))
      as side (account_id, debit, credit)
    where t.merchant_id = ${merchant_id} and t.journal_id = any (${journal_ids})
    group by side.account_id
    order by side.account_id`.execute(tx.sql);
  for (const { account_id, debits, credits } of sums) {
    await tx.sql
      .insertInto('account_balance')
      .values({ merchant_id, account_id, debits, credits, folded_at: now })
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'account_id']).doUpdateSet((eb) => ({
          debits: eb('account_balance.debits', '+', eb.ref('excluded.debits')),
          credits: eb('account_balance.credits', '+', eb.ref('excluded.credits')),
          folded_at: now,
        })),
      )
      .execute();
  }
}

/** Runs after the balances, whose row locks serialise concurrent runs per account. */
async function addToHours(tx: MerchantTx, journal_ids: string[]): Promise<void> {
  const { merchant_id } = tx;
  await sql`
    insert into app.account_hour as h (merchant_id, account_id, hour, debits, credits)
    select ${merchant_id}, side.account_id, date_trunc('hour', t.posted_at, 'UTC'), sum(side.debit), sum(side.credit)
    from app.transfer t
    cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount))
      as side (account_id, debit, credit)
    where t.merchant_id = ${merchant_id} and t.journal_id = any (${journal_ids})
    group by side.account_id, date_trunc('hour', t.posted_at, 'UTC')
    order by side.account_id, date_trunc('hour', t.posted_at, 'UTC')
    on conflict (merchant_id, account_id, hour)
      do update set debits = h.debits + excluded.debits, credits = h.credits + excluded.credits`.execute(tx.sql);
}

/** Daily sums by debit account, credit account and kind. Runs after the balances, for the same reason. */
async function addToDays(tx: MerchantTx, journal_ids: string[]): Promise<void> {
  const { merchant_id } = tx;
  await sql`
    insert into app.transfer_day as d (merchant_id, day, debit_account, credit_account, kind, amount, count)
    select ${merchant_id}, ${buildBusinessDay(sql.ref('t.posted_at'))}, t.debit_account, t.credit_account, t.kind,
      sum(t.amount), count(*)
    from app.transfer t
    where t.merchant_id = ${merchant_id} and t.journal_id = any (${journal_ids})
    group by 2, 3, 4, 5
    order by 2, 3, 4, 5
    on conflict (merchant_id, day, debit_account, credit_account, kind)
      do update set amount = d.amount + excluded.amount, count = d.count + excluded.count`.execute(tx.sql);
}
