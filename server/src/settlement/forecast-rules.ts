/** Decisions of the settlement run for forecasts, with the same calendar and terms. Pure. */
import { toBusinessDay } from '@dasbor/contract/time';
import { type Schedule, isBusinessDay, isSettlementDay, getPaidDay, getSettlementDay } from './calendar.ts';
import { type DatedTerm, findTerm } from './due.ts';

/** The due day of a payment; null without an applicable term. */
export function findDueDay(
  { method, channel_code, paid_at }: { method: string; channel_code: string | null; paid_at: Date },
  terms: readonly DatedTerm[],
  holidays: ReadonlySet<string>,
): { day: string; by_business_days: boolean } | null {
  const of_method = terms.filter((term) => term.method === method);
  const term = findTerm(of_method, channel_code, toBusinessDay(paid_at));
  if (term === undefined) return null;
  const day = getSettlementDay(getPaidDay(paid_at, term), term, holidays);
  // Not collected on non-business days.
  return { day, by_business_days: term.basis === 'business' };
}

/** Whether a day is a business day, and whether the merchant's schedule closes a batch on it. */
export const getDayType = (day: string, schedule: Schedule, holidays: ReadonlySet<string>) => ({
  is_business_day: isBusinessDay(day, holidays),
  is_settlement_day: isSettlementDay(day, schedule, holidays),
});
