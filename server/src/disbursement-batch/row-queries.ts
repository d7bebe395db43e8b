/** SQL of the rows of batches. */
import type { BatchRowStatus } from '@dasbor/contract/disbursement-batch-fields';
import { type Rupiah, add } from '@dasbor/contract/money';
import { type Updateable, sql } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Exclusion } from './not-paid.ts';

/** Texts of a row as in the file. */
export interface NewRow {
  id: string;
  row_no: number;
  reference_id: string;
  amount_text: string;
  bank_text: string;
  account_no_sealed: string;
  account_last4: string;
  account_name: string;
  description: string;
  email: string;
  email_cc: string;
  email_bcc: string;
}

/** Inserts rows that are to be validated. Idempotent. */
export async function insertRows(tx: MerchantTx, batch_id: string, rows: readonly NewRow[]): Promise<void> {
  await tx.sql
    .insertInto('disbursement_batch_row')
    .values(rows.map((row) => ({ merchant_id: tx.merchant_id, batch_id, status: 'unchecked' as const, ...row })))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'batch_id', 'row_no']).doNothing())
    .execute();
}

const ROW_COLUMNS = [
  'id',
  'row_no',
  'revision',
  'status',
  'is_excluded',
  'reference_id',
  'amount_text',
  'amount',
  'bank_text',
  'bank_code',
  'account_no_sealed',
  'account_last4',
  'account_name',
  'account_check_id',
  'verified_name',
  'name_match',
  'description',
  'email',
  'email_cc',
  'email_bcc',
  'issues',
] as const;

const buildRowQuery = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .selectFrom('disbursement_batch_row')
    .select(ROW_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id);

export const findRow = (tx: MerchantTx, batch_id: string, row_no: number) =>
  buildRowQuery(tx, batch_id).where('row_no', '=', row_no).executeTakeFirst();
export type StoredRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

export const listUnvalidatedRows = (tx: MerchantTx, batch_id: string, limit: number): Promise<StoredRow[]> =>
  buildRowQuery(tx, batch_id).where('status', '=', 'unchecked').orderBy('row_no').limit(limit).execute();

/** Rows after a number, in order: for files. */
export const listRowsAfter = (
  tx: MerchantTx,
  batch_id: string,
  { after, status, limit }: { after: number; status: BatchRowStatus | null; limit: number },
): Promise<StoredRow[]> => {
  const rows = buildRowQuery(tx, batch_id).where('row_no', '>', after).orderBy('row_no').limit(limit);
  return (status === null ? rows : rows.where('status', '=', status)).execute();
};

export type RowChange = Omit<Updateable<DB['disbursement_batch_row']>, 'merchant_id' | 'batch_id' | 'row_no' | 'id'>;

/** Stores the result of a validation unless the values changed meanwhile. */
export const updateValidatedRow = (
  tx: MerchantTx,
  batch_id: string,
  { row_no, revision }: Pick<StoredRow, 'row_no' | 'revision'>,
  change: RowChange,
) =>
  tx.sql
    .updateTable('disbursement_batch_row')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('row_no', '=', row_no)
    .where('revision', '=', revision)
    .where('status', '=', 'unchecked')
    .execute();

