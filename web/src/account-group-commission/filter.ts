/** The filter of the list of commission rules. */
import { COMMISSION_METHODS, COMMISSION_RULE_STATUSES } from '@dasbor/contract/account-group-commission-fields';
import { COMMISSION_STATEMENT_STATUSES } from '@dasbor/contract/commission-statement';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { status: COMMISSION_RULE_STATUSES, method: COMMISSION_METHODS } as const;

export const COMMISSION_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['group_id'],
});

export const STATEMENT_CHOICES = { status: COMMISSION_STATEMENT_STATUSES } as const;

/** The filter of statements: of a rule, or of all. */
export const STATEMENT_FILTER = filterForm({
  choices: STATEMENT_CHOICES,
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: ['group_id'],
});
