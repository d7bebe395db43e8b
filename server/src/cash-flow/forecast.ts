/**
 * Forecast of pending payments by terms, holidays and the merchant's schedule. It applies the rules of the settlement
 * run (settlement/forecast-rules.ts) day by day. Pure.
 */
import { CASH_FLOW_FORECAST_DAYS, type CashFlowForecast } from '@dasbor/contract/cash-flow';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { getDayType, findDueDay } from '../settlement/forecast-rules.ts';
import type { Setting, listTerms } from '../settlement/terms-queries.ts';
import { canCloseBatch } from '../settlement/rules.ts';
import type { WaitingHour } from './queries.ts';
import { addDays } from './rules.ts';

/** The morning run (WIB). */
const RUN_HOUR_MS = 6 * 3_600_000;

export interface ForecastFacts {
  account: 'settled' | 'available' | 'pending_settlement';
  now: Date;
  /** Current balance of the selected accounts. */
  balance: Rupiah;
  /** Current pending balance. */
  waiting: Rupiah;
  hours: readonly WaitingHour[];
  /** Approved settlements that have not been sent to the bank yet. */
  approved: Rupiah;
  terms: Awaited<ReturnType<typeof listTerms>>;
  holidays: ReadonlySet<string>;
  setting: Setting;
}

/** Payments with the same due day. */
interface Due {
  day: string;
  /** Not collected on non-business days. */
  by_business_days: boolean;
  count: number;
  net_amount: Rupiah;
}

export function buildForecast(facts: ForecastFacts): CashFlowForecast {
  const { now, waiting, setting, holidays } = facts;
  const today = toBusinessDay(now);
  const due = facts.hours.flatMap((hour) => toDueGroup(hour, facts));
  const paid = add(...facts.hours.map(({ net_amount }) => net_amount));
  // Refund holds, fee refunds and lines of an open batch settle with the next batch.
  const pool = { count: 0, net_amount: subtract(waiting, paid) };
  const has_run_today = now.getTime() >= Date.parse(`${today}T00:00:00+07:00`) + RUN_HOUR_MS;
  let closing = facts.balance;
  let left = waiting;
  let leaving = facts.approved;
  const days: CashFlowForecast['days'] = [];
  let carried = { count: 0, settled: 0 };
  const last = addDays(today, CASH_FLOW_FORECAST_DAYS);
  for (let day = has_run_today ? addDays(today) : today; day <= last; day = addDays(day)) {
    const { is_business_day, is_settlement_day } = getDayType(day, setting, holidays);
    for (const group of due.filter((each) => each.day <= day && (is_business_day || !each.by_business_days))) {
      due.splice(due.indexOf(group), 1);
      pool.count += group.count;
      pool.net_amount = add(pool.net_amount, group.net_amount);
    }
    const settles = is_settlement_day && canCloseBatch(pool.net_amount, setting.minimum_amount);
    const settled = settles ? pool.net_amount : 0;
    const count = settles ? pool.count : 0;
    if (settles) Object.assign(pool, { count: 0, net_amount: 0 });
    left = subtract(left, settled);
    if (day === today) {
      carried = { count, settled };
      continue;
    }
    const moved = getSettlementEffect(facts, add(settled, carried.settled), leaving);
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

function toDueGroup({ paid_hour, count, net_amount, ...paid }: WaitingHour, facts: ForecastFacts): Due[] {
  const due = findDueDay({ ...paid, paid_at: new Date(paid_hour) }, facts.terms, facts.holidays);
  return due === null ? [] : [{ ...due, count, net_amount }];
}

/** Inflow and outflow of the selected balance by a settlement. `leaving`: approved earlier and still to be paid out. */
function getSettlementEffect(
  { account, setting }: ForecastFacts,
  settled: Rupiah,
  leaving: Rupiah,
): { inflow: Rupiah; outflow: Rupiah } {
  if (account === 'pending_settlement') return { inflow: 0, outflow: settled };
  const to_bank = setting.destination === 'bank' && setting.bank_account_id !== null;
  if (account === 'available') return { inflow: to_bank ? 0 : settled, outflow: 0 };
  // With manual approval or a hold, the money stays in the reserve until someone acts.
  const is_automatic = to_bank && setting.approval === 'auto' && !setting.is_held;
  return { inflow: settled, outflow: add(leaving, is_automatic ? settled : 0) };
}
