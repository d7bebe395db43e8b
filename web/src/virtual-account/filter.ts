/** The filter of the list of virtual accounts. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { VA_SORTS } from '@dasbor/contract/virtual-account';
import { VA_AMOUNT_TYPES, VA_STATUSES, VA_TYPES } from '@dasbor/contract/virtual-account-fields';
import { filterForm } from '../list/filter.ts';

/** Filters with any number of values. */
export const CHOICES = {
  status: VA_STATUSES,
  bank: VA_BANK_CHANNELS,
  type: VA_TYPES,
  amount_type: VA_AMOUNT_TYPES,
  mismatch: ['yes', 'no'],
} as const;

export const VA_FILTER = filterForm({
  choices: CHOICES,
  // A range of `expires_at` is that of older links; the screen filters by expiry with a chip of its own.
  date_fields: ['created_at', 'expires_at'],
  sorts: VA_SORTS,
  texts: ['expires_from', 'expires_to'],
});
