/** Labels of fee rules, and their order on the screen. */
import { FEE_METHODS, type FeeRuleWithState } from '@dasbor/contract/fee-rule';
import { methodLabel } from '@dasbor/contract/labels';
import { formatRate } from '../ui/format-fee.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

const METHODS: readonly string[] = FEE_METHODS;

/** Label of a payment method or of another service with a fee. */
export function feeMethodLabel(method: string): string {
  const services: Record<string, string> = messages().services;
  return services[method] ?? methodLabel(method, currentLanguage());
}

export function feeClassLabel(fee_class: string): string {
  const classes: Record<string, string> = messages().classes;
  return classes[fee_class] ?? fee_class;
}

/** `12% × 11/12`. */
export function formatVatRate(rule: FeeRuleWithState): string {
  const { vat_rate_bps, vat_base_numerator: numerator, vat_base_denominator: denominator } = rule;
  return `${formatRate(vat_rate_bps)}${numerator === denominator ? '' : ` × ${numerator}/${denominator}`}`;
}

/** Fee rules by method, in the order of the methods. */
export function groupByMethod(rules: readonly FeeRuleWithState[]): [method: string, rules: FeeRuleWithState[]][] {
  return [...Map.groupBy(rules, ({ method }) => method)].toSorted(
    ([a], [b]) => METHODS.indexOf(a) - METHODS.indexOf(b),
  );
}
