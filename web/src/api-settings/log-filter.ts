/** The filter of the API log. */
import { LOGGED_METHODS, STATUS_CLASSES } from '@dasbor/contract/api-log';
import { filterForm } from '../list/filter.ts';

export const LOG_CHOICES = { status: STATUS_CLASSES, method: LOGGED_METHODS } as const;

export const LOG_FILTER = filterForm({
  choices: LOG_CHOICES,
  date_fields: ['at'],
  sorts: ['-at'],
  texts: ['api_key_id'],
});
