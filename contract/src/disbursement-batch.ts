/** Disbursement batches: a file of up to 10,000 payments, validated row by row, reviewed, approved and paid (domain 1.12). */
import { z } from 'zod';
import { needs } from './access.ts';
import { approvalDecision, DECISION_ERRORS, namedApprovers } from './approval-fields.ts';
import {
  BATCH_FILE_BYTES_MAX,
  BATCH_ROWS_MAX,
  BATCH_ROW_STATUSES,
  BATCH_STATUSES,
  batchEvent,
  batchRow,
  batchRowChange,
  readDisbursementBatch,
} from './disbursement-batch-fields.ts';
import { idSchema } from './id.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route, XLSX_TYPE } from './route.ts';
import { summaryOutput } from './summary.ts';
import { rangeEnd, rangeStart } from './time.ts';

const params = z.object({ id: idSchema('disbursement_batch') });
const rowParams = z.object({
  id: idSchema('disbursement_batch'),
  row_no: z.coerce.number().int().min(1).max(BATCH_ROWS_MAX).describe('Number of the row'),
});
const batchName = z.string().trim().min(1).max(100).describe('Name of the batch; the name of the file by default');
const batchNote = z.string().trim().max(500).describe('Internal note for the approvers');
const oneBatch = z.object({ data: readDisbursementBatch });

/** Rows of a batch change only while nobody has submitted it. */
const NOT_EDITABLE = { not_editable: 409 } as const;

export const uploadDisbursementBatch = route({
  name: 'uploadDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches',
  summary: 'Upload a CSV or XLSX file of disbursements. Its rows are validated in the background',
  access: needs('Disbursements', 'manage'),
  upload: { field: 'file', max_bytes: BATCH_FILE_BYTES_MAX, types: ['csv', 'xlsx'] },
  body: z.strictObject({ batch_reference: batchName.optional(), note: batchNote.optional() }),
  status: 201,
  output: oneBatch,
  errors: {
    duplicate_file: 409,
    unreadable_file: 422,
    missing_columns: 422,
    no_rows: 422,
    too_many_rows: 422,
    too_many_batches: 429,
  },
});

export const getBatchTemplate = route({
  name: 'getBatchTemplate',
  method: 'GET',
  path: '/disbursement-batches/template',
  summary: 'Download the template of a batch file as CSV or XLSX',
  access: needs('Disbursements', 'view'),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx').describe('Format of the file') }),
  stream: ['text/csv', XLSX_TYPE],
});

