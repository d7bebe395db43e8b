/** Monthly invoices of fees with their PDF, and corrections by credit note (domain 1.23, 4.6). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { AMOUNT_CAP, currency, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant, rangeEnd, rangeStart } from './time.ts';

/** A credit note corrects an invoice, or is the document of a month in which more fees were reversed than charged. */
export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Service that a fee was charged for. */
export const INVOICE_SERVICES = [
  'qris',
  'virtual_account',
  'e_wallet',
  'card',
  'retail',
  'direct_debit',
  'disbursement',
  'deposit',
  'refund_transfer',
  'other',
] as const;
export type InvoiceService = (typeof INVOICE_SERVICES)[number];

/** charged and reversed: postings of the month; credited: a correction by credit note. */
export const INVOICE_MOVEMENTS = ['charged', 'reversed', 'credited'] as const;

export const invoiceFields = z.object({
  id: idSchema('invoice'),
  number: z.string().describe('Number, without gaps within its kind and month'),
  kind: z.enum(INVOICE_KINDS).describe('Invoice, or credit note with negative amounts'),
  merchant_id: idSchema('merchant'),
  merchant_name: z.string().describe('Legal name of the merchant when it was issued'),
  period_from: business_day.describe('First day (WIB) of the fees'),
  period_to: business_day.describe('Last day (WIB) of the fees'),
  issue_date: business_day.describe('Day (WIB) on which it was issued'),
  issued_at: instant.describe('When it was issued'),
  fee_amount: rupiah.describe('Fees without VAT, whole rupiah; negative on credit notes'),
  dpp_amount: rupiah.describe('VAT base (DPP), whole rupiah'),
  vat_amount: rupiah.describe('VAT (PPN), whole rupiah'),
  total_amount: rupiah.describe('Fees and VAT, whole rupiah'),
  currency,
  tax_invoice_no: z.string().nullable().describe('Number of the tax invoice (e-Faktur); null: not known yet'),
  corrects_id: idSchema('invoice').nullable().describe('The invoice that a credit note corrects; null: none'),
});
export type Invoice = z.infer<typeof invoiceFields>;

const address = z.string().nullable().describe('Address');
const npwp = z.string().nullable().describe('Tax number (NPWP), 15 or 16 digits');
const issuer = z.object({ name: z.string().describe('Name of the provider'), address, npwp });
export type InvoiceIssuer = z.infer<typeof issuer>;
const recipient = z.object({
  name: z.string().describe('Legal name of the merchant'),
  brand_name: z.string().describe('Brand name'),
  code: z.string().describe('Code of the merchant'),
  address,
  npwp,
  npwp_name: z.string().nullable().describe('Name on the NPWP'),
});
export type InvoiceRecipient = z.infer<typeof recipient>;

