/**
 * What is expected of the payments that wait for settlement, by terms, holidays and the merchant's schedule. It follows
 * the settlement run's own decisions (settlement/calendar.ts, due.ts), a day at a time. Pure.
 */
import { CASH_FLOW_FORECAST_DAYS, type CashFlowForecast } from '@dasbor/contract/cash-flow';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { businessDayOf } from '@dasbor/contract/time';
import { isBusinessDay, isSettlementDay, paidDayOf, settlementDayOf } from '../settlement/calendar.ts';
import { type DatedTerm, termOn } from '../settlement/due.ts';
import type { Setting } from '../settlement/plan-queries.ts';
import { isWorthClosing } from '../settlement/rules.ts';
import type { WaitingHour } from './queries.ts';
import { dayAfter } from './rules.ts';

/** The morning run (WIB). */
const RUN_HOUR_MS = 6 * 3_600_000;

export interface ForecastFacts {
  account: 'settled' | 'available' | 'pending_settlement';
  now: Date;
  /** Balance of the chosen accounts now. */
  balance: Rupiah;
  /** Balance of what waits for settlement now. */
  waiting: Rupiah;
  hours: readonly WaitingHour[];
  /** Settlements on their way to the bank that are still in the reserve. */
  approved: Rupiah;
  terms: readonly DatedTerm[];
  holidays: ReadonlySet<string>;
  setting: Setting;
}

/** Payments that are due together. */
interface Due {
  day: string;
  /** Not collected on days on which banks do not work. */
  by_business_days: boolean;
  count: number;
  net_amount: Rupiah;
}

export function forecastOf(facts: ForecastFacts): CashFlowForecast {
  const { now, waiting, setting, holidays } = facts;
  const today = businessDayOf(now);
  const due = facts.hours.flatMap((hour) => dueOf(hour, facts));
  const paid = add(...facts.hours.map(({ net_amount }) => net_amount));
  // Held refunds, fees given back and what an open batch has collected go with the next settlement.
  const pool = { count: 0, net_amount: subtract(waiting, paid) };
  const has_run_today = now.getTime() >= Date.parse(`${today}T00:00:00+07:00`) + RUN_HOUR_MS;
  let closing = facts.balance;
  let left = waiting;
  let leaving = facts.approved;
  const days: CashFlowForecast['days'] = [];
  let carried = { count: 0, settled: 0 };
  const last = dayAfter(today, CASH_FLOW_FORECAST_DAYS);
  for (let day = has_run_today ? dayAfter(today) : today; day <= last; day = dayAfter(day)) {
    const is_business_day = isBusinessDay(day, holidays);
    for (const group of due.filter((each) => each.day <= day && (is_business_day || !each.by_business_days))) {
      due.splice(due.indexOf(group), 1);
      pool.count += group.count;
      pool.net_amount = add(pool.net_amount, group.net_amount);
    }
    const settles = isSettlementDay(day, setting, holidays) && isWorthClosing(pool.net_amount, setting.minimum_amount);
    const settled = settles ? pool.net_amount : 0;
    const count = settles ? pool.count : 0;
    if (settles) Object.assign(pool, { count: 0, net_amount: 0 });
    left = subtract(left, settled);
    if (day === today) {
      carried = { count, settled };
      continue;
    }
    const moved = movedBy(facts, add(settled, carried.settled), leaving);
    closing = subtract(add(closing, moved.inflow), moved.outflow);
    days.push({ day, is_business_day, payment_count: count + carried.count, ...moved, closing });
    leaving = 0;
    carried = { count: 0, settled: 0 };
  }
  return {
    as_of: now.toISOString(),
    opening: facts.balance,
    waiting,
    later: left,
    scheduled_disbursements: 0,
    days,
  };
}

function dueOf({ method, channel_code, paid_hour, count, net_amount }: WaitingHour, facts: ForecastFacts): Due[] {
  const paid_at = new Date(paid_hour);
  const of_method = facts.terms.filter((term) => term.method === method);
  const term = termOn(of_method, channel_code, businessDayOf(paid_at));
  if (term === undefined) return [];
  const day = settlementDayOf(paidDayOf(paid_at, term), term, facts.holidays);
  return [{ day, by_business_days: term.basis === 'business', count, net_amount }];
}

/** What a settlement does to the chosen money, and what leaves for the bank. `leaving`: settled before. */
function movedBy(
  { account, setting }: ForecastFacts,
  settled: Rupiah,
  leaving: Rupiah,
): { inflow: Rupiah; outflow: Rupiah } {
  if (account === 'pending_settlement') return { inflow: 0, outflow: settled };
  const to_bank = setting.destination === 'bank' && setting.bank_account_id !== null;
  if (account === 'available') return { inflow: to_bank ? 0 : settled, outflow: 0 };
  // A manual approval, or a hold, keeps it in the reserve until somebody decides.
  const goes_by_itself = to_bank && setting.approval === 'auto' && !setting.is_held;
  return { inflow: settled, outflow: add(leaving, goes_by_itself ? settled : 0) };
}
