/** What the settlement run will decide, for whoever looks ahead: by the same calendar and terms. Pure. */
import { toBusinessDay } from '@dasbor/contract/time';
import { type Schedule, isBusinessDay, isSettlementDay, getPaidDay, getSettlementDay } from './calendar.ts';
import { type DatedTerm, findTerm } from './due.ts';

/** When payments of a method and bank that came at an instant are due; null where no term says. */
export function findDueDay(
  { method, channel_code, paid_at }: { method: string; channel_code: string | null; paid_at: Date },
  terms: readonly DatedTerm[],
  holidays: ReadonlySet<string>,
): { day: string; by_business_days: boolean } | null {
  const of_method = terms.filter((term) => term.method === method);
  const term = findTerm(of_method, channel_code, toBusinessDay(paid_at));
  if (term === undefined) return null;
  const day = getSettlementDay(getPaidDay(paid_at, term), term, holidays);
  // Not collected on days on which banks do not work.
  return { day, by_business_days: term.basis === 'business' };
}

/** Whether banks work on a day, and whether the merchant has a batch made on it. */
export const getDayType = (day: string, schedule: Schedule, holidays: ReadonlySet<string>) => ({
  is_business_day: isBusinessDay(day, holidays),
  is_settlement_day: isSettlementDay(day, schedule, holidays),
});
