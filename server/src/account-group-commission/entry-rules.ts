/** Which commission entries payments need, given what was booked before. Pure. */
import type {
  CommissionBearer,
  CommissionScope,
  CommissionTerms,
} from '@dasbor/contract/account-group-commission-fields';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import {
  type EarningPayment,
  type Period,
  calculateCommission,
  calculateEarned,
  calculateCeiling,
  isInPeriod,
  isInScope,
} from './rules.ts';

/** A paid payment as it is now. */
export interface PaidPayment extends EarningPayment {
  id: string;
  method: string;
  channel_code: string | null;
  status: string;
  refunded_amount: Rupiah;
  paid_at: string;
}

/** The version of a rule that an entry was calculated with. */
export interface RuleRef {
  rule_id: string;
  series_id: string;
  group_id: string;
  earned_by: string;
  bearer: CommissionBearer;
}

/** A version of a rule for the days on which the merchant was in its group. */
export interface Assignment extends RuleRef, Period, CommissionScope {
  terms: CommissionTerms;
}

/** Booked commission of a payment under one rule. */
export interface BookedPayment extends RuleRef {
  transaction_id: string;
  earned_amount: Rupiah;
  booked_amount: Rupiah;
}

export interface PlannedEntry {
  transaction_id: string;
  kind: 'earned' | 'adjusted';
  amount: Rupiah;
}

/** Entries of one version and day, with the amounts of the payments that they count. */
export interface PlannedBooking extends RuleRef {
  day: string;
  transaction_count: number;
  gross_amount: Rupiah;
  fee_amount: Rupiah;
  entries: PlannedEntry[];
}

export type FindVolume = (series_id: string, day: string) => Rupiah;

/** The assignments that a payment earns under, by its business day. */
export const chooseAssignments = (assignments: readonly Assignment[], payment: PaidPayment): Assignment[] => {
  const day = toBusinessDay(new Date(payment.paid_at));
  return assignments.filter((assignment) => isInPeriod(assignment, day) && isInScope(assignment, payment));
};

/**
 * The entries that bring what is booked to what is earned now. The version of a rule is chosen once per payment, by its
 * business day; later entries of the payment follow that version. Running it again plans nothing.
 */
export function planBookings(
  payments: readonly PaidPayment[],
  {
    assignments,
    booked,
    run_day,
    findVolume,
  }: {
    assignments: readonly Assignment[];
    booked: readonly BookedPayment[];
    /** Business day on which refunds that the run finds are booked. */
    run_day: string;
    findVolume: FindVolume;
  },
): PlannedBooking[] {
  const bookings = new Map<string, PlannedBooking>();
  const buildBooking = ({ rule_id, series_id, group_id, earned_by, bearer }: RuleRef, day: string): PlannedBooking => {
    const found = bookings.get(`${rule_id} ${day}`);
    if (found !== undefined) return found;
    const rule = { rule_id, series_id, group_id, earned_by, bearer };
    const created = { ...rule, day, transaction_count: 0, gross_amount: 0, fee_amount: 0, entries: [] };
    bookings.set(`${rule_id} ${day}`, created);
    return created;
  };
  const booked_by_payment = Map.groupBy(booked, ({ transaction_id }) => transaction_id);
  for (const payment of payments) {
    const before = booked_by_payment.get(payment.id) ?? [];
    for (const rule of before) adjust(buildBooking, { rule, payment, run_day });
    const series = new Set(before.map(({ series_id }) => series_id));
    const given = new Map<CommissionBearer, Rupiah>();
    const addGiven = (bearer: CommissionBearer, amount: Rupiah) =>
      given.set(bearer, add(given.get(bearer) ?? 0, amount));
    for (const { bearer, earned_amount } of before) addGiven(bearer, earned_amount);
    for (const rule of chooseAssignments(assignments, payment).toSorted(byAge)) {
      if (series.has(rule.series_id)) continue;
      const left = subtract(calculateCeiling(payment, rule.bearer), given.get(rule.bearer) ?? 0);
      const calculated = calculateCommission(payment, rule.terms, findVolume(rule.series_id, toPaidDay(payment)));
      const amount = Math.max(0, Math.min(calculated, left));
      addGiven(rule.bearer, amount);
      earn(buildBooking, { rule, payment, run_day }, amount);
    }
  }
  return [...bookings.values()];
}

/** Rules of several groups share what the bearer of a payment has: the oldest rule comes first. */
const byAge = (a: RuleRef, b: RuleRef): number => (a.series_id < b.series_id ? -1 : 1);

const toPaidDay = ({ paid_at }: PaidPayment): string => toBusinessDay(new Date(paid_at));

type GetBooking = (rule: RuleRef, day: string) => PlannedBooking;

function earn(
  getBooking: GetBooking,
  { rule, payment, run_day }: { rule: Assignment; payment: PaidPayment; run_day: string },
  amount: Rupiah,
): void {
  const booking = getBooking(rule, toPaidDay(payment));
  booking.transaction_count += 1;
  booking.gross_amount = add(booking.gross_amount, payment.amount);
  booking.fee_amount = add(booking.fee_amount, payment.fee_amount);
  booking.entries.push({ transaction_id: payment.id, kind: 'earned', amount });
  const earned = { ...rule, transaction_id: payment.id, earned_amount: amount, booked_amount: amount };
  adjust(getBooking, { rule: earned, payment, run_day });
}

function adjust(
  getBooking: GetBooking,
  { rule, payment, run_day }: { rule: BookedPayment; payment: PaidPayment; run_day: string },
): void {
  const { amount, refunded_amount, status } = payment;
  const is_reversed = status === 'reversed';
  const due = calculateEarned(rule.earned_amount, { amount, refunded_amount, is_reversed });
  const change = subtract(due, rule.booked_amount);
  if (change === 0) return;
  getBooking(rule, run_day).entries.push({ transaction_id: payment.id, kind: 'adjusted', amount: change });
}

/** Entries that a booking adds and reverses. */
export const sumEntries = (entries: readonly PlannedEntry[]): { earned_amount: Rupiah; returned_amount: Rupiah } => ({
  earned_amount: add(...entries.map(({ amount }) => Math.max(0, amount))),
  returned_amount: add(...entries.map(({ amount }) => Math.max(0, -amount))),
});
