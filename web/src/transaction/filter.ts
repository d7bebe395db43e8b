/** The filter of the transactions list. */
import {
  SETTLEMENT_STATUSES,
  TRANSACTION_METHODS,
  TRANSACTION_SORTS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
} from '@dasbor/contract/transaction';
import { filterForm } from '../list/filter.ts';

/** Filters of which any number of values may be chosen. */
export const CHOICES = {
  status: TRANSACTION_STATUSES,
  settlement_status: SETTLEMENT_STATUSES,
  method: TRANSACTION_METHODS,
  source: TRANSACTION_SOURCES,
} as const;

export const TRANSACTION_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at', 'paid_at'],
  sorts: TRANSACTION_SORTS,
});
export type TransactionFilter = typeof TRANSACTION_FILTER.NO_FILTER;
