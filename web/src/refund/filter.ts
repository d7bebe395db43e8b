/** The filter of the refunds list. */
import { REFUND_METHODS, REFUND_REASONS, REFUND_STATUSES } from '@dasbor/contract/refund-fields';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { status: REFUND_STATUSES, reason: REFUND_REASONS, method: REFUND_METHODS } as const;

export const REFUND_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['failure_code'],
});