/** Changes values of a row, which is then to be validated again. */
export const updateRowValues = (tx: MerchantTx, batch_id: string, row_no: number, change: RowChange) =>
  tx.sql
    .updateTable('disbursement_batch_row')
    .set((eb) => ({ ...change, status: 'unchecked' as const, revision: eb('revision', '+', 1) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('row_no', '=', row_no)
    .execute();

/** Marks rows with any of the references as to be validated again. */
export async function markReferencesForValidation(
  tx: MerchantTx,
  batch_id: string,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return;
  await tx.sql
    .updateTable('disbursement_batch_row')
    .set((eb) => ({ status: 'unchecked' as const, revision: eb('revision', '+', 1) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('reference_id', 'in', references)
    .execute();
}

/** Marks the rows with errors as to be validated again. */
export const markErrorsForValidation = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .updateTable('disbursement_batch_row')
    .set((eb) => ({ status: 'unchecked' as const, revision: eb('revision', '+', 1) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('status', '=', 'error')
    .execute();

export const deleteRow = (tx: MerchantTx, batch_id: string, row_no: number) =>
  tx.sql
    .deleteFrom('disbursement_batch_row')
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('row_no', '=', row_no)
    .execute();

/** The first row of the batch with each of the references. */
export async function listFirstRows(
  tx: MerchantTx,
  batch_id: string,
  references: readonly string[],
): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await tx.sql
    .selectFrom('disbursement_batch_row')
    .select(['reference_id', sql<number>`min(row_no)`.as('row_no')])
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('reference_id', 'in', references)
    .groupBy('reference_id')
    .execute();
  return new Map(rows.map(({ reference_id, row_no }) => [reference_id, row_no]));
}

/** References that a disbursement, or a batch that was submitted, has already. */
export async function listUsedReferences(
  tx: MerchantTx,
  batch_id: string,
  references: readonly string[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const { merchant_id } = tx;
  const { rows } = await sql<{ reference: string }>`
    select d.merchant_reference as reference from app.disbursement d
    where d.merchant_id = ${merchant_id} and d.merchant_reference in (${sql.join(references)})
      and d.batch_id is distinct from ${batch_id}
    union
    select r.reference_id from app.disbursement_batch_row r
    join app.disbursement_batch b on b.merchant_id = ${merchant_id} and b.id = r.batch_id
    where r.merchant_id = ${merchant_id} and r.reference_id in (${sql.join(references)}) and r.batch_id <> ${batch_id}
      and not r.is_excluded and b.status in ('pending_approval', 'approved', 'processing')`.execute(tx.sql);
  return new Set(rows.map(({ reference }) => reference));
}

/** References of rows that would be paid and that something else uses already; at most `limit`. */
export async function listConflictingReferences(tx: MerchantTx, batch_id: string, limit: number): Promise<string[]> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ reference_id: string }>`
    select r.reference_id from app.disbursement_batch_row r
    where r.merchant_id = ${merchant_id} and r.batch_id = ${batch_id} and r.status in ('valid', 'warning')
      and (exists (select from app.disbursement d where d.merchant_id = ${merchant_id}
          and d.merchant_reference = r.reference_id)
        or exists (select from app.disbursement_batch_row o
          join app.disbursement_batch b on b.merchant_id = ${merchant_id} and b.id = o.batch_id
          where o.merchant_id = ${merchant_id} and o.reference_id = r.reference_id and o.batch_id <> ${batch_id}
            and not o.is_excluded and b.status in ('pending_approval', 'approved', 'processing')))
    order by r.row_no limit ${limit}`.execute(tx.sql);
  return rows.map(({ reference_id }) => reference_id);
}

/** Excludes the rows with errors from payment. */
export const excludeInvalidRows = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .updateTable('disbursement_batch_row')
    .set({ is_excluded: true, exclusion: 'error' })
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('status', '=', 'error')
    .execute();

/** Excludes rows from payment; the first reason stays. Returns how many of them exist. */
export async function excludeRows(
  tx: MerchantTx,
  batch_id: string,
  row_nos: readonly number[],
  exclusion: Exclusion,
): Promise<number> {
  if (row_nos.length === 0) return 0;
  const { rows } = await sql<{ row_no: number }>`
    update app.disbursement_batch_row
    set is_excluded = true, exclusion = case when is_excluded then exclusion else ${exclusion} end
    where merchant_id = ${tx.merchant_id} and batch_id = ${batch_id} and row_no = any (${[...row_nos]}::int[])
    returning row_no`.execute(tx.sql);
  return rows.length;
}

export interface PayableRow {
  row_no: number;
  reference_id: string;
  amount: Rupiah;
  bank_code: string;
  account_last4: string;
  account_check_id: string;
  account_name: string;
  verified_name: string;
  name_match: number | null;
  description: string;
  email: string;
  email_cc: string;
  email_bcc: string;
}

type RowToPay = Pick<
  PayableRow,
  'row_no' | 'amount' | 'bank_code' | 'account_last4' | 'account_check_id' | 'description'
> & { fee_amount: Rupiah | null };

/** Rows that are to be paid, with what decides whether they may be, and their fees. */
export async function listRowsToPay(tx: MerchantTx, batch_id: string): Promise<RowToPay[]> {
  const { rows } = await sql<RowToPay>`
    select r.row_no, r.amount, r.bank_code, r.account_last4, r.account_check_id, r.description, r.fee_amount
    from app.disbursement_batch_row r
    where r.merchant_id = ${tx.merchant_id} and r.batch_id = ${batch_id} and r.status in ('valid', 'warning')
      and not r.is_excluded
    order by r.row_no`.execute(tx.sql);
  return rows;
}

/** The next rows that become disbursements, locked; rows that another run has locked are left to it. */
export async function lockPayableRows(tx: MerchantTx, batch_id: string, limit: number): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select r.row_no, r.reference_id, r.amount, r.bank_code, r.account_last4, r.account_check_id, r.account_name,
      r.verified_name, r.name_match, r.description, r.email, r.email_cc, r.email_bcc
    from app.disbursement_batch_row r
    where r.merchant_id = ${tx.merchant_id} and r.batch_id = ${batch_id} and r.status in ('valid', 'warning')
      and not r.is_excluded and r.disbursement_id is null
    order by r.row_no limit ${limit} for no key update of r skip locked`.execute(tx.sql);
  return rows;
}

/** Links rows of a batch with their disbursements, and stores the fees that these are charged. */
export async function updateDisbursementIds(
  tx: MerchantTx,
  batch_id: string,
  disbursements: readonly { id: string; row_no: number; fee_amount: Rupiah; fee_vat_amount: Rupiah }[],
): Promise<void> {
  if (disbursements.length === 0) return;
  const fees = disbursements.map(({ fee_amount, fee_vat_amount }) => add(fee_amount, fee_vat_amount));
  await sql`
    update app.disbursement_batch_row r set disbursement_id = d.id, fee_amount = d.fee_amount
    from unnest(${disbursements.map(({ id }) => id)}::text[], ${disbursements.map(({ row_no }) => row_no)}::int[],
      ${fees}::bigint[]) as d (id, row_no, fee_amount)
    where r.merchant_id = ${tx.merchant_id} and r.batch_id = ${batch_id} and r.row_no = d.row_no
      and r.disbursement_id is null`.execute(tx.sql);
}
