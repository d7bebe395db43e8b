/** What prices are for, in words. */
import type { FeeRuleWithState } from '@dasbor/contract/fee-rule';

const METHODS: Record<string, string> = {
  qris: 'QRIS',
  virtual_account: 'Virtual account',
  e_wallet: 'E-wallet',
  card: 'Card',
  retail: 'Retail outlet',
  direct_debit: 'Direct debit',
  deposit: 'Deposit by virtual account',
  refund_transfer: 'Refund by transfer',
};

const CLASSES: Record<string, string> = {
  UMI: 'micro business',
  UKE: 'small business',
  UME: 'medium business',
  UBE: 'large business',
  URE: 'regular business',
  EDU: 'education',
  SPBU: 'fuel station',
  BLU: 'public service agency',
  PSO: 'public service obligation',
  G2P: 'government aid',
  P2G: 'payments to government',
  DONATION: 'donations',
  WORSHIP: 'place of worship',
};

export const feeMethodLabel = (method: string): string => METHODS[method] ?? method;
export const feeClassLabel = (fee_class: string): string => CLASSES[fee_class] ?? fee_class;

/** Prices by what they are for, in the order of the answer. */
export function groupByMethod(rules: readonly FeeRuleWithState[]): [method: string, rules: FeeRuleWithState[]][] {
  return [...Map.groupBy(rules, ({ method }) => method)].toSorted(
    ([a], [b]) => Object.keys(METHODS).indexOf(a) - Object.keys(METHODS).indexOf(b),
  );
}
