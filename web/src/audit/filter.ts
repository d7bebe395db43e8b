/** The filters of the audit log, and of the activity of the provider's staff. */
import { ACCOUNT_ACTIONS } from '@dasbor/contract/account-actions';
import { AUDIT_ACTORS, AUDIT_RESULTS } from '@dasbor/contract/audit';
import { AUDIT_OBJECT_TYPES } from '@dasbor/contract/audit-objects';
import { PROVIDER_ACTIONS } from '@dasbor/contract/provider-actions';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { result: AUDIT_RESULTS, actor_type: AUDIT_ACTORS, object_type: AUDIT_OBJECT_TYPES } as const;

export const AUDIT_FILTER = filterForm({
  choices: CHOICES,
  texts: ['actor', 'action', 'ip'],
  date_fields: ['at'],
  sorts: ['-at'],
});

export const ACTIVITY_CHOICES = {
  action: [...PROVIDER_ACTIONS, ...Object.values(ACCOUNT_ACTIONS)],
  result: AUDIT_RESULTS,
} as const;

export const ACTIVITY_FILTER = filterForm({
  choices: ACTIVITY_CHOICES,
  date_fields: ['at'],
  sorts: ['-at'],
  texts: ['actor'],
});