export const batchFilter = {
  from: rangeStart.optional().describe('Start of the range (time of the upload), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  status: oneOrMany(BATCH_STATUSES).optional().describe('One or more statuses'),
  q: z.string().trim().max(100).optional().describe('Id, or the beginning of the name of the batch or its file'),
};

export const listDisbursementBatches = route({
  name: 'listDisbursementBatches',
  method: 'GET',
  path: '/disbursement-batches',
  summary: 'List disbursement batches',
  access: needs('Disbursements', 'view'),
  query: z.object({ ...pageQuery, ...batchFilter, columns: fileColumns }),
  output: page(readDisbursementBatch),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseDisbursementBatches = route({
  name: 'summariseDisbursementBatches',
  method: 'GET',
  path: '/disbursement-batches/summary',
  summary: 'Summarise disbursement batches by status',
  access: needs('Disbursements', 'view'),
  query: z.object(batchFilter),
  output: summaryOutput(BATCH_STATUSES, { rows: 'batches', amount: 'Sum of their total amounts' }),
});

export const getDisbursementBatch = route({
  name: 'getDisbursementBatch',
  method: 'GET',
  path: '/disbursement-batches/{id}',
  summary: 'Retrieve a disbursement batch with its timeline and approvals',
  access: needs('Disbursements', 'view'),
  params,
  output: z.object({
    data: z.object({
      ...readDisbursementBatch.shape,
      balance: z.int().describe('Payout balance now, whole rupiah'),
      approvals_required: z.int().nullable().describe('Number of people who must approve; null before it is submitted'),
      approvers: namedApprovers.nullable().describe('Who may approve; null before it is submitted'),
      decisions: z.array(approvalDecision).describe('Decisions, oldest first'),
      events: z.array(batchEvent).describe('Timeline, oldest first'),
    }),
  }),
});

export const listBatchRows = route({
  name: 'listBatchRows',
  method: 'GET',
  path: '/disbursement-batches/{id}/rows',
  summary: 'List the rows of a disbursement batch, in the order of the file',
  access: needs('Disbursements', 'view'),
  params,
  query: z.object({
    ...pageQuery,
    status: oneOrMany(BATCH_ROW_STATUSES).optional().describe('One or more results of the validation'),
    q: z.string().trim().max(100).optional().describe('Beginning of the reference, or last digits of the account'),
  }),
  output: page(batchRow),
});

export const updateBatchRow = route({
  name: 'updateBatchRow',
  method: 'PATCH',
  path: '/disbursement-batches/{id}/rows/{row_no}',
  summary: 'Change values of a row before the batch is submitted. The row is validated again',
  access: needs('Disbursements', 'manage'),
  params: rowParams,
  body: batchRowChange,
  output: z.object({ data: batchRow }),
  errors: NOT_EDITABLE,
});

export const deleteBatchRow = route({
  name: 'deleteBatchRow',
  method: 'DELETE',
  path: '/disbursement-batches/{id}/rows/{row_no}',
  summary: 'Delete a row before the batch is submitted',
  access: needs('Disbursements', 'manage'),
  params: rowParams,
  status: 204,
  errors: NOT_EDITABLE,
});

export const revalidateDisbursementBatch = route({
  name: 'revalidateDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches/{id}/validate',
  summary: 'Validate the rows with errors again, for example after a bank did not respond',
  access: needs('Disbursements', 'manage'),
  params,
  output: oneBatch,
  errors: NOT_EDITABLE,
});

export const getBatchErrors = route({
  name: 'getBatchErrors',
  method: 'GET',
  path: '/disbursement-batches/{id}/errors',
  summary: 'Download the rows with errors as CSV, to be corrected and uploaded again',
  access: needs('Disbursements', 'manage'),
  params,
  stream: 'text/csv',
});

export const getBatchResult = route({
  name: 'getBatchResult',
  method: 'GET',
  path: '/disbursement-batches/{id}/result',
  summary: 'Download the result of every row as CSV, once the batch has ended',
  access: needs('Disbursements', 'view'),
  params,
  stream: 'text/csv',
  errors: { not_ready: 409 },
});

export const submitDisbursementBatch = route({
  name: 'submitDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches/{id}/submit',
  summary: 'Submit a validated batch for approval',
  access: needs('Disbursements', 'manage'),
  requires_active: 'payouts',
  idempotency_key: 'required',
  params,
  body: z.strictObject({
    batch_reference: batchName.optional(),
    note: batchNote.optional(),
    skip_errors: z.boolean().default(false).describe('Submit although rows have errors; these are not paid'),
  }),
  output: oneBatch,
  errors: {
    not_validated: 409,
    not_editable: 409,
    batch_has_errors: 422,
    no_valid_rows: 422,
    duplicate_reference: 409,
    daily_limit_exceeded: 422,
    beneficiary_blocked: 422,
    beneficiary_not_allowed: 422,
    limit_exceeded: 422,
  },
});

export const approveDisbursementBatch = route({
  name: 'approveDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches/{id}/approve',
  summary: 'Approve a batch that someone else submitted. Excluded rows are not paid',
  access: needs('Disbursements', 'approve'),
  step_up: true,
  requires_active: 'payouts',
  idempotency_key: 'required',
  params,
  body: z.strictObject({
    remark: z.string().trim().max(300).optional().describe('Remark, stored with the decision'),
    excluded_rows: z
      .array(z.int().min(1).max(BATCH_ROWS_MAX))
      .max(BATCH_ROWS_MAX)
      .optional()
      .describe('Numbers of the rows that are not paid'),
  }),
  output: oneBatch,
  errors: {
    ...DECISION_ERRORS,
    person_required: 422,
    not_pending: 409,
    no_valid_rows: 422,
    unknown_row: 422,
    beneficiary_blocked: 422,
    beneficiary_not_allowed: 422,
    limit_exceeded: 422,
  },
});

export const rejectDisbursementBatch = route({
  name: 'rejectDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches/{id}/reject',
  summary: 'Reject a batch that someone else submitted',
  access: needs('Disbursements', 'approve'),
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).describe('Reason, shown to the requester') }),
  output: oneBatch,
  errors: { ...DECISION_ERRORS, person_required: 422, not_pending: 409 },
});

export const cancelDisbursementBatch = route({
  name: 'cancelDisbursementBatch',
  method: 'POST',
  path: '/disbursement-batches/{id}/cancel',
  summary: 'Cancel a batch that has not been approved',
  access: needs('Disbursements', 'manage'),
  idempotency_key: 'required',
  params,
  output: oneBatch,
  errors: { not_cancellable: 409 },
});
