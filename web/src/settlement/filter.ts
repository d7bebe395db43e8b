/** The filter of the settlement list. Its range selects settlement days (WIB). */
import {
  SETTLEMENT_BATCH_STATUSES,
  SETTLEMENT_DESTINATIONS,
  SETTLEMENT_TYPES,
  type SettlementType,
} from '@dasbor/contract/settlement-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { filterForm } from '../list/filter.ts';

export const CHOICES = { status: SETTLEMENT_BATCH_STATUSES, destination: SETTLEMENT_DESTINATIONS } as const;

export const SETTLEMENT_FILTER = filterForm({
  choices: CHOICES,
  date_fields: ['settlement_date'],
  sorts: ['-settlement_date'],
  texts: ['account_last4'],
  has_business_days: true,
});
export type SettlementListFilter = typeof SETTLEMENT_FILTER.NO_FILTER;

/** The type of a URL; `all` for an unknown one. */
export const parseType = (text: string | undefined): SettlementType =>
  SETTLEMENT_TYPES.find((known) => known === text) ?? 'all';

/** The API query: settlement days instead of instants, inclusive. */
export function toSettlementQuery(filter: SettlementListFilter, type: SettlementType, now = new Date()) {
  const { from, to, account_last4, ...rest } = SETTLEMENT_FILTER.toSummaryQuery<{
    from?: string;
    to?: string;
    account_last4?: string;
  }>(filter, now);
  return {
    type,
    ...rest,
    // A link with anything else is not an error of the list.
    ...(account_last4 !== undefined && isAccountLast4(account_last4) ? { account_last4 } : {}),
    ...(from === undefined ? {} : { from: toBusinessDay(new Date(from)) }),
    ...(to === undefined ? {} : { to: toBusinessDay(new Date(Date.parse(to) - 1)) }),
  };
}

/** The last four digits of an account number. */
export const isAccountLast4 = (text: string): boolean => /^\d{4}$/.test(text);
