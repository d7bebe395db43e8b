/** SQL of settlement bank accounts. */
import type { MerchantTx } from '../db/tx.ts';
import { getSetting } from './terms-queries.ts';

export interface BankAccount {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  holder_name: string;
  verified_at: string;
  /** null until it is approved. */
  usable_from: string | null;
  created_by: string;
  created_at: string;
  requested_by_owner: string | null;
  approved_at: string | null;
  rejected_at: string | null;
  /** The group whose owner is paid through this account, its name, and the account of the owner; null: the merchant's own. */
  group_id: string | null;
  group_name: string | null;
  copied_from: string | null;
}

const ACCOUNT = [
  'id',
  'bank_code',
  'account_no_sealed',
  'account_last4',
  'holder_name',
  'verified_at',
  'usable_from',
  'created_by',
  'created_at',
  'requested_by_owner',
  'approved_at',
  'rejected_at',
  'group_id',
  'group_name',
  'copied_from',
] as const;

export const findBankAccount = (tx: MerchantTx, id: string): Promise<BankAccount | undefined> =>
  tx.sql
    .selectFrom('bank_account')
    .select(ACCOUNT)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** The account that payouts go to: a new one from the end of its cooling-off period on; undefined: none yet. */
export async function findPayoutAccount(tx: MerchantTx, now: Date): Promise<BankAccount | undefined> {
  const { bank_account_id, next_bank_account_id } = await getSetting(tx);
  const next = next_bank_account_id === null ? undefined : await findBankAccount(tx, next_bank_account_id);
  const usable_from = next?.rejected_at === null ? next.usable_from : null;
  if (usable_from !== null && Date.parse(usable_from) <= now.getTime()) return next;
  return bank_account_id === null ? undefined : findBankAccount(tx, bank_account_id);
}

/** The latest account of the merchant itself that was approved. */
export const findOwnAccount = (tx: MerchantTx): Promise<BankAccount | undefined> =>
  tx.sql
    .selectFrom('bank_account')
    .select(ACCOUNT)
    .where('merchant_id', '=', tx.merchant_id)
    .where('group_id', 'is', null)
    .where('approved_at', 'is not', null)
    .where('rejected_at', 'is', null)
    .orderBy('approved_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The latest copy of an account of a group's owner. */
export const findLatestCopy = (
  tx: MerchantTx,
  group_id: string,
  copied_from: string,
): Promise<BankAccount | undefined> =>
  tx.sql
    .selectFrom('bank_account')
    .select(ACCOUNT)
    .where('merchant_id', '=', tx.merchant_id)
    .where('group_id', '=', group_id)
    .where('copied_from', '=', copied_from)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface NewBankAccount {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  holder_name: string;
  created_by: string;
  created_at: Date;
  requested_by_owner: string;
  group_id?: string;
  group_name?: string;
  copied_from?: string;
}

/** Stores an account whose holder name the bank has just confirmed. */
export async function insertBankAccount(tx: MerchantTx, account: NewBankAccount): Promise<void> {
  const { holder_name, created_at } = account;
  await tx.sql
    .insertInto('bank_account')
    .values({ merchant_id: tx.merchant_id, verified_name: holder_name, verified_at: created_at, ...account })
    .execute();
}

/** Reads an account and locks its row until the end of the transaction. */
export const lockBankAccount = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('bank_account')
    .select(['id', 'bank_code', 'account_last4', 'requested_by_owner', 'approved_at', 'rejected_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function storeDecision(
  tx: MerchantTx,
  id: string,
  decision: { decided_by: string | null; decided_by_id: string | null } & (
    | { approved_at: Date; usable_from: Date }
    | { rejected_at: Date; usable_from: null }
  ),
): Promise<void> {
  await tx.sql
    .updateTable('bank_account')
    .set(decision)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}
