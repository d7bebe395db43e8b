/** The filters of the two lists: payments, and the stickers that people scan. */
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { QRIS_TYPES } from '@dasbor/contract/qris-payment';
import { STICKER_STATUSES } from '@dasbor/contract/sticker';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { filterForm } from '../list/filter.ts';

/** Filters of which any number of values may be chosen. */
export const CHOICES = {
  status: TRANSACTION_STATUSES,
  type: QRIS_TYPES,
  issuer: QRIS_ISSUERS.map(({ name }) => name),
} as const;

/** `store` and `terminal`: values of the merchant's own, separated by commas. */
export const QRIS_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at', 'paid_at'],
  sorts: ['-created_at'],
  texts: ['store', 'terminal', 'qris_payment_id'],
});
export type QrisFilter = typeof QRIS_FILTER.NO_FILTER;

export const STICKER_FILTER_CHOICES = { status: STICKER_STATUSES } as const;
export const STICKER_FILTER = filterForm({
  choices: STICKER_FILTER_CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});
