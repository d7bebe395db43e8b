/**
 * Limits and hours of the transfer rails (domain 4.4), which rail supports an amount and a bank, and when the money arrives.
 * Pure; the terms are dated reference data.
 */
import type { BankInfo } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type RailChoice, TRANSFER_RAILS, type TransferRail } from '@dasbor/contract/transfer-rail';

/** Terms of a rail from a day (WIB) on, until a later row. */
export interface RailTerms {
  rail: TransferRail;
  effective_from: string;
  amount_min: Rupiah;
  amount_max: Rupiah;
  opens_at_minute: number;
  closes_at_minute: number;
  business_days_only: boolean;
  arrival_minutes: number;
  description_max: number;
  not_found_after_s: number;
}

/** An announced outage; null: of every rail, or of every bank. */
export interface RailOutage {
  rail: TransferRail | null;
  bank_code: string | null;
  starts_at: string;
  ends_at: string;
}

/** Terms of every rail and day, the days on which banks are closed, and announced outages. */
export interface RailCalendar {
  terms: readonly RailTerms[];
  holidays: ReadonlySet<string>;
  outages: readonly RailOutage[];
}

/** The terms of a rail in force on a day (WIB). */
export const findTerms = (terms: readonly RailTerms[], rail: TransferRail, day: string): RailTerms | undefined =>
  terms
    .filter((row) => row.rail === rail && row.effective_from <= day)
    .toSorted((a, b) => b.effective_from.localeCompare(a.effective_from))[0];

/** The terms of a rail in force on a day (WIB); throws when there are none. */
export function getTerms(terms: readonly RailTerms[], rail: TransferRail, day: string): RailTerms {
  const found = findTerms(terms, rail, day);
  if (found === undefined) throw new Error(`No terms of ${rail} on ${day}`);
  return found;
}

/** Saturdays and Sundays have the numbers 6 and 0. */
function isBankDay(day: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** Two weeks of holidays in a row do not occur; a month covers any calendar. */
const LOOK_AHEAD_DAYS = 31;

/** The first instant from `at` on at which a rail accepts transfers: `at` itself while it is open. */
export function calculateNextOpening(
  { terms, holidays }: Pick<RailCalendar, 'terms' | 'holidays'>,
  rail: TransferRail,
  at: Date,
): Date {
  const today = toBusinessDay(at);
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead++) {
    const day = toBusinessDay(new Date(startOfBusinessDay(today).getTime() + duration.days(ahead)));
    const row = findTerms(terms, rail, day);
    if (row === undefined || (row.business_days_only && !isBankDay(day, holidays))) continue;
    const start_ms = startOfBusinessDay(day).getTime();
    const opens_ms = Math.max(at.getTime(), start_ms + duration.minutes(row.opens_at_minute));
    if (opens_ms < start_ms + duration.minutes(row.closes_at_minute)) return new Date(opens_ms);
  }
  throw new Error(`${rail} does not open within ${LOOK_AHEAD_DAYS} days`);
}

/** Why a transfer cannot be sent now. */
export type ClosedReason = 'outside_cutoff' | 'bank_offline';

/** The first instant from `at` on at which a rail accepts a transfer to a bank, and what it waits for, if anything. */
export function calculateSendTime(
  calendar: RailCalendar,
  { rail, bank_code }: { rail: TransferRail; bank_code: string },
  at: Date,
): { at: Date; reason: ClosedReason | null } {
  let found = at;
  let reason: ClosedReason | null = null;
  for (let step = 0; step <= calendar.outages.length; step++) {
    const opens_at = calculateNextOpening(calendar, rail, found);
    if (opens_at.getTime() > found.getTime()) reason ??= 'outside_cutoff';
    const outage = calendar.outages.find(
      (each) =>
        (each.rail ?? rail) === rail &&
        (each.bank_code ?? bank_code) === bank_code &&
        Date.parse(each.starts_at) <= opens_at.getTime() &&
        Date.parse(each.ends_at) > opens_at.getTime(),
    );
    if (outage === undefined) return { at: opens_at, reason };
    reason ??= 'bank_offline';
    found = new Date(outage.ends_at);
  }
  return { at: calculateNextOpening(calendar, rail, found), reason };
}

/** A transfer that needs a rail. */
export interface RoutedTransfer {
  bank: BankInfo;
  is_own_bank: boolean;
  amount: Rupiah;
  /** When it is due. */
  at: Date;
}

export type RailRefusal = 'bank_not_reached' | 'amount_too_low' | 'amount_too_high';

export interface RailPlan {
  rail: TransferRail;
  /** null: it accepts the transfer. */
  refusal: RailRefusal | null;
  /** When it accepts the transfer. */
  opens_at: Date;
  expected_at: Date;
}

/** Every rail with whether it accepts a transfer, the preferred ones first (domain 1.12). */
export function planRails(calendar: RailCalendar, transfer: RoutedTransfer): RailPlan[] {
  return TRANSFER_RAILS.map((rail) => planRail(calendar, rail, transfer));
}

function planRail(calendar: RailCalendar, rail: TransferRail, transfer: RoutedTransfer): RailPlan {
  const { at: opens_at } = calculateSendTime(calendar, { rail, bank_code: transfer.bank.code }, transfer.at);
  const terms = getTerms(calendar.terms, rail, toBusinessDay(opens_at));
  const expected_at = new Date(opens_at.getTime() + duration.minutes(terms.arrival_minutes));
  return { rail, refusal: findRailRefusal(terms, transfer), opens_at, expected_at };
}

function findRailRefusal(terms: RailTerms, { bank, is_own_bank, amount }: RoutedTransfer): RailRefusal | null {
  const is_reached = is_own_bank ? terms.rail === 'intrabank' : isReachedBy(terms.rail, bank);
  if (!is_reached) return 'bank_not_reached';
  if (amount < terms.amount_min) return 'amount_too_low';
  return amount > terms.amount_max ? 'amount_too_high' : null;
}

const isReachedBy = (rail: TransferRail, bank: BankInfo): boolean =>
  rail === 'bi_fast' ? bank.bi_fast : rail !== 'intrabank';

/** Rails that credit the beneficiary at once, at any hour. */
const REAL_TIME_RAILS: readonly TransferRail[] = ['intrabank', 'bi_fast', 'online'];

/** Maximum amount of one real-time transfer to a bank on a day (WIB). */
export function calculateRealTimeLimit(
  { terms }: RailCalendar,
  { bank, is_own_bank }: Pick<RoutedTransfer, 'bank' | 'is_own_bank'>,
  day: string,
): Rupiah {
  const reaching = REAL_TIME_RAILS.filter((rail) => (is_own_bank ? rail === 'intrabank' : isReachedBy(rail, bank)));
  return Math.max(...reaching.map((rail) => getTerms(terms, rail, day).amount_max));
}

/**
 * The plan of the requested rail, or of the first one that accepts the transfer: within the same bank, BI-FAST, online,
 * SKN, RTGS. Outside the hours of that rail, its next opening. Returns the refusal when none accepts it.
 */
export function chooseRailPlan(
  calendar: RailCalendar,
  choice: RailChoice,
  transfer: RoutedTransfer,
): RailPlan | RailRefusal {
  const plans = planRails(calendar, transfer).filter(({ rail }) => choice === 'auto' || rail === choice);
  const found = plans.find(({ refusal }) => refusal === null);
  if (found !== undefined) return found;
  const refusals = plans.flatMap(({ refusal }) => refusal ?? []);
  return refusals.find((refusal) => refusal !== 'bank_not_reached') ?? 'bank_not_reached';
}