export const invoiceLine = z.object({
  line_no: z.int().describe('Number of the line'),
  service: z.enum(INVOICE_SERVICES).describe('What the fees were charged for'),
  movement: z.enum(INVOICE_MOVEMENTS).describe('Charged, reversed with a refund, or credited by a credit note'),
  fee_rule: z.string().nullable().describe('Name of the fee rule; null: several or none'),
  rate_bps: z.int().nullable().describe('Rate in basis points (70 = 0.7%); null: none'),
  flat_amount: rupiah.nullable().describe('Fixed part of each fee, whole rupiah; null: none'),
  count: z.int().describe('Number of fees'),
  fee_amount: rupiah.describe('Fees without VAT, whole rupiah'),
  dpp_amount: rupiah.describe('VAT base (DPP), whole rupiah'),
  vat_rate_bps: z.int().nullable().describe('VAT rate in basis points (1200 = 12%); null: several or none'),
  vat_amount: rupiah.describe('VAT (PPN), whole rupiah'),
  total_amount: rupiah.describe('Fees and VAT, whole rupiah'),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const creditNoteRequest = z.object({
  id: idSchema('credit_note_request'),
  created_at: instant.describe('When it was requested'),
  fee_amount: rupiah.describe('Fees to credit without VAT, whole rupiah'),
  vat_amount: rupiah.describe('VAT to credit, whole rupiah'),
  reason: z.string().describe('Reason, which the merchant reads on the credit note'),
  status: z.enum(['pending', 'issued', 'rejected']).describe('Status of the request'),
  requested_by: z.string().describe('Who requested it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it; null while it is open, and when it expired'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  remark: z.string().nullable().describe('Remark of the approver'),
  credit_note_id: idSchema('invoice').nullable().describe('The credit note; null unless it was issued'),
});
export type CreditNoteRequest = z.infer<typeof creditNoteRequest>;

export const invoiceDetail = z.object({
  ...invoiceFields.shape,
  issuer: issuer.describe('The provider when it was issued'),
  billed_to: recipient.describe('The merchant when it was issued'),
  reason: z.string().nullable().describe('Why it corrects an invoice; null on documents of a month'),
  corrects_number: z.string().nullable().describe('Number of the invoice that it corrects'),
  credited_amount: rupiah.describe('Sum of its credit notes, whole rupiah; zero or negative'),
  creditable_fee_amount: rupiah.describe('Fees that a credit note may still return, whole rupiah'),
  lines: z.array(invoiceLine).describe('Fees by service and fee rule'),
  credit_notes: z.array(invoiceFields).describe('Its credit notes, newest first'),
  requests: z.array(creditNoteRequest).describe('Requests for credit notes, newest first; for the provider only'),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

/** Merchants need access to invoices; the provider reads those of every merchant. */
const mayView = needs('Invoices', 'view', { or: 'Merchant finance' });
const mayChange = needs('Merchant finance', 'manage', { users_only: true });

const filter = {
  kind: oneOrMany(INVOICE_KINDS).optional().describe('One or more kinds'),
  merchant_id: idSchema('merchant').optional().describe('One merchant; for the provider only'),
  from: rangeStart.optional().describe('Start of the range (time of issue), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  q: z.string().trim().max(100).optional().describe('Part of the number, tax invoice number or name of the merchant'),
};

export const listInvoices = route({
  name: 'listInvoices',
  method: 'GET',
  path: '/invoices',
  summary: 'List invoices and credit notes, newest first. The provider lists those of every merchant',
  access: mayView,
  query: z.object({ ...pageQuery, ...filter, columns: fileColumns }),
  output: page(invoiceFields),
  files: true,
});

const params = z.object({ id: idSchema('invoice') });

export const getInvoice = route({
  name: 'getInvoice',
  method: 'GET',
  path: '/invoices/{id}',
  summary: 'Retrieve an invoice with its lines and credit notes',
  access: mayView,
  params,
  output: z.object({ data: invoiceDetail }),
});

export const listInvoiceLines = route({
  name: 'listInvoiceLines',
  method: 'GET',
  path: '/invoices/{id}/lines',
  summary: 'List the lines of an invoice',
  access: mayView,
  params,
  output: z.object({ data: z.array(invoiceLine) }),
  files: true,
});

export const downloadInvoice = route({
  name: 'downloadInvoice',
  method: 'GET',
  path: '/invoices/{id}/pdf',
  summary: 'Download an invoice as PDF, in the language of the request',
  access: mayView,
  params,
  stream: 'application/pdf',
});

export const setTaxInvoiceNumber = route({
  name: 'setTaxInvoiceNumber',
  method: 'PUT',
  path: '/invoices/{id}/tax-invoice-number',
  summary: 'Set the number of the tax invoice (e-Faktur)',
  access: mayChange,
  params,
  body: z.strictObject({
    tax_invoice_no: z
      .string()
      .trim()
      .regex(/^[0-9]{16,17}$/)
      .meta({ examples: ['04002600012345678'] })
      .describe('16 or 17 digits'),
  }),
  output: z.object({ data: invoiceDetail }),
});

export const CREDIT_NOTE_REASON_MAX = 200;

export const createCreditNote = route({
  name: 'createCreditNote',
  method: 'POST',
  path: '/invoices/{id}/credit-notes',
  summary:
    'Request a credit note that returns fees and their VAT to the available balance. It is issued when another staff member of the provider approves it',
  access: mayChange,
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z.strictObject({
    fee_amount: z.int().min(1).max(AMOUNT_CAP).describe('Fees to return without VAT, whole rupiah'),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(CREDIT_NOTE_REASON_MAX)
      .describe('Reason, which the merchant reads on the credit note'),
  }),
  status: 201,
  output: z.object({ data: creditNoteRequest }),
  errors: { not_creditable: 422, exceeds_invoice: 422 },
});
