/** SQL of beneficiaries and of the switch that allows only these. */
import { type Beneficiary, beneficiary } from '@dasbor/contract/beneficiary';
import type { listBeneficiaries } from '@dasbor/contract/beneficiary';
import type { Query } from '@dasbor/contract/route';
import { sql } from 'kysely';
import { buildColumns } from '../db/columns.ts';
import { findSearchIds } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

const COLUMNS = buildColumns('b', beneficiary.omit({ account: true }).shape);

const selectBeneficiaries = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('beneficiary as b')
    .select(COLUMNS)
    .select('b.account_last4 as account')
    .where('b.merchant_id', '=', tx.merchant_id);

export const findBeneficiary = (tx: MerchantTx, id: string): Promise<Beneficiary | undefined> =>
  selectBeneficiaries(tx).where('b.id', '=', id).executeTakeFirst();

/** One page, plus one row when there is a next page. */
export async function listBeneficiaryRows(
  tx: MerchantTx,
  { status, bank_code, q, limit }: Query<typeof listBeneficiaries>,
  after: Cursor | null,
): Promise<Beneficiary[]> {
  const found = await findSearchIds(tx, 'search_beneficiaries', q);
  let rows = selectBeneficiaries(tx);
  if (status?.length) rows = rows.where('b.status', 'in', status);
  if (bank_code !== undefined) rows = rows.where('b.bank_code', '=', bank_code);
  if (found !== null) rows = rows.where(sql<boolean>`b.id = any (${found}::text[])`);
  if (after !== null) rows = rows.where(sql<boolean>`(b.created_at, b.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** A saved account that may be the one of a request: the sealed number decides. */
export interface SavedAccount {
  id: string;
  status: Beneficiary['status'];
  usable_from: string;
  account_check_id: string;
  account_no_sealed: string;
}

/** Saved accounts of a bank that end in the same four digits. */
export const listSavedAccounts = (tx: MerchantTx, bank_code: string, account_last4: string): Promise<SavedAccount[]> =>
  tx.sql
    .selectFrom('beneficiary as b')
    .innerJoin('account_check as c', (join) =>
      join.on('c.merchant_id', '=', tx.merchant_id).onRef('c.id', '=', 'b.account_check_id'),
    )
    .select(['b.id', 'b.status', 'b.usable_from', 'b.account_check_id', 'c.account_no_sealed'])
    .where('b.merchant_id', '=', tx.merchant_id)
    .where('b.bank_code', '=', bank_code)
    .where('b.account_last4', '=', account_last4)
    .orderBy('b.id')
    .execute();

export const insertBeneficiary = (
  tx: MerchantTx,
  row: {
    id: string;
    name: string;
    account_check_id: string;
    bank_code: string;
    account_last4: string;
    verified_name: string;
    verified_at: Date;
    usable_from: Date;
    created_by_id: string;
    created_by: string;
    created_at: Date;
  },
) =>
  tx.sql
    .insertInto('beneficiary')
    .values({ merchant_id: tx.merchant_id, ...row, status: 'active', updated_at: row.created_at })
    .execute();

export const updateBeneficiary = (
  tx: MerchantTx,
  id: string,
  change: {
    name?: string;
    status?: Beneficiary['status'];
    blocked_reason?: string | null;
    usable_from?: Date;
    last_used_at?: Date;
    updated_at?: Date;
  },
) =>
  tx.sql
    .updateTable('beneficiary')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

export const findSetting = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('disbursement_setting')
    .select(['whitelist_only', 'changed_by', 'changed_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

export async function saveSetting(
  tx: MerchantTx,
  setting: { whitelist_only: boolean; changed_by_id: string; changed_by: string; changed_at: Date },
): Promise<void> {
  await tx.sql
    .insertInto('disbursement_setting')
    .values({ merchant_id: tx.merchant_id, ...setting })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(setting))
    .execute();
}

/** The stored account of a beneficiary. */
export const findBeneficiaryAccount = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('beneficiary')
    .select('account_check_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
