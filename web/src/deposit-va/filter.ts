/** The filter of the deposits. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { DEPOSIT_STATUSES } from '@dasbor/contract/deposit-va';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { status: DEPOSIT_STATUSES, bank: VA_BANK_CHANNELS } as const;

export const DEPOSIT_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['received_at'],
  sorts: ['-received_at'],
  texts: ['deposit_va_id'],
});
