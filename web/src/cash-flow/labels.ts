/** Categories and accounts of the cash flow in the words of people: files carry the same. */
import type { AccountType } from '@dasbor/contract/balance';
import {
  CASH_FLOW_CATEGORIES,
  type CashFlowAccount,
  type CashFlowCategory,
  type CashFlowDay,
} from '@dasbor/contract/cash-flow';
import { formatDay } from '../ui/instant.tsx';

export const categoryLabel: Record<CashFlowCategory, string> = {
  money_in: 'Money in',
  refunds: 'Refunds',
  fees: 'Fees',
  vat: 'PPN',
  disbursements: 'Disbursements',
  payouts: 'Payouts',
  top_ups: 'Top-ups',
  adjustments: 'Adjustments',
};

/** In the words of the balance screen; everything settled together has a name of its own here. */
export const accountLabel = (account: CashFlowAccount, nameOfAccount: (type: AccountType) => string): string =>
  account === 'settled' ? 'All settled money' : nameOfAccount(account);

/** `17 Nov 2026` of a business day. */
export const formatBusinessDay = (day: string): string => formatDay(`${day}T05:00:00Z`);

type Sums = Pick<CashFlowDay, CashFlowCategory>;

/** What a choice of categories leaves out, as one figure: a row must add up on the screen, too. */
export const sumOthers = (chosen: readonly CashFlowCategory[], sums: Sums): number =>
  CASH_FLOW_CATEGORIES.filter((category) => !chosen.includes(category)).reduce((sum, each) => sum + sums[each], 0);
