/** Fields of disbursement batches: files of payments to many beneficiaries (domain 1.12). */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { type Language, type Localized, localized } from './language.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { instant } from './time.ts';

export const BATCH_ROWS_MAX = 10_000;
export const BATCH_FILE_BYTES_MAX = 5_000_000;

/**
 * uploaded → validating → ready or needs_fix → pending_approval → approved → processing → completed, partially_completed or
 * failed; rejected and cancelled end it before it is paid.
 */
export const BATCH_STATUSES = [
  'uploaded',
  'validating',
  'ready',
  'needs_fix',
  'pending_approval',
  'approved',
  'processing',
  'completed',
  'partially_completed',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

const STATUS_LABELS: Record<BatchStatus, Localized> = {
  uploaded: localized('Uploaded', 'Diunggah'),
  validating: localized('Validating', 'Diperiksa'),
  ready: localized('Ready', 'Siap'),
  needs_fix: localized('Needs correction', 'Perlu diperbaiki'),
  pending_approval: localized('Awaiting approval', 'Menunggu persetujuan'),
  approved: localized('Approved', 'Disetujui'),
  processing: localized('Processing', 'Diproses'),
  completed: localized('Completed', 'Selesai'),
  partially_completed: localized('Partially completed', 'Selesai sebagian'),
  failed: localized('Failed', 'Gagal'),
  rejected: localized('Rejected', 'Ditolak'),
  cancelled: localized('Cancelled', 'Dibatalkan'),
};
/** Name of a status of a batch for people. */
export const batchStatusLabel = (status: BatchStatus, language: Language): string => STATUS_LABELS[status][language];

/** unchecked: waits for validation; warning: can be paid, but should be reviewed; error: cannot be paid. */
export const BATCH_ROW_STATUSES = ['unchecked', 'valid', 'warning', 'error'] as const;
export type BatchRowStatus = (typeof BATCH_ROW_STATUSES)[number];

/** Columns of a file, in the order of the template. */
export const BATCH_COLUMNS = [
  'reference_id',
  'amount',
  'bank_code',
  'account_name',
  'account_number',
  'description',
  'email',
  'email_cc',
  'email_bcc',
] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];
export const REQUIRED_BATCH_COLUMNS = [
  'reference_id',
  'amount',
  'bank_code',
  'account_name',
  'account_number',
] as const;

const count = z.int().min(0);

