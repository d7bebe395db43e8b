/** Sources of the search for types with a table of their own: indexed columns, and the columns of a hit. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import { HIDDEN_DIGITS } from '@dasbor/contract/account-number';
import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '@dasbor/contract/search';

export type Fragment = RawBuilder<unknown>;

/** The types that are searched in one statement; the others are in account-queries.ts. */
export type TableSearchType = Exclude<SearchType, 'api_key' | 'user' | 'export'>;

export interface IndexedColumn {
  column: string;
  within?: Fragment;
}

export interface Source {
  table: string;
  /** Columns with an index of `(merchant_id, column)`; `within`: condition on the index columns between the two. */
  prefix_columns: readonly IndexedColumn[];
  /** Whether `app.search_newest` supports the type. */
  has_substring_index: boolean;
  title: Fragment;
  detail: Fragment;
  amount: Fragment;
  /** Column `status` by default. */
  status?: Fragment;
  at: Fragment;
  /** Columns that may contain the text, by the field name that a match reports. */
  fields: Fragment;
}

const NULL = sql`null`;

export const SOURCES: Record<TableSearchType, Source> = {
  transaction: {
    table: 'transaction',
    prefix_columns: [
      { column: 'merchant_reference' },
      { column: 'rrn' },
      { column: 'provider_reference', within: sql`and s.provider = ${BANK_PARTNER_ID}` },
    ],
    has_substring_index: true,
    title: sql`coalesce(h.merchant_reference, h.id)`,
    detail: sql`concat_ws(' · ', h.channel_code, h.customer_name, h.description)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'rrn', h.rrn,
      'va_number', h.va_number, 'provider_reference', h.provider_reference, 'customer_name', h.customer_name,
      'customer_email', h.customer_email, 'customer_phone', h.customer_phone)`,
  },
  virtual_account: {
    table: 'virtual_account',
    prefix_columns: [{ column: 'va_number' }, { column: 'merchant_reference' }],
    has_substring_index: true,
    title: sql`h.va_number`,
    detail: sql`concat_ws(' · ', h.bank, h.holder_name, h.merchant_reference)`,
    amount: sql`h.expected_amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('va_number', h.va_number, 'merchant_reference', h.merchant_reference,
      'holder_name', h.holder_name, 'customer_name', h.customer_name, 'customer_email', h.customer_email)`,
  },
  qris_payment: {
    table: 'qris_payment',
    prefix_columns: [{ column: 'partner_reference_no' }],
    has_substring_index: true,
    title: sql`coalesce(h.name, h.id)`,
    detail: sql`concat_ws(' · ', initcap(h.type), h.store, h.terminal)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('name', h.name, 'store', h.store, 'terminal', h.terminal,
      'partner_reference_no', h.partner_reference_no)`,
  },
  payment_link: {
    table: 'payment_link',
    prefix_columns: [{ column: 'slug' }, { column: 'merchant_reference' }],
    has_substring_index: true,
    title: sql`h.title`,
    detail: sql`concat_ws(' · ', h.slug, h.merchant_reference)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('slug', h.slug, 'title', h.title, 'merchant_reference', h.merchant_reference,
      'customer_name', h.customer ->> 'name', 'customer_email', h.customer ->> 'email',
      'customer_phone', h.customer ->> 'phone')`,
  },
  refund: {
    table: 'refund',
    prefix_columns: [{ column: 'partner_reference_no' }, { column: 'transaction_id' }],
    has_substring_index: true,
    title: sql`h.id`,
    detail: sql`h.transaction_id`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('transaction_id', h.transaction_id,
      'partner_reference_no', h.partner_reference_no, 'provider_reference', h.provider_reference)`,
  },
  deposit: {
    table: 'deposit',
    prefix_columns: [],
    has_substring_index: true,
    title: sql`coalesce(h.bank_reference, h.id)`,
    detail: sql`concat_ws(' · ', h.bank, h.sender_name, h.va_number)`,
    amount: sql`h.amount`,
    at: sql`h.received_at`,
    fields: sql`jsonb_build_object('bank_reference', h.bank_reference, 'va_number', h.va_number,
      'payment_request_id', h.payment_request_id, 'sender_name', h.sender_name)`,
  },
  deposit_va: {
    table: 'deposit_va',
    prefix_columns: [{ column: 'va_number' }],
    has_substring_index: false,
    title: sql`h.va_number`,
    detail: sql`concat_ws(' · ', h.bank, h.holder_name)`,
    amount: NULL,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('va_number', h.va_number)`,
  },
  settlement: {
    table: 'settlement_batch',
    prefix_columns: [{ column: 'batch_no' }],
    has_substring_index: false,
    title: sql`h.batch_no`,
    detail: sql`h.destination`,
    amount: sql`h.net_amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('batch_no', h.batch_no)`,
  },
  disbursement: {
    table: 'disbursement',
    prefix_columns: [{ column: 'merchant_reference' }, { column: 'partner_reference_no' }],
    has_substring_index: true,
    title: sql`h.merchant_reference`,
    detail: sql`h.verified_name || ${sql.lit(` ${HIDDEN_DIGITS}`)} || h.account_last4`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'verified_name', h.verified_name,
      'account_last4', h.account_last4, 'partner_reference_no', h.partner_reference_no,
      'bank_reference', h.bank_reference)`,
  },
  disbursement_batch: {
    table: 'disbursement_batch',
    prefix_columns: [{ column: 'batch_reference' }],
    has_substring_index: true,
    title: sql`h.batch_reference`,
    detail: sql`h.file_name`,
    amount: sql`nullif(h.total_amount, 0)`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('batch_reference', h.batch_reference, 'file_name', h.file_name)`,
  },
  beneficiary: {
    table: 'beneficiary',
    prefix_columns: [],
    has_substring_index: true,
    title: sql`h.name`,
    detail: sql`h.verified_name || ${sql.lit(` ${HIDDEN_DIGITS}`)} || h.account_last4`,
    amount: NULL,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('name', h.name, 'verified_name', h.verified_name, 'account_last4', h.account_last4)`,
  },
  invoice: {
    table: 'invoice',
    prefix_columns: [{ column: 'number' }],
    has_substring_index: false,
    title: sql`h.number`,
    detail: sql`h.tax_invoice_no`,
    status: NULL,
    amount: sql`h.total_amount`,
    at: sql`h.issued_at`,
    fields: sql`jsonb_build_object('number', h.number)`,
  },
  webhook_event: {
    table: 'webhook_event',
    prefix_columns: [],
    has_substring_index: false,
    title: sql`h.type`,
    detail: sql`h.object_id`,
    status: NULL,
    amount: NULL,
    at: sql`h.created_at`,
    fields: sql`'{}'::jsonb`,
  },
};
