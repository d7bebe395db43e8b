/** SQL of the list of invoices and their details, of one merchant or, for the provider, of every merchant. */
import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type CreditNoteRequest,
  type Invoice,
  type InvoiceIssuer,
  type InvoiceLine,
  type InvoiceRecipient,
  creditNoteRequest,
  invoiceFields,
  invoiceLine,
  type listInvoices,
} from '@dasbor/contract/invoice';
import type { Query } from '@dasbor/contract/route';
import { buildColumns } from '../db/columns.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

export type InvoiceFilter = Omit<Query<typeof listInvoices>, 'cursor' | 'limit' | 'columns'>;
type Tx = MerchantTx | PlatformTx;
type Invoices<O> = SelectQueryBuilder<DB & { i: DB['invoice'] }, 'i', O>;

const COLUMNS = buildColumns('i', invoiceFields.omit({ merchant_name: true }).shape);
const merchant_name = sql<string>`i.billed_to ->> 'name'`.as('merchant_name');

/** Documents in the scope of the transaction: of its merchant, or of all for the provider. */
function buildInvoiceQuery(tx: Tx): Invoices<Invoice> {
  const rows = tx.sql.selectFrom('invoice as i').select(COLUMNS).select(merchant_name);
  return 'merchant_id' in tx ? rows.where('i.merchant_id', '=', tx.merchant_id) : rows;
}

/** One page after the cursor, newest first, plus one row when there is a next page. */
export function listInvoiceRows(
  tx: Tx,
  { kind, merchant_id, from, to, q }: InvoiceFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Invoice[]> {
  let rows = buildInvoiceQuery(tx);
  if (kind?.length) rows = rows.where('i.kind', 'in', kind);
  if (merchant_id !== undefined) rows = rows.where('i.merchant_id', '=', merchant_id);
  if (from !== undefined) rows = rows.where('i.issued_at', '>=', from);
  if (to !== undefined) rows = rows.where('i.issued_at', '<', to);
  if (q) {
    const pattern = toContainsPattern(q);
    rows = rows.where(
      sql<boolean>`(i.number ilike ${pattern} or i.tax_invoice_no like ${pattern} or i.id = ${q}
        or i.billed_to ->> 'name' ilike ${pattern} or i.billed_to ->> 'brand_name' ilike ${pattern})`,
    );
  }
  if (after !== null) rows = rows.where(sql<boolean>`(i.issued_at, i.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export interface StoredInvoice extends Invoice {
  issuer: InvoiceIssuer;
  billed_to: InvoiceRecipient;
  reason: string | null;
}

export const findInvoice = (tx: Tx, id: string): Promise<StoredInvoice | undefined> =>
  buildInvoiceQuery(tx).select(['i.issuer', 'i.billed_to', 'i.reason']).where('i.id', '=', id).executeTakeFirst();

export const listLines = (tx: MerchantTx, invoice_id: string): Promise<InvoiceLine[]> =>
  tx.sql
    .selectFrom('invoice_line as l')
    .select(buildColumns('l', invoiceLine.shape))
    .where('l.merchant_id', '=', tx.merchant_id)
    .where('l.invoice_id', '=', invoice_id)
    .orderBy('l.line_no')
    .execute();

/** Newest first. */
export const listCreditNotes = (tx: MerchantTx, invoice_id: string): Promise<Invoice[]> =>
  buildInvoiceQuery(tx)
    .where('i.corrects_id', '=', invoice_id)
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute();

const buildRequestQuery = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('credit_note_request as r')
    .select(buildColumns('r', creditNoteRequest.shape))
    .where('r.merchant_id', '=', tx.merchant_id);

/** Newest first. */
export const listRequests = (tx: MerchantTx, invoice_id: string): Promise<CreditNoteRequest[]> =>
  buildRequestQuery(tx)
    .where('r.invoice_id', '=', invoice_id)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();

export const findRequest = (tx: MerchantTx, id: string): Promise<CreditNoteRequest | undefined> =>
  buildRequestQuery(tx).where('r.id', '=', id).executeTakeFirst();
