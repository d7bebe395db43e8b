/** The filters of the lists of people. Each has at most one value. */
import { PROVIDER_ROLES } from '@dasbor/contract/access';
import { filterForm } from '../list/filter.ts';
import type { StatusFilter } from './status-filter.ts';

const STATUSES = ['active', 'suspended', 'removed'] as const satisfies readonly StatusFilter[];
export const SECOND_FACTORS = ['on', 'off'] as const;

/** `role`: a preset role, or the id of one that the merchant created. */
export const USER_FILTER = filterForm({
  choices: { status: STATUSES },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['role'],
});

export const STAFF_FILTER = filterForm({
  choices: { status: STATUSES, role: PROVIDER_ROLES, second_factor: SECOND_FACTORS },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});

/** The status of a filter; without one the list has the people who are present. */
export const getStatus = ({ status }: { status: (typeof STATUSES)[number][] }): StatusFilter => status[0] ?? 'present';

/** The part of a filter that selects a status. */
export const toStatusFilter = (id: StatusFilter | undefined) => ({
  status: STATUSES.filter((status) => status === id),
});
