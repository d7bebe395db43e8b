/** The filter of the list of QRIS payments. */
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { QRIS_TYPES } from '@dasbor/contract/qris-payment';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { filterForm } from '../list/filter.ts';

/** Filters with any number of values. */
export const CHOICES = {
  status: TRANSACTION_STATUSES,
  type: QRIS_TYPES,
  issuer: QRIS_ISSUERS.map(({ name }) => name),
} as const;

/** `store` and `terminal`: values separated by commas. */
export const QRIS_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at', 'paid_at'],
  sorts: ['-created_at'],
  texts: ['store', 'terminal', 'qris_payment_id'],
});
export type QrisFilter = typeof QRIS_FILTER.NO_FILTER;
