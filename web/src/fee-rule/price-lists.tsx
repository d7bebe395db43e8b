import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import type { FeeRuleWithState } from '@dasbor/contract/fee-rule';
import { Badge, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatAmountBand, formatFeeLimits, formatPrice, formatValidity } from '../ui/format-fee.ts';
import { formatValidityState } from '../ui/validity-chip.tsx';
import { messages } from './messages.ts';
import { formatFeeChannel, formatFeeMethod, formatVatRate, groupByMethod } from './price-labels.ts';
import classes from './pricing.module.css';

interface PriceListsProps {
  rules: readonly FeeRuleWithState[];
  /** An action on a rule, such as its withdrawal. */
  renderAction?: (rule: FeeRuleWithState) => ReactNode;
}

/** Fee rules by method. */
export const PriceLists = ({ rules, renderAction }: PriceListsProps) =>
  groupByMethod(rules).map(([method, of_method]) => (
    <section key={method} aria-label={formatFeeMethod(method)}>
      <Title order={3} className={classes.method}>
        {formatFeeMethod(method)}
      </Title>
      <ul className={classes.prices}>
        {of_method.map((rule) => (
          <Price key={rule.id} rule={rule} action={renderAction?.(rule)} />
        ))}
      </ul>
    </section>
  ));

const COLORS = { current: 'green', upcoming: 'yellow', ended: 'gray' } as const;

function Price({ rule, action }: { rule: FeeRuleWithState; action: ReactNode }) {
  const t = messages();
  const about = [
    rule.channel_code && formatFeeChannel(rule.channel_code),
    formatAmountBand(rule),
    formatFeeLimits(rule),
  ].filter((part) => part !== null && part);
  return (
    <li className={classes.price} data-state={rule.state}>
      <span className={classes.name}>
        {translateFeeRuleName(rule.name, currentLanguage())}
        {rule.is_own && (
          <Badge size="xs" variant="light" ml={6}>
            {t.own}
          </Badge>
        )}
      </span>
      <span className={classes.fee}>{formatPrice(rule)}</span>
      <span className={classes.about}>
        {[...about, formatValidity(rule), t.version(rule.version)].join(' · ')}
        {rule.rate_bps + rule.flat_amount > 0 && ` · PPN ${formatVatRate(rule)}`}
      </span>
      <Badge size="xs" variant="dot" color={COLORS[rule.state]} className={classes.state}>
        {formatValidityState(rule.state)}
      </Badge>
      {action}
    </li>
  );
}
