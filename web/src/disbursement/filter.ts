/** The filters of the lists of disbursements. */
import { BANKS } from '@dasbor/contract/bank';
import { DISBURSEMENT_STATUSES } from '@dasbor/contract/disbursement-fields';
import { BENEFICIARY_STATUSES } from '@dasbor/contract/beneficiary';
import { TRANSFER_RAILS } from '@dasbor/contract/transfer-rail';
import { filterForm } from '../list/filter.ts';

const BANK_CODES = BANKS.map(({ code }) => code);
export const CHOICES = {
  status: DISBURSEMENT_STATUSES,
  bank_code: BANK_CODES,
  rail: TRANSFER_RAILS,
  /** Rows that the tab of single disbursements excludes by default. */
  include: ['batches'],
} as const;

export const DISBURSEMENT_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['requested_by', 'beneficiary_id', 'batch_id', 'failure_code'],
});

export type DisbursementFilter = typeof DISBURSEMENT_FILTER.NO_FILTER;

/** Those that await approval: the same filters without a status. */
export const PENDING_FILTER = filterForm({
  choices: { bank_code: BANK_CODES, rail: TRANSFER_RAILS },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['requested_by', 'beneficiary_id', 'batch_id'],
});

export const BENEFICIARY_CHOICES = { status: BENEFICIARY_STATUSES, bank_code: BANK_CODES } as const;

export const BENEFICIARY_FILTER = filterForm({
  choices: BENEFICIARY_CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});

/** The tabs of the screen, by the `view` of the address. */
export const VIEWS = ['single', 'batches', 'awaiting-approval', 'scheduled', 'beneficiaries'] as const;
export type View = (typeof VIEWS)[number];
export const parseView = (view: unknown): View => VIEWS.find((known) => known === view) ?? 'single';
