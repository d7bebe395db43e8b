/** The views and the filter of the list of approvals. */
import { APPROVAL_STATUSES, APPROVAL_SUBJECTS } from '@dasbor/contract/approval';
import { filterForm } from '../list/filter.ts';

export const VIEWS = ['waiting', 'requested', 'all'] as const;
export type View = (typeof VIEWS)[number];

/** The first view is what waits for the user. */
export const parseView = (view: unknown): View => VIEWS.find((known) => known === view) ?? 'waiting';

export const CHOICES = { status: APPROVAL_STATUSES, subject_type: APPROVAL_SUBJECTS } as const;

export const APPROVAL_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});
