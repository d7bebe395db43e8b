/**
 * The expected net of coming settlements: the only definition, used by every screen. It applies the calendar, terms and
 * rules of the settlement run day by day; its days and `later` always sum to the pending balance of the ledger. Pure.
 */
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { type Schedule, toPaidDay, calculateSettlementDay, isBusinessDay, isSettlementDay } from './calendar.ts';
import { type DatedTerm, findTerm } from './due.ts';
import { canCloseBatch } from './rules.ts';
import type { Setting } from './terms-queries.ts';

/** The morning run (WIB). */
const RUN_HOUR_MS = duration.hours(6);

/** Sums of payments that wait for settlement. */
export interface PendingAmounts {
  count: number;
  gross_amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  net_amount: Rupiah;
}

/** Pending payments outside any batch, by method, bank and hour of payment. */
export interface PendingGroup extends PendingAmounts {
  method: string;
  channel_code: string | null;
  paid_hour: string;
}

export interface ForecastInput {
  now: Date;
  /** Pending balance of the ledger. */
  pending: Rupiah;
  /** Pending payments outside any batch. */
  groups: readonly PendingGroup[];
  /** Lines of the open batch. */
  collected: PendingAmounts;
  terms: readonly DatedTerm[];
  holidays: ReadonlySet<string>;
  setting: Setting;
}

/** Expected settlement of a day; zero on days without a settlement. */
export interface ExpectedSettlement extends PendingAmounts {
  day: string;
  is_business_day: boolean;
  /** Refunds, refunded fees, reversals and adjustments that settle with the payments; signed. */
  adjustment_amount: Rupiah;
}

/** Payments with the same due day. */
interface Due extends PendingAmounts {
  day: string;
  /** Not collected on non-business days. */
  by_business_days: boolean;
}

const NOTHING: PendingAmounts = { count: 0, gross_amount: 0, fee_amount: 0, fee_vat_amount: 0, net_amount: 0 };

/** The settlements from the next morning run on until a day, and what settles after that day. */
export function forecastSettlements(
  input: ForecastInput,
  last_day: string,
): { days: ExpectedSettlement[]; later: Rupiah } {
  const { now, pending, setting, holidays } = input;
  const today = toBusinessDay(now);
  const has_run_today = now.getTime() >= Date.parse(`${today}T00:00:00+07:00`) + RUN_HOUR_MS;
  const due = input.groups.flatMap((group) => toDue(group, input));
  const outside = add(...input.groups.map(({ net_amount }) => net_amount));
  // Refund holds, refunded fees, reversals and the lines of the open batch settle with the next batch.
  let pool: PendingAmounts = { ...input.collected, net_amount: subtract(pending, outside) };
  let later = pending;
  const days: ExpectedSettlement[] = [];
  for (let day = has_run_today ? addDays(today) : today; day <= last_day; day = addDays(day)) {
    const { is_business_day, is_settlement_day } = getDayType(day, setting, holidays);
    for (const group of due.filter((each) => each.day <= day && (is_business_day || !each.by_business_days))) {
      due.splice(due.indexOf(group), 1);
      pool = sumAmounts(pool, group);
    }
    const settles = is_settlement_day && canCloseBatch(pool.net_amount, setting.minimum_amount);
    const settled = settles ? pool : NOTHING;
    if (settles) pool = NOTHING;
    later = subtract(later, settled.net_amount);
    days.push({ day, is_business_day, ...settled, adjustment_amount: calculateAdjustment(settled) });
  }
  return { days, later };
}

function toDue(group: PendingGroup, input: ForecastInput): Due[] {
  const { method, channel_code, paid_hour, ...amounts } = group;
  const due = calculateDueDay({ method, channel_code, paid_at: new Date(paid_hour) }, input.terms, input.holidays);
  return due === null ? [] : [{ ...due, ...amounts }];
}

const sumAmounts = (a: PendingAmounts, b: PendingAmounts): PendingAmounts => ({
  count: a.count + b.count,
  gross_amount: add(a.gross_amount, b.gross_amount),
  fee_amount: add(a.fee_amount, b.fee_amount),
  fee_vat_amount: add(a.fee_vat_amount, b.fee_vat_amount),
  net_amount: add(a.net_amount, b.net_amount),
});

/** Components of the net amount other than the payments and their fees. */
const calculateAdjustment = ({ gross_amount, fee_amount, fee_vat_amount, net_amount }: PendingAmounts): Rupiah =>
  subtract(net_amount, subtract(gross_amount, fee_amount, fee_vat_amount));

/** The due day of a payment; null without an applicable term. */
function calculateDueDay(
  { method, channel_code, paid_at }: { method: string; channel_code: string | null; paid_at: Date },
  terms: readonly DatedTerm[],
  holidays: ReadonlySet<string>,
): { day: string; by_business_days: boolean } | null {
  const of_method = terms.filter((term) => term.method === method);
  const term = findTerm(of_method, channel_code, toBusinessDay(paid_at));
  if (term === undefined) return null;
  const day = calculateSettlementDay(toPaidDay(paid_at, term), term, holidays);
  // Not collected on non-business days.
  return { day, by_business_days: term.basis === 'business' };
}

/** Whether a day is a business day, and whether the merchant's schedule closes a batch on it. */
const getDayType = (day: string, schedule: Schedule, holidays: ReadonlySet<string>) => ({
  is_business_day: isBusinessDay(day, holidays),
  is_settlement_day: isSettlementDay(day, schedule, holidays),
});
