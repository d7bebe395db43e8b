/** The filters of the audit log, and of the activity of the provider's staff. */
import { AUDIT_ACTORS, AUDIT_RESULTS } from '@dasbor/contract/audit';
import { PROVIDER_ACTIONS } from '@dasbor/contract/provider-actions';
import { filterForm } from '../list/filter.ts';

/** Types of objects that can be chosen; others are found by the search. */
const OBJECT_TYPES = [
  'api_key',
  'approval_policy',
  'approval_request',
  'balance_adjustment',
  'balance_transfer',
  'bank_account',
  'commission_rule',
  'commission_statement',
  'disbursement',
  'disbursement_batch',
  'payment_link',
  'refund',
  'report_configuration',
  'settlement_batch',
  'settlement_setting',
  'snap_credential',
  'transaction',
  'user',
  'virtual_account',
] as const;

export const CHOICES = { result: AUDIT_RESULTS, actor_type: AUDIT_ACTORS, object_type: OBJECT_TYPES } as const;

export const AUDIT_FILTER = filterForm({ choices: CHOICES, date_fields: ['at'], sorts: ['-at'] });

export const ACTIVITY_CHOICES = { action: PROVIDER_ACTIONS, result: AUDIT_RESULTS } as const;

export const ACTIVITY_FILTER = filterForm({
  choices: ACTIVITY_CHOICES,
  date_fields: ['at'],
  sorts: ['-at'],
  texts: ['actor'],
});
