/** The filter of the transactions list. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { NOT_SET } from '@dasbor/contract/paging';
import { SETTLEMENT_STATUSES } from '@dasbor/contract/settlement-status';
import {
  HOURS_OF_DAY,
  REFUND_SHARES,
  TRANSACTION_DATES,
  TRANSACTION_FLAGS,
  TRANSACTION_METHODS,
  TRANSACTION_SORTS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
} from '@dasbor/contract/transaction';
import { filterForm } from '../list/filter.ts';

/** Filters with any number of values. */
export const CHOICES = {
  hour: HOURS_OF_DAY,
  status: TRANSACTION_STATUSES,
  settlement_status: SETTLEMENT_STATUSES,
  method: TRANSACTION_METHODS,
  channel: [...VA_BANK_CHANNELS, NOT_SET],
  source: TRANSACTION_SOURCES,
  refund_status: REFUND_SHARES,
  flags: TRANSACTION_FLAGS,
  is_shown_to_payer: ['true'],
} as const;

export const TRANSACTION_FILTER = filterForm({
  choices: CHOICES,
  date_fields: TRANSACTION_DATES,
  sorts: TRANSACTION_SORTS,
  texts: [
    'ids',
    'issuer',
    'failure_code',
    'customer_email',
    'qris_payment_id',
    'virtual_account_id',
    'payment_link_id',
  ],
});
export type TransactionFilter = typeof TRANSACTION_FILTER.NO_FILTER;
