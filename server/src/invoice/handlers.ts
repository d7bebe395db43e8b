/** Invoices of a merchant, and of every merchant for the provider, who corrects them by credit notes. */
import * as contract from '@dasbor/contract/invoice';
import type { CreditNoteRequest, Invoice, InvoiceDetail } from '@dasbor/contract/invoice';
import { add, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { translateReason } from '@dasbor/contract/payment-reasons';
import { recordAudit } from '../audit/record.ts';
import { type MerchantTx, type PlatformTx, asMerchant, asPlatform } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import { type Handlers, type RequestContext, StreamResponse } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';
import { createTableResponse } from '../http/table-response.ts';
import { requestCreditNote } from './credit-note.ts';
import { buildInvoiceTable, buildLineTable } from './files.ts';
import { writeInvoice } from './invoice-pdf.ts';
import {
  type InvoiceFilter,
  type StoredInvoice,
  findInvoice,
  findRequest,
  listCreditNotes,
  listInvoiceRows,
  listLines,
  listRequests,
} from './list-queries.ts';
import { sumCredited, updateTaxInvoiceNumber } from './queries.ts';

export const invoiceHandlers: Handlers<typeof contract> = {
  listInvoices: async (ctx) => {
    const { query, language, now } = ctx;
    if (ctx.file_format !== null) {
      const table = buildInvoiceTable(readAll(ctx, query), language, query.columns, ctx.time_zone);
      return createTableResponse(ctx, table, { title: 'invoices', file_name: `invoices-${toBusinessDay(now)}` });
    }
    const after = parseCursor(query.cursor, 'invoice');
    const rows = await inScope(ctx, (tx) => listInvoiceRows(tx, query, { after, limit: query.limit }));
    return buildPage(rows, query.limit, toPosition);
  },

  getInvoice: async (ctx) => ({ data: await readDetail(ctx, await getInvoice(ctx)) }),

  listInvoiceLines: async (ctx) => {
    const invoice = await getInvoice(ctx);
    const lines = await asMerchant(ctx.deps.db, invoice.merchant_id, (tx) => listLines(tx, invoice.id));
    if (ctx.file_format === null) return { data: lines };
    const table = buildLineTable(lines, ctx.language);
    return createTableResponse(ctx, table, { title: invoice.number, file_name: `${invoice.number}-lines` });
  },

  downloadInvoice: async (ctx) => {
    const invoice = await readDetail(ctx, await getInvoice(ctx));
    return new StreamResponse(writeInvoice(invoice, ctx.language), 'application/pdf', `${invoice.number}.pdf`);
  },

  setTaxInvoiceNumber: {
    find: findTarget,
    handle: async (ctx) => {
      const { deps, body, params } = ctx;
      const { merchant_id, tax_invoice_no } = await getInvoice(ctx);
      await asMerchant(deps.db, merchant_id, async (tx) => {
        await updateTaxInvoiceNumber(tx, params.id, body.tax_invoice_no);
        await recordAudit(ctx, tx, {
          action: 'invoice.tax_number_set',
          object_type: 'invoice',
          object_id: params.id,
          before: { tax_invoice_no },
          after: body,
        });
      });
      return { data: await readDetail(ctx, await getInvoice(ctx)) };
    },
  },

  createCreditNote: {
    find: findTarget,
    handle: async (ctx) => {
      const { body, principal, now, params, request } = ctx;
      const { merchant_id } = await getInvoice(ctx);
      return runIdempotent(contract.createCreditNote, withTenant(ctx, merchant_id), {
        begin: (tx) => requestCreditNote(tx, params.id, body, { principal, ip: request.ip, now }),
        finish: (id) => asMerchant(ctx.deps.db, merchant_id, (tx) => readRequest(tx, id)),
      });
    },
  },
};

type Reader = Pick<RequestContext<typeof contract.getInvoice>, 'deps' | 'principal' | 'language'>;
type ReaderOfOne = Reader & { params: { id: string } };

/** Reads in the merchant of the principal; the provider's staff read across merchants. */
const inScope = <T>({ deps, principal }: Omit<Reader, 'language'>, work: (tx: MerchantTx | PlatformTx) => Promise<T>) =>
  principal.merchant_id === null ? asPlatform(deps.db, work) : asMerchant(deps.db, principal.merchant_id, work);

async function findTarget(ctx: ReaderOfOne): Promise<StoredInvoice | null> {
  return (await inScope(ctx, (tx) => findInvoice(tx, ctx.params.id))) ?? null;
}

async function getInvoice(ctx: ReaderOfOne): Promise<StoredInvoice> {
  const invoice = await findTarget(ctx);
  if (invoice === null) throw notFound();
  return invoice;
}

const toPosition = ({ issued_at, id }: Invoice): [string, string] => [issued_at, id];

const FILE_PAGE = 500;

/** All rows of the list, page by page. */
async function* readAll(ctx: Reader, filter: InvoiceFilter): AsyncGenerator<Invoice> {
  for (let last: Invoice | undefined; ;) {
    const after = last === undefined ? null : { at: last.issued_at, id: last.id };
    const rows = await inScope(ctx, (tx) => listInvoiceRows(tx, filter, { after, limit: FILE_PAGE }));
    yield* rows.slice(0, FILE_PAGE);
    if (rows.length <= FILE_PAGE) return;
    last = rows[FILE_PAGE - 1];
  }
}

async function readDetail(
  { deps, principal, language }: Reader,
  { merchant_id, ...invoice }: StoredInvoice,
): Promise<InvoiceDetail> {
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const credit_notes = await listCreditNotes(tx, invoice.id);
    const credited = await sumCredited(tx, invoice.id);
    const corrected = invoice.corrects_id === null ? undefined : await findInvoice(tx, invoice.corrects_id);
    const requests = principal.merchant_id === null ? await listRequests(tx, invoice.id) : [];
    return {
      ...invoice,
      merchant_id,
      corrects_number: corrected?.number ?? null,
      credited_amount: add(0, ...credit_notes.map(({ total_amount }) => total_amount)),
      creditable_fee_amount: Math.max(0, subtract(invoice.fee_amount, credited.fee_amount)),
      lines: await listLines(tx, invoice.id),
      credit_notes,
      requests: requests.map((each) => ({ ...each, remark: each.remark && translateReason(each.remark, language) })),
    };
  });
}

async function readRequest(tx: MerchantTx, id: string): Promise<{ data: CreditNoteRequest }> {
  const data = await findRequest(tx, id);
  if (data === undefined) throw notFound();
  return { data };
}
