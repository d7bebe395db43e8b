/** Labels of fee rules, and their order on the screen. */
import { bankShortName } from '@dasbor/contract/bank';
import { FEE_METHODS, type FeeRuleWithState } from '@dasbor/contract/fee-rule';
import { methodLabel } from '@dasbor/contract/labels';
import { TRANSFER_RAILS, railLabel } from '@dasbor/contract/transfer-rail';
import { formatRate } from '../ui/format-fee.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

const METHODS: readonly string[] = FEE_METHODS;

/** Label of a payment method or of another service with a fee. */
export function formatFeeMethod(method: string): string {
  const services: Record<string, string> = messages().services;
  return services[method] ?? methodLabel(method, currentLanguage());
}

/** Name of the bank or, of disbursements, of the rail that a rule is for. */
export function formatFeeChannel(channel_code: string): string {
  const rail = TRANSFER_RAILS.find((each) => each.toUpperCase() === channel_code);
  return rail === undefined ? bankShortName(channel_code) : railLabel(rail, currentLanguage());
}

export function formatFeeClass(fee_class: string): string {
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
