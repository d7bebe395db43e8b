import type { Analytics, AnalyticsMetric } from '@dasbor/contract/analytics';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { Change } from '../ui/metric-format.ts';
import classes from './analytics.module.css';
import { messages } from './messages.ts';
import { compareValues, formatValue } from './value-format.ts';

/** Metrics whose increase is good or bad; others are neutral. */
const INCREASE_SENTIMENT: Partial<Record<AnalyticsMetric, 'good' | 'bad'>> = {
  amount: 'good',
  count: 'good',
  success_rate: 'good',
  failed_count: 'bad',
  refund_rate: 'bad',
  refunded_amount: 'bad',
  p50: 'bad',
  p90: 'bad',
};
const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus } as const;

/** A change to the previous period, by arrow, text and tone. */
export function ChangeMark({ change, more_is }: { change: Change; more_is?: 'good' | 'bad' | undefined }) {
  const { direction, text } = change;
  const is_better = (direction === 'up') === (more_is === 'good');
  const tone = more_is === undefined || direction === 'same' ? 'plain' : is_better ? 'good' : 'bad';
  const Icon = ARROWS[direction];
  return (
    <span className={classes.change} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}

/** The metrics of the whole period above a chart. */
export const Metrics = ({ metrics, is_compared }: { metrics: Analytics['metrics']; is_compared: boolean }) => (
  <dl className={classes.metrics}>
    {metrics.map(({ key, unit, value, previous }) => {
      const change = compareValues(value, previous, unit);
      return (
        <div key={key}>
          <dt>{messages().metrics[key]}</dt>
          <dd>
            <b>{formatValue(value, unit)}</b>
            {is_compared && change && <ChangeMark change={change} more_is={INCREASE_SENTIMENT[key]} />}
            {is_compared && <small>{messages().metrics.versus(formatValue(previous, unit))}</small>}
          </dd>
        </div>
      );
    })}
  </dl>
);
