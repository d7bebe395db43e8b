/** The filter of the list of merchants. */
import { MERCHANT_STATUSES } from '@dasbor/contract/merchant-activity';
import { VERIFICATION_STATUSES, VOLUME_BANDS } from '@dasbor/contract/merchant-fields';
import { filterForm } from '../list/filter.ts';

/** Filters with any number of values. */
export const CHOICES = {
  status: MERCHANT_STATUSES,
  verification_status: VERIFICATION_STATUSES,
  volume_band: VOLUME_BANDS,
} as const;

export const MERCHANT_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['group_id', 'mcc', 'province_code'],
});
