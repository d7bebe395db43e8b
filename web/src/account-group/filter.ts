/** The filter of the list of account groups. */
import { GROUP_STATUSES, GROUP_TYPES } from '@dasbor/contract/account-group-fields';
import { filterForm } from '../list/filter.ts';

/** Filters with any number of values. */
export const CHOICES = { type: GROUP_TYPES, status: GROUP_STATUSES } as const;

export const GROUP_FILTER = filterForm({ choices: CHOICES, date_fields: ['created_at'], sorts: ['-created_at'] });
