/** Rules of the cash flow: the category of each movement, and how days add up. Pure. */
import { addDays, countDays } from '@dasbor/contract/time';
import type { AccountType, EntryKind } from '@dasbor/contract/balance';
import {
  CASH_FLOW_CATEGORIES,
  CASH_FLOW_MAX_DAYS,
  type CashFlow,
  type CashFlowAccount,
  type CashFlowCategory,
  type CashFlowDay,
} from '@dasbor/contract/cash-flow';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';

/** Settled money that belongs to the merchant. Transfers among these accounts cancel out. */
const SETTLED: readonly AccountType[] = ['available', 'reserve', 'payout', 'payout_reserved'];

/** The ledger account types of a selected balance. */
export const getAccountTypes = (account: CashFlowAccount): readonly AccountType[] =>
  account === 'settled' ? SETTLED : [account];

/** One category, or separate ones for inflow and outflow. */
type CategoryBySide = CashFlowCategory | { in: CashFlowCategory; out: CashFlowCategory };

/**
 * The category of every kind of movement; a missing kind does not compile. A settlement is money in on the credited
 * account and a payout on the debited one; a balance transfer is a payout of one balance and a top-up of the other.
 */
const CATEGORY_OF_KIND: Record<EntryKind, CategoryBySide> = {
  payment: 'money_in',
  payment_fee: 'fees',
  payment_fee_vat: 'vat',
  // Payment reversals by the bank; settlements list them as adjustments, too.
  payment_reversal: 'adjustments',
  payment_fee_reversal: 'fees',
  payment_fee_vat_reversal: 'vat',
  refund_hold: 'refunds',
  refund_release: 'refunds',
  refund: 'refunds',
  // Held as one amount including VAT; the split is posted when the fee is charged.
  refund_fee_hold: 'fees',
  refund_fee_release: 'fees',
  refund_fee: 'fees',
  refund_fee_vat: 'vat',
  refund_fee_reversal: 'fees',
  refund_fee_vat_reversal: 'vat',
  refund_fee_reversal_back: 'fees',
  refund_fee_vat_reversal_back: 'vat',
  refund_return: 'refunds',
  refund_fee_return: 'fees',
  refund_fee_vat_return: 'vat',
  // Executed by the bank although it was reported as failed.
  refund_late: 'refunds',
  refund_late_fee: 'fees',
  refund_late_fee_vat: 'vat',
  // The available balance covers a refund when the pending balance is too low.
  available_cover: 'refunds',
  available_cover_back: 'refunds',
  settlement: { in: 'money_in', out: 'payouts' },
  settlement_payout: { in: 'money_in', out: 'payouts' },
  settlement_payout_back: 'payouts',
  settlement_payout_late: 'payouts',
  settlement_payout_late_back: 'payouts',
  // Reserved within the settled money; they show where one of the two balances is selected.
  disbursement_hold: 'disbursements',
  disbursement_fee_hold: 'fees',
  disbursement_release: 'disbursements',
  disbursement_fee_release: 'fees',
  disbursement: 'disbursements',
  disbursement_fee: 'fees',
  disbursement_fee_vat: 'vat',
  disbursement_late: 'disbursements',
  disbursement_late_fee: 'fees',
  disbursement_late_fee_vat: 'vat',
  disbursement_reversal: 'disbursements',
  disbursement_fee_reversal: 'fees',
  disbursement_fee_vat_reversal: 'vat',
  top_up: 'top_ups',
  top_up_fee: 'fees',
  top_up_fee_vat: 'vat',
  deposit_hold: 'top_ups',
  deposit_return: 'top_ups',
  balance_move: { in: 'top_ups', out: 'payouts' },
  withdrawal: 'payouts',
  commission: 'fees',
  fee_credit: 'fees',
  fee_credit_vat: 'vat',
  commission_return: 'fees',
  // Between the commission account and the bank; they touch no balance of the merchant.
  commission_collected: 'fees',
  commission_statement: 'fees',
  commission_payout: 'payouts',
  commission_payout_back: 'payouts',
  commission_payout_late: 'payouts',
  commission_payout_late_back: 'payouts',
  commission_tax: 'vat',
  commission_tax_back: 'vat',
  commission_tax_late: 'vat',
  commission_tax_late_back: 'vat',
  // A transfer that the bank executed with another amount, ended by two people.
  transfer_shortfall: 'adjustments',
  transfer_shortfall_back: 'adjustments',
  transfer_excess: 'adjustments',
  transfer_excess_back: 'adjustments',
  adjustment: 'adjustments',
  reserve_hold: 'adjustments',
  reserve_release: 'adjustments',
};

/** The category of a movement. Unknown kinds, posted by a newer version, count as adjustments. */
export function toCategory(kind: string, is_in: boolean): CashFlowCategory {
  const place = Object.hasOwn(CATEGORY_OF_KIND, kind) ? CATEGORY_OF_KIND[kind as EntryKind] : 'adjustments';
  return typeof place === 'string' ? place : place[is_in ? 'in' : 'out'];
}

