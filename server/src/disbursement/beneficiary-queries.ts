/** SQL of beneficiaries and of the switch that allows only these. */
import { type Beneficiary, beneficiary } from '@dasbor/contract/beneficiary';
import type { listBeneficiaries } from '@dasbor/contract/beneficiary';
import type { Query } from '@dasbor/contract/route';
import { sql } from 'kysely';
import { buildColumns, listFields } from '../db/columns.ts';
import { buildCsvCells, createHeaderFormat } from '../db/csv-cells.ts';
import { type FoundIds, findSearchIds } from '../db/search-ids.ts';
import type { MerchantTx, QueryScope } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { ListFile } from '../http/list-file.ts';

const COLUMNS = buildColumns('b', beneficiary.shape);

const buildBeneficiaryQuery = (tx: MerchantTx) =>
  tx.sql.selectFrom('beneficiary as b').select(COLUMNS).where('b.merchant_id', '=', tx.merchant_id);

type BeneficiaryFilter = Pick<Query<typeof listBeneficiaries>, 'status' | 'bank_code'>;

/** `found`: the beneficiaries that the text of the filter matches. */
function buildFilteredQuery(
  { merchant_id, sql: kysely }: QueryScope,
  { status, bank_code }: BeneficiaryFilter,
  found: FoundIds,
) {
  let rows = kysely.selectFrom('beneficiary as b').where('b.merchant_id', '=', merchant_id);
  if (status?.length) rows = rows.where('b.status', 'in', status);
  if (bank_code?.length) rows = rows.where('b.bank_code', 'in', bank_code);
  if (found !== null) rows = rows.where(sql<boolean>`b.id = any (${found}::text[])`);
  return rows.orderBy('b.created_at', 'desc').orderBy('b.id', 'desc');
}

export const findBeneficiary = (tx: MerchantTx, id: string): Promise<Beneficiary | undefined> =>
  buildBeneficiaryQuery(tx).where('b.id', '=', id).executeTakeFirst();

/** One page, plus one row when there is a next page. */
export async function listBeneficiaryRows(
  tx: MerchantTx,
  query: Query<typeof listBeneficiaries>,
  after: Cursor | null,
): Promise<Beneficiary[]> {
  const found = await findSearchIds(tx, 'search_beneficiaries', query.q);
  let rows = buildFilteredQuery(tx, query, found).select(COLUMNS);
  if (after !== null) rows = rows.where(sql<boolean>`(b.created_at, b.id) < (${after.at}, ${after.id})`);
  return rows.limit(query.limit + 1).execute();
}

const INDONESIAN_HEADERS: Record<keyof Beneficiary, string> = {
  id: 'ID',
  created_at: 'Disimpan',
  name: 'Nama',
  bank_code: 'Bank',
  account_last4: 'Rekening',
  verified_name: 'Nama penerima',
  verified_at: 'Diverifikasi',
  last_used_at: 'Terakhir digunakan',
  status: 'Status',
  blocked_reason: 'Alasan diblokir',
  usable_from: 'Dapat dibayar sejak',
  created_by: 'Disimpan oleh',
  updated_at: 'Diperbarui',
};
const formatFileHeader = createHeaderFormat(INDONESIAN_HEADERS);
const FIELDS = listFields(beneficiary.shape);
/** Maximum rows of a file. */
const ROWS_MAX = 1_000_000;

export const beneficiaryFile: ListFile<typeof listBeneficiaries> = {
  name: 'beneficiaries',
  columns: FIELDS,
  search_function: 'search_beneficiaries',
  buildQuery: ({ query, language, time_zone, found, ...reader }) =>
    buildFilteredQuery(reader, query, found)
      .select(() =>
        buildCsvCells({
          shape: beneficiary.shape,
          names: parseColumns(FIELDS, query.columns),
          getColumn: (field) => sql.ref(`b.${field}`),
          formatHeader: (field) => formatFileHeader(field, language),
          time_zone,
        }),
      )
      .limit(ROWS_MAX),
};

/** A saved account that may be the one of a request: the sealed number decides. */
export interface SavedAccount {
  id: string;
  status: Beneficiary['status'];
  usable_from: string;
  account_check_id: string;
  account_no_sealed: string;
}

/** Saved accounts that share bank and last four digits with any of the accounts. */
export async function listSavedCandidates(
  tx: MerchantTx,
  accounts: readonly { bank_code: string; account_last4: string }[],
): Promise<(SavedAccount & { bank_code: string; account_last4: string })[]> {
  const keys = [...new Set(accounts.map(({ bank_code, account_last4 }) => `${bank_code}.${account_last4}`))];
  const { rows } = await sql<SavedAccount & { bank_code: string; account_last4: string }>`
    select b.id, b.status, b.usable_from, b.account_check_id, b.bank_code, b.account_last4, c.account_no_sealed
    from app.beneficiary b
    join app.account_check c on c.merchant_id = ${tx.merchant_id} and c.id = b.account_check_id
    where b.merchant_id = ${tx.merchant_id}
      and b.bank_code = any (${keys.map((key) => key.slice(0, 3))}::text[])
      and b.account_last4 = any (${keys.map((key) => key.slice(4))}::text[])
    order by b.id`.execute(tx.sql);
  return rows.filter(({ bank_code, account_last4 }) => keys.includes(`${bank_code}.${account_last4}`));
}

/** The sealed numbers of account checks. */
export async function listSealedNumbers(
  tx: MerchantTx,
  ids: readonly string[],
): Promise<{ id: string; account_no_sealed: string }[]> {
  if (ids.length === 0) return [];
  return tx.sql
    .selectFrom('account_check')
    .select(['id', 'account_no_sealed'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .execute();
}

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

export async function upsertDisbursementSetting(
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
