/** Rules of commission statements: their periods, sums and status transitions. Pure. */
import { addDays, startOfMonth, startOfNextMonth } from '@dasbor/contract/time';
import { type CommissionCycle, PPM_PER_PERCENT } from '@dasbor/contract/account-group-commission-fields';
import type { CommissionStatementStatus } from '@dasbor/contract/commission-statement';
import { type Rupiah, add, prorate, subtract } from '@dasbor/contract/money';

/**
 * The state machine of a statement. A failed or rejected one can be submitted again. The bank may report a transfer as
 * executed after it had failed, in any status of the statement; a returned one is failed.
 */
export const STATEMENT_TRANSITIONS: Record<CommissionStatementStatus, readonly CommissionStatementStatus[]> = {
  open: ['closed'],
  closed: ['pending_approval', 'paid'],
  pending_approval: ['approved', 'closed', 'paid'],
  approved: ['processing', 'on_hold', 'failed', 'paid'],
  on_hold: ['approved', 'paid'],
  processing: ['paid', 'failed'],
  paid: ['failed'],
  failed: ['approved', 'pending_approval', 'paid'],
};

export const canTransition = (from: CommissionStatementStatus, to: CommissionStatementStatus): boolean =>
  STATEMENT_TRANSITIONS[from].includes(to);

/** First and last day, both inclusive. */
export interface StatementPeriod {
  period_from: string;
  period_to: string;
}

/** The period of a cycle that contains a day; weeks begin on Monday. */
export function toPeriod(cycle: CommissionCycle, day: string): StatementPeriod {
  if (cycle === 'daily') return { period_from: day, period_to: day };
  if (cycle === 'weekly') {
    const period_from = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    return { period_from, period_to: addDays(period_from, 6) };
  }
  return { period_from: startOfMonth(day), period_to: addDays(startOfNextMonth(day), -1) };
}

/**
 * The periods that need a statement, oldest first. What became known of a period after its statement belongs to the last
 * period that is over, or waits for the next one.
 */
export function planPeriods(
  cycle: CommissionCycle,
  days: readonly string[],
  { has_statement, today }: { has_statement: ReadonlySet<string>; today: string },
): StatementPeriod[] {
  const last = toPeriod(cycle, addDays(toPeriod(cycle, today).period_from, -1));
  const due = new Map<string, StatementPeriod>();
  for (const day of days) {
    const own = toPeriod(cycle, day);
    if (own.period_to > last.period_to) continue;
    const period = has_statement.has(own.period_from) ? last : own;
    if (!has_statement.has(period.period_from)) due.set(period.period_from, period);
  }
  return [...due.values()].toSorted((a, b) => a.period_from.localeCompare(b.period_from));
}

/** Amounts of one merchant, or of all of a statement. */
export interface StatementAmounts {
  transaction_count: number;
  gross_amount: Rupiah;
  fee_amount: Rupiah;
  commission_amount: Rupiah;
  adjustment_amount: Rupiah;
}

export interface StatementTotals extends StatementAmounts {
  carried_amount: Rupiah;
  payable_amount: Rupiah;
  tax_rate_ppm: number;
  tax_amount: Rupiah;
  net_amount: Rupiah;
}

/** The totals of a statement. Tax is rounded half up once, and there is none on what is not paid. */
export function sumStatement(
  lines: readonly StatementAmounts[],
  { carried_amount, tax_rate_ppm }: { carried_amount: Rupiah; tax_rate_ppm: number },
): StatementTotals {
  const sum = (field: keyof StatementAmounts): number => add(0, ...lines.map((line) => line[field]));
  const [commission_amount, adjustment_amount] = [sum('commission_amount'), sum('adjustment_amount')];
  const payable_amount = add(commission_amount, adjustment_amount, carried_amount);
  const tax_amount = payable_amount > 0 ? prorate(payable_amount, tax_rate_ppm, 100 * PPM_PER_PERCENT) : 0;
  return {
    transaction_count: sum('transaction_count'),
    gross_amount: sum('gross_amount'),
    fee_amount: sum('fee_amount'),
    commission_amount,
    adjustment_amount,
    carried_amount,
    payable_amount,
    tax_rate_ppm,
    tax_amount,
    net_amount: subtract(payable_amount, tax_amount),
  };
}

/** `COM-20261130-001`: shown to people, unique per merchant. */
export const formatStatementNumber = (period_to: string, count_before: number): string =>
  `COM-${period_to.replaceAll('-', '')}-${String(count_before + 1).padStart(3, '0')}`;

/** The partner reference of a payout. It identifies the statement and the attempt and is used for one transfer only. */
export const formatStatementReference = (statement_id: string, attempt: number): string =>
  `COM${statement_id.slice('cms_'.length)}${String(attempt).padStart(2, '0')}`;
