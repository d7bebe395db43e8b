/** The filter of the list of invoices. */
import { INVOICE_KINDS } from '@dasbor/contract/invoice';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { kind: INVOICE_KINDS } as const;

export const INVOICE_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['issued_at'],
  sorts: ['-issued_at'],
  texts: ['merchant_id'],
});
