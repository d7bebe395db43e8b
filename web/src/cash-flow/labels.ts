/** Labels of categories, accounts and days in the cash flow; files carry the same. */
import {
  CASH_FLOW_CATEGORIES,
  type CashFlowAccount,
  type CashFlowCategory,
  type CashFlowDay,
  categoryLabel as getCategoryLabel,
} from '@dasbor/contract/cash-flow';
import type { AccountType } from '@dasbor/contract/balance';
import { accountLabel as getAccountLabel } from '@dasbor/contract/balance-labels';
import { currentLanguage } from '../ui/define-messages.ts';

export const formatCategory = (category: CashFlowCategory): string => getCategoryLabel(category, currentLanguage());

export const formatAccountType = (account: CashFlowAccount | AccountType): string =>
  getAccountLabel(account, currentLanguage());

type Sums = Pick<CashFlowDay, CashFlowCategory>;

/** The sum of the categories that are not selected, so that a row still adds up on the screen. */
export const sumOthers = (selected: readonly CashFlowCategory[], sums: Sums): number =>
  CASH_FLOW_CATEGORIES.filter((category) => !selected.includes(category)).reduce((sum, each) => sum + sums[each], 0);
