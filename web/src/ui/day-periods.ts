/** Named periods of whole business days, the same on every screen. The label is in the current language when it is read. */
import { messages } from './messages.ts';

const period = <const Id extends string>(id: Id, label: () => string) => ({
  id,
  get label(): string {
    return label();
  },
});

export const DAY_PERIODS = [
  period('today', () => messages().periods.today),
  period('yesterday', () => messages().periods.yesterday),
  period('7d', () => messages().periods['7d']),
  period('30d', () => messages().periods['30d']),
  period('this-month', () => messages().periods.this_month),
  period('last-month', () => messages().periods.last_month),
] as const;
export type DayPeriod = (typeof DAY_PERIODS)[number]['id'];
