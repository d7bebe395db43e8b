/** SQL that issues invoices and credit notes. Documents are only inserted. */
import { sql } from 'kysely';
import type { InvoiceIssuer, InvoiceKind, InvoiceLine, InvoiceRecipient } from '@dasbor/contract/invoice';
import type { Rupiah } from '@dasbor/contract/money';
import { executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

export interface DueMonth {
  merchant_id: string;
  /** First day. */
  month: string;
}

/** Months in which the merchant was charged fees or VAT, without their document, `since` inclusive to `until` exclusive. */
export async function listDueMonths(
  tx: PlatformTx,
  { since, until }: { since: string; until: string },
): Promise<DueMonth[]> {
  const { rows } = await sql<DueMonth>`
    with posted as (
      select distinct d.merchant_id, date_trunc('month', d.day)::date as month
      from app.transfer_day d
      join app.ledger_account a on a.merchant_id = d.merchant_id and a.id in (d.debit_account, d.credit_account)
        and a.type in ('fees_paid', 'vat_paid')
      where d.day >= ${since}::date and d.day < ${until}::date
        and d.kind not in ('fee_credit', 'fee_credit_vat', 'commission', 'commission_return'))
    select p.merchant_id, p.month from posted p
    where not exists (select from app.invoice i
      where i.merchant_id = p.merchant_id and i.period_from = p.month and i.corrects_id is null)
    order by p.month, p.merchant_id`.execute(tx.sql);
  return rows;
}

export const hasMonthInvoice = async (tx: MerchantTx, period_from: string): Promise<boolean> =>
  (await tx.sql
    .selectFrom('invoice')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('period_from', '=', period_from)
    .where('corrects_id', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The next number of a kind and month. Its row stays locked until the end of the transaction, so that no number is lost. */
export async function allocateNumber(tx: MerchantTx, kind: InvoiceKind, month: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select app.next_invoice_number(${kind}, ${month}::date) as number`.execute(tx.sql);
  return rows[0]?.number ?? 0;
}

export interface NewInvoice {
  id: string;
  kind: InvoiceKind;
  number: string;
  period_from: string;
  period_to: string;
  issued_at: Date;
  issue_date: string;
  fee_amount: Rupiah;
  dpp_amount: Rupiah;
  vat_amount: Rupiah;
  total_amount: Rupiah;
  issuer: InvoiceIssuer;
  billed_to: InvoiceRecipient;
  corrects_id: string | null;
  reason: string | null;
}

export async function insertInvoice(
  tx: MerchantTx,
  { issuer, billed_to, ...invoice }: NewInvoice,
  lines: readonly InvoiceLine[],
): Promise<void> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('invoice')
    .values({ merchant_id, ...invoice, issuer: JSON.stringify(issuer), billed_to: JSON.stringify(billed_to) })
    .execute();
  if (lines.length === 0) return;
  await tx.sql
    .insertInto('invoice_line')
    .values(lines.map((line) => ({ merchant_id, invoice_id: invoice.id, ...line })))
    .execute();
}

export const updateTaxInvoiceNumber = (tx: MerchantTx, id: string, tax_invoice_no: string) =>
  tx.sql
    .updateTable('invoice')
    .set({ tax_invoice_no })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

/** Locks an invoice, so that its concurrent credit notes are serialised. */
export const lockInvoice = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('invoice')
    .select(['id', 'kind', 'number', 'corrects_id', 'period_from', 'period_to', 'fee_amount', 'dpp_amount'])
    .select(['vat_amount', 'total_amount', 'issuer', 'billed_to', 'tax_invoice_no'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Amounts of the open and approved credit notes of an invoice. */
export async function sumCredited(
  tx: MerchantTx,
  invoice_id: string,
): Promise<{ fee_amount: Rupiah; dpp_amount: Rupiah; vat_amount: Rupiah }> {
  const { rows } = await sql<{ fee_amount: Rupiah; dpp_amount: Rupiah; vat_amount: Rupiah }>`
    select coalesce(sum(r.fee_amount), 0)::bigint as fee_amount, coalesce(sum(r.dpp_amount), 0)::bigint as dpp_amount,
      coalesce(sum(r.vat_amount), 0)::bigint as vat_amount
    from app.credit_note_request r
    where r.merchant_id = ${tx.merchant_id} and r.invoice_id = ${invoice_id} and r.status <> 'rejected'`.execute(
    tx.sql,
  );
  return rows[0] ?? { fee_amount: 0, dpp_amount: 0, vat_amount: 0 };
}

export const insertCreditNoteRequest = (
  tx: MerchantTx,
  request: {
    id: string;
    invoice_id: string;
    fee_amount: Rupiah;
    dpp_amount: Rupiah;
    vat_amount: Rupiah;
    reason: string;
    requested_by_id: string;
    requested_by: string;
    created_at: Date;
  },
) =>
  tx.sql
    .insertInto('credit_note_request')
    .values({ merchant_id: tx.merchant_id, status: 'pending', ...request })
    .execute();

export const lockCreditNoteRequest = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('credit_note_request')
    .select(['id', 'invoice_id', 'fee_amount', 'dpp_amount', 'vat_amount', 'reason', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Decides a locked request. Throws if its status changed meanwhile, which rolls the transaction back. */
export const decideCreditNoteRequest = (
  tx: MerchantTx,
  id: string,
  change: {
    status: 'issued' | 'rejected';
    credit_note_id: string | null;
    decided_by_id: string | null;
    decided_by: string | null;
    decided_at: Date;
    remark: string | null;
  },
) => executeTransition(tx, { table: 'credit_note_request', id, from: 'pending', change });
