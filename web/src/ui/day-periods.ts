/** Named periods of whole business days, the same on every screen. */
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
