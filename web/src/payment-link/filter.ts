/** The filter of the payment links list. */
import { LINK_STATUSES, LINK_TYPES } from '@dasbor/contract/payment-link-terms';
import { LINK_SORTS } from '@dasbor/contract/payment-link';
import { filterForm } from '../list/filter.ts';

/** Filters of which any number of values may be chosen. */
export const CHOICES = { status: LINK_STATUSES, type: LINK_TYPES } as const;

/** `expires_from`, `expires_to`: instants; `created_by`: ids, separated by commas. */
export const LINK_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: LINK_SORTS,
  texts: ['expires_from', 'expires_to', 'created_by'],
});
export type LinkFilter = typeof LINK_FILTER.NO_FILTER;
