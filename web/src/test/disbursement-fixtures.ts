/** Disbursements, batches and beneficiaries as the server answers them. */
import type { Beneficiary } from '@dasbor/contract/beneficiary';
import type { getDisbursement } from '@dasbor/contract/disbursement';
import type { getDisbursementBatch } from '@dasbor/contract/disbursement-batch';
import type { BatchRow } from '@dasbor/contract/disbursement-batch-fields';
import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import type { Output } from '@dasbor/contract/route';

type Detail = Output<typeof getDisbursement>['data'];
type BatchDetail = Output<typeof getDisbursementBatch>['data'];

const buildId = (prefix: string, n: number): string => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
const AT = '2026-11-21T07:00:00.000Z';

export const buildDisbursementId = (n: number): string => buildId('dsb', n);
export const buildBatchId = (n: number): string => buildId('dsbb', n);

export const buildDisbursement = (n: number, part: Partial<ReadDisbursement> = {}): ReadDisbursement => ({
  id: buildDisbursementId(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  merchant_reference: `PAYROLL-${n}`,
  batch_id: null,
  beneficiary_id: null,
  verified_name: 'SARI PRATIWI',
  account_name: null,
  name_match: null,
  bank_code: '014',
  account_last4: '0001',
  amount: 150_000 + n,
  currency: 'IDR',
  fee_amount: 2_500,
  fee_vat_amount: 275,
  total_amount: 152_775 + n,
  rail: 'bi_fast',
  rail_choice: 'auto',
  description: null,
  status: 'success',
  queue_reason: null,
  schedule_at: null,
  expected_at: null,
  requested_by: 'Budi Santoso',
  decided_by: null,
  decided_at: null,
  decision_note: null,
  failure_code: null,
  failure_message: null,
  response_code: null,
  partner_reference_no: `P${n}`,
  bank_reference: null,
  retry_of: null,
  sent_at: null,
  completed_at: null,
  reversed_at: null,
  updated_at: AT,
  may_decide: false,
  approvals_missing: null,
  ...part,
});

export const buildDetail = (n: number, part: Partial<Detail> = {}): Detail => ({
  ...buildDisbursement(n),
  emails: [],
  retried_as: null,
  approvals_required: 1,
  approvers: null,
  decisions: [],
  events: [
    {
      seq: 1,
      at: AT,
      from_status: null,
      to_status: 'pending_approval',
      actor_type: 'user',
      actor_name: 'Budi',
      reason: null,
    },
  ],
  rail_log: [],
  ...part,
});

export const buildBatch = (n: number, part: Partial<BatchDetail> = {}): BatchDetail => ({
  id: buildBatchId(n),
  created_at: AT,
  batch_reference: `Wages ${n}`,
  note: null,
  file_name: `wages-${n}.csv`,
  sha256: 'a'.repeat(64),
  status: 'ready',
  total_rows: 2,
  checked_rows: 2,
  valid_rows: 2,
  warning_rows: 0,
  invalid_rows: 0,
  excluded_rows: 0,
  total_amount: 300_000,
  total_fee: 5_550,
  paid_rows: 0,
  failed_rows: 0,
  paid_amount: 0,
  created_by: 'Budi Santoso',
  submitted_by: null,
  submitted_at: null,
  decided_by: null,
  decided_at: null,
  rejected_reason: null,
  completed_at: null,
  updated_at: AT,
  may_decide: false,
  approvals_missing: null,
  balance: 10_000_000,
  approvals_required: null,
  approvers: null,
  decisions: [],
  events: [],
  ...part,
});

export const buildRow = (row_no: number, part: Partial<BatchRow> = {}): BatchRow => ({
  row_no,
  status: 'valid',
  is_excluded: false,
  reference_id: `WAGE-${row_no}`,
  amount_text: String(100_000 * row_no),
  amount: 100_000 * row_no,
  bank_text: 'BCA',
  bank_code: '014',
  account_last4: '0001',
  account_name: 'Sari Pratiwi',
  verified_name: 'SARI PRATIWI',
  name_match: 100,
  description: 'Salary',
  email: '',
  email_cc: '',
  email_bcc: '',
  issues: [],
  disbursement_id: null,
  disbursement_status: null,
  not_paid_reason: null,
  ...part,
});

export const buildBeneficiary = (n: number, part: Partial<Beneficiary> = {}): Beneficiary => ({
  id: buildId('ben', n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  name: `Supplier ${n}`,
  bank_code: '014',
  account_last4: '0001',
  verified_name: 'SARI PRATIWI',
  verified_at: AT,
  last_used_at: null,
  status: 'active',
  blocked_reason: null,
  usable_from: AT,
  created_by: 'Budi Santoso',
  updated_at: AT,
  ...part,
});