export const disbursementBatch = z.object({
  id: idSchema('disbursement_batch'),
  created_at: instant.describe('When the file was uploaded'),
  batch_reference: z.string().describe("The merchant's name of the batch; the name of the file unless it is changed"),
  note: z.string().nullable().describe('Internal note for the approvers'),
  file_name: z.string().describe('Name of the uploaded file'),
  sha256: z.string().describe('SHA-256 of the file, hexadecimal; the same file is accepted once'),
  status: z.enum(BATCH_STATUSES).describe('Status of the batch'),
  total_rows: count.describe('Rows of the file that were not deleted'),
  checked_rows: count.describe('Rows that were validated, warnings and errors included'),
  valid_rows: count.describe('Rows without errors, warnings included'),
  warning_rows: count.describe('Rows with a warning, such as a different name of the account holder'),
  invalid_rows: count.describe('Rows with an error'),
  excluded_rows: count.describe('Rows that are not paid: excluded by a person, or with an error'),
  total_amount: rupiah.describe('Sum of the amounts of the rows that are paid, whole rupiah'),
  total_fee: rupiah.describe('Fees of those rows with VAT (PPN), whole rupiah'),
  paid_rows: count.describe('Disbursements of the batch that succeeded'),
  failed_rows: count.describe('Disbursements of the batch that failed, were cancelled or returned'),
  paid_amount: rupiah.describe('Sum of the amounts that were paid, whole rupiah'),
  created_by: z.string().describe('Who uploaded it'),
  submitted_by: z.string().nullable().describe('Who submitted it for approval'),
  submitted_at: instant.nullable().describe('When it was submitted for approval'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  rejected_reason: z.string().nullable().describe('Reason of the rejection'),
  completed_at: instant.nullable().describe('When the last disbursement ended'),
  updated_at: instant.describe('When it was last updated'),
});
export type DisbursementBatch = z.infer<typeof disbursementBatch>;

export const readDisbursementBatch = z.object({
  ...disbursementBatch.shape,
  may_decide: z.boolean().describe('Whether it waits for your approval'),
  approvals_missing: z.int().nullable().describe('Approvals that are still missing; null unless it awaits approval'),
});
export type ReadDisbursementBatch = z.infer<typeof readDisbursementBatch>;

export const batchIssue = z.object({
  field: z.enum([...BATCH_COLUMNS]).describe('Column of the file'),
  code: z.string().describe('Machine-readable code'),
  is_error: z.boolean().describe('Whether it prevents the payment; otherwise it is a warning'),
  detail: z.string().describe('What is wrong and what to do, in the language of the request'),
});
export type BatchIssue = z.infer<typeof batchIssue>;

export const batchRow = z.object({
  row_no: z.int().min(1).describe('Number of the row in the file, without its header'),
  status: z.enum(BATCH_ROW_STATUSES).describe('Result of the validation'),
  is_excluded: z.boolean().describe('Whether it is not paid'),
  reference_id: z.string().describe('Merchant reference as in the file; unique for all time'),
  amount_text: z.string().describe('Amount as in the file'),
  amount: rupiah.nullable().describe('Amount in whole rupiah; null when it cannot be read'),
  bank_text: z.string().describe('Bank as in the file'),
  bank_code: z.string().nullable().describe('Bank Indonesia code of the bank; null when it is unknown'),
  account_last4: z.string().describe('Last four characters of the account number'),
  account_name: z.string().describe('Name of the account holder as in the file'),
  verified_name: z.string().nullable().describe('Name of the account holder, as the bank reports it'),
  name_match: z.int().nullable().describe('How well both names match, 0 to 100'),
  description: z.string().describe('Description for the beneficiary'),
  email: z.string().describe('Email addresses of the beneficiary, comma-separated'),
  email_cc: z.string().describe('Email addresses in copy, comma-separated'),
  email_bcc: z.string().describe('Email addresses in blind copy, comma-separated'),
  issues: z.array(batchIssue).describe('Errors and warnings'),
  disbursement_id: idSchema('disbursement').nullable().describe('Disbursement of the row once the batch is processed'),
  disbursement_status: z.string().nullable().describe('Status of that disbursement'),
  not_paid_reason: z.string().nullable().describe('Why it is not paid, in the language of the request'),
});
export type BatchRow = z.infer<typeof batchRow>;

const cell = z.string().trim();
/** Values of a row that can be changed. What a value must look like is checked by the validation, as in the file. */
export const batchRowChange = z
  .strictObject({
    reference_id: cell.max(100).describe('Merchant reference'),
    amount: z
      .union([cell.max(40), z.int().min(0).max(AMOUNT_CAP).transform(String)])
      .describe('Amount as a text of the file, or in whole rupiah'),
    bank_code: cell.max(60).describe('Bank: its code or its name'),
    account_name: cell.max(200).describe('Name of the account holder'),
    account_number: cell.max(60).describe('Account number'),
    description: cell.max(200).describe('Description for the beneficiary'),
    email: cell.max(800).describe('Email addresses of the beneficiary, comma-separated'),
    email_cc: cell.max(800).describe('Email addresses in copy, comma-separated'),
    email_bcc: cell.max(800).describe('Email addresses in blind copy, comma-separated'),
  })
  .partial();
export type BatchRowChange = z.infer<typeof batchRowChange>;

export const batchEvent = z.object({
  seq: z.int().describe('Position in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(BATCH_STATUSES).nullable().describe('Status before; null for the first event'),
  to_status: z.enum(BATCH_STATUSES).describe('Status after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Type of the actor'),
  actor_name: z.string().nullable().describe('Name of the user or API key'),
  reason: z.string().nullable().describe('Why'),
});
export type BatchEvent = z.infer<typeof batchEvent>;