/** Kinds that can count in one of the categories on a side, for filtering rows. */
export function listKinds(categories: readonly CashFlowCategory[], is_in: boolean): string[] {
  return Object.keys(CATEGORY_OF_KIND).filter((kind) => categories.includes(toCategory(kind, is_in)));
}

/** Settlements are posted net; their batch has the parts. */
export const SETTLEMENT_KINDS: readonly string[] = ['settlement', 'settlement_payout'] satisfies EntryKind[];

/** The parts of the net amount of a batch. */
export interface BatchAmounts {
  gross_amount: Rupiah;
  refund_amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  commission_amount: Rupiah;
  adjustment_amount: Rupiah;
}

/** Signed parts of a credited settlement by category, without zeros. */
export function splitSettlement(batch: BatchAmounts): { category: CashFlowCategory; amount: Rupiah }[] {
  const parts: { category: CashFlowCategory; amount: Rupiah }[] = [
    { category: 'money_in', amount: batch.gross_amount },
    { category: 'refunds', amount: 0 - batch.refund_amount },
    { category: 'fees', amount: 0 - add(batch.fee_amount, batch.commission_amount) },
    { category: 'vat', amount: 0 - batch.fee_vat_amount },
    { category: 'adjustments', amount: batch.adjustment_amount },
  ];
  return parts.filter(({ amount }) => amount !== 0);
}

/** The movements of a day of one kind in one direction; `batch`: the part with known settlement batches. */
export interface Flow {
  day: string;
  kind: string;
  is_in: boolean;
  amount: Rupiah;
  count: number;
  batch: (BatchAmounts & { settled_amount: Rupiah }) | null;
}

/** Balances of the ledger and the net of each day, independent of the kinds of movements. */
export interface LedgerBalances {
  /** Current balance. */
  balance_now: Rupiah;
  /** Net of each day from the start of the period up to now; days without movements are absent. */
  net_by_day: ReadonlyMap<string, Rupiah>;
}

const NOTHING = Object.fromEntries(CASH_FLOW_CATEGORIES.map((category) => [category, 0])) as Record<
  CashFlowCategory,
  Rupiah
>;

/** The signed parts of a flow. */
export function splitFlow({ kind, is_in, amount, batch }: Flow): { category: CashFlowCategory; amount: Rupiah }[] {
  const known = is_in && batch !== null ? batch : null;
  const rest = subtract(amount, known?.settled_amount ?? 0);
  const other = rest === 0 ? [] : [{ category: toCategory(kind, is_in), amount: is_in ? rest : 0 - rest }];
  return known === null ? other : [...splitSettlement(known), ...other];
}

function sumFlows(flows: readonly Flow[]) {
  const parts = flows.flatMap(splitFlow);
  const sums = { ...NOTHING };
  for (const { category, amount } of parts) sums[category] = add(sums[category], amount);
  return {
    ...sums,
    inflow: add(...parts.map(({ amount }) => Math.max(0, amount))),
    outflow: add(...parts.map(({ amount }) => Math.max(0, -amount))),
  };
}

/** Closing less opening less all categories. */
const calculateDifference = (sums: Record<CashFlowCategory, Rupiah>, opening: Rupiah, closing: Rupiah): Rupiah =>
  subtract(closing, opening, ...CASH_FLOW_CATEGORIES.map((category) => sums[category]));

/** The table of a period. Both ends of each day are the ledger's; `difference` is what the categories leave open. */
export function buildCashFlow(
  period: Pick<CashFlow, 'account' | 'from' | 'to' | 'as_of'>,
  flows: readonly Flow[],
  { balance_now, net_by_day }: LedgerBalances,
): CashFlow {
  const by_day = Map.groupBy(flows, ({ day }) => day);
  let opening = subtract(balance_now, add(...net_by_day.values()));
  const days = listDays(period.from, period.to).map((day): CashFlowDay => {
    const of_day = by_day.get(day) ?? [];
    const sums = sumFlows(of_day);
    const closing = add(opening, net_by_day.get(day) ?? 0);
    const entry_count = of_day.reduce((count, flow) => count + flow.count, 0);
    const row = {
      day,
      opening,
      ...sums,
      closing,
      difference: calculateDifference(sums, opening, closing),
      entry_count,
    };
    opening = closing;
    return row;
  });
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A period has a day');
  const sums = sumFlows(flows);
  const ends = { opening: first.opening, closing: last.closing };
  return {
    ...period,
    total: { ...sums, ...ends, difference: calculateDifference(sums, ends.opening, ends.closing) },
    days,
  };
}

/** All days of a period, inclusive. */
export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, place) => addDays(from, place));

/** Default length of a period, in days. */
const DEFAULT_DAYS = 30;

/** The requested period, with defaults relative to today. */
export function parsePeriod(
  requested: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } | 'range_too_long' | 'range_reversed' {
  const to = requested.to ?? today;
  const from = requested.from ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) return 'range_reversed';
  return countDays(from, to) > CASH_FLOW_MAX_DAYS ? 'range_too_long' : { from, to };
}
