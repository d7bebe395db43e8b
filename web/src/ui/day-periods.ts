/** Named periods of whole business days, the same on every screen. */
import { addDays, startOfMonth } from '@dasbor/contract/time';
import { messages } from './messages.ts';

/** A period whose label is in the current language whenever it is read. */
export const namedPeriod = <const Id extends string>(id: Id, label: () => string) => ({
  id,
  get label(): string {
    return label();
  },
});

export const DAY_PERIODS = [
  namedPeriod('today', () => messages().periods.today),
  namedPeriod('yesterday', () => messages().periods.yesterday),
  namedPeriod('7d', () => messages().periods['7d']),
  namedPeriod('30d', () => messages().periods['30d']),
  namedPeriod('this-month', () => messages().periods.this_month),
  namedPeriod('last-month', () => messages().periods.last_month),
] as const;
export type DayPeriod = (typeof DAY_PERIODS)[number]['id'];

/** First and last day of a named period on a given day. The last 7 days are today and the six days before it. */
export function resolveDayPeriod(period: DayPeriod, today: string): { first: string; last: string } {
  const first_of_month = startOfMonth(today);
  const last_month_end = addDays(first_of_month, -1);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case '7d':
      return { first: addDays(today, -6), last: today };
    case '30d':
      return { first: addDays(today, -29), last: today };
    case 'this-month':
      return { first: first_of_month, last: today };
    case 'last-month':
      return { first: startOfMonth(last_month_end), last: last_month_end };
  }
}
