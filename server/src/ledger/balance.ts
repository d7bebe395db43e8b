/** Account balances: folded sums plus the journals not folded yet. A balance is credits minus debits, in whole rupiah. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { executeWriteBatch } from '../db/write-batch.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Journal, buildJournalInserts } from './posting.ts';
import { buildUnfoldedTransfersQuery } from './unfolded-transfers.ts';

export interface Balance {
  account_id: string;
  type: string;
  /** Minimum balance that debits must respect; null for none. */
  floor: Rupiah | null;
  balance: Rupiah;
}

/** Lists the balances of all or the given accounts of the merchant, as one consistent snapshot. */
export async function listBalances(tx: MerchantTx, account_ids?: readonly string[]): Promise<Balance[]> {
  const { merchant_id } = tx;
  const named = account_ids ? sql`and a.id = any (${account_ids})` : sql``;
  const { rows } = await sql<Balance>`
    with tail as (${buildUnfoldedTransfersQuery(merchant_id)})
    select a.id as account_id, a.type, a.floor,
      (coalesce(b.credits - b.debits, 0)
        + coalesce((select sum(t.amount) from tail t where t.credit_account = a.id), 0)
        - coalesce((select sum(t.amount) from tail t where t.debit_account = a.id), 0))::bigint as balance
    from app.ledger_account a
    left join app.account_balance b on b.merchant_id = ${merchant_id} and b.account_id = a.id
    where a.merchant_id = ${merchant_id} ${named}
    order by a.id`.execute(tx.sql);
  return rows;
}

/** Returns the balance of one account. Throws when the merchant has no such account. */
export async function getBalance(tx: MerchantTx, account_id: string): Promise<Rupiah> {
  const [found] = await listBalances(tx, [account_id]);
  if (found === undefined) throw new Error(`There is no ledger account ${account_id}`);
  return found.balance;
}

/** Thrown when a debit would take an account below its floor. */
export class BelowFloorError extends Error {
  readonly account_id: string;
  constructor(account_id: string) {
    super(`Account ${account_id} has insufficient funds`);
    this.account_id = account_id;
  }
}

/**
 * Posts a journal whose debits must respect account floors. Locks the debited accounts in id order, which prevents
 * deadlocks, before it reads their balances. Throws BelowFloorError.
 */
export async function postWithFloor(tx: MerchantTx, journal: Journal): Promise<void> {
  const debited_ids = [...new Set(journal.transfers.map((transfer) => transfer.debit_account))];
  for (const { account_id, floor, balance } of await lockBalances(tx, debited_ids)) {
    const change = computeChange(journal, account_id);
    if (floor !== null && change < 0 && balance + change < floor) throw new BelowFloorError(account_id);
  }
  await executeWriteBatch(tx, buildJournalInserts(tx, journal));
}

/**
 * Locks accounts in id order and then reads their balances, which concurrent debits cannot change until the commit. The
 * lock leaves the key share of foreign keys free, so that credits by other transactions are not blocked.
 */
export async function lockBalances(tx: MerchantTx, account_ids: readonly string[]): Promise<Balance[]> {
  await tx.sql
    .selectFrom('ledger_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', account_ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return listBalances(tx, account_ids);
}

/** Net effect of a journal on an account. */
const computeChange = ({ transfers }: Journal, account_id: string): Rupiah =>
  transfers.reduce(
    (sum, { debit_account, credit_account, amount }) =>
      sum + (credit_account === account_id ? amount : 0) - (debit_account === account_id ? amount : 0),
    0,
  );
