/** Forecast of a balance: the expected settlements (settlement/forecast-rules.ts), day by day. Pure. */
import { CASH_FLOW_FORECAST_DAYS, type CashFlowForecast } from '@dasbor/contract/cash-flow';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { type ForecastInput, forecastSettlements } from '../settlement/forecast-rules.ts';

export interface CashFlowForecastInput {
  account: 'settled' | 'available' | 'pending_settlement';
  /** Current balance of the selected accounts. */
  balance: Rupiah;
  /** Approved settlements that have not been sent to the bank yet. */
  approved: Rupiah;
  /** Settled, but not credited yet. */
  in_transit: Rupiah;
  settlements: ForecastInput;
  /** Reserved disbursements by the business day (WIB) on which they are sent, in any order. */
  disbursements: readonly { day: string; amount: Rupiah }[];
}

export function buildForecast(input: CashFlowForecastInput): CashFlowForecast {
  const { now, pending } = input.settlements;
  const today = toBusinessDay(now);
  const { days: expected, later } = forecastSettlements(input.settlements, addDays(today, CASH_FLOW_FORECAST_DAYS));
  let closing = input.balance;
  let leaving = input.approved;
  let carried = { count: 0, settled: 0 };
  const days: CashFlowForecast['days'] = [];
  for (const { day, is_business_day, count, net_amount } of expected) {
    // What is still expected today counts for tomorrow.
    if (day === today) {
      carried = { count, settled: net_amount };
      continue;
    }
    const settled = calculateSettlementEffect(input, add(net_amount, carried.settled), leaving);
    // What is due before the first day is still expected today.
    const is_first = days.length === 0;
    const sent = sumDisbursements(input, (due) => due === day || (is_first && due < day));
    const moved = { inflow: settled.inflow, outflow: add(settled.outflow, sent) };
    closing = subtract(add(closing, moved.inflow), moved.outflow);
    days.push({ day, is_business_day, payment_count: count + carried.count, ...moved, closing });
    leaving = 0;
    carried = { count: 0, settled: 0 };
  }
  return {
    as_of: now.toISOString(),
    opening: input.balance,
    waiting: pending,
    in_transit: input.in_transit,
    later,
    scheduled_disbursements: sumDisbursements(input, () => true),
    days,
  };
}

/** Disbursements that leave the selected balance on some days. Their money is reserved, which only all settled money includes. */
const sumDisbursements = ({ account, disbursements }: CashFlowForecastInput, isIn: (day: string) => boolean): Rupiah =>
  account === 'settled' ? add(0, ...disbursements.filter(({ day }) => isIn(day)).map(({ amount }) => amount)) : 0;

/** Inflow and outflow of the selected balance by a settlement. `leaving`: approved earlier and still to be paid out. */
function calculateSettlementEffect(
  { account, settlements: { setting } }: CashFlowForecastInput,
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
