/** The filter of the list of stickers. */
import { STICKER_STATUSES } from '@dasbor/contract/sticker';
import { filterForm } from '../list/filter.ts';

export const STICKER_FILTER_CHOICES = { status: STICKER_STATUSES } as const;
export const STICKER_FILTER = filterForm({
  choices: STICKER_FILTER_CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});
