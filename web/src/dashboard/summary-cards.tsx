import type { getDashboardSummary } from '@dasbor/contract/dashboard';
import type { Output } from '@dasbor/contract/route';
import { Paper, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { CardFailure } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { type Change, formatChange, formatMetric } from '../ui/metric-format.ts';
import { METRICS, type Metric } from './metrics.ts';
import { messages } from './messages.ts';

export type Summary = Output<typeof getDashboardSummary>['data'];

const ARROW = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus } as const;

/** Metric cards of the period, each with its change and sparkline. */
export function SummaryCards({
  query,
  is_compared,
}: {
  query: UseQueryResult<{ data: Summary }, CallError>;
  is_compared: boolean;
}) {
  if (query.isError && query.data === undefined) {
    return (
      <Paper withBorder component="section" aria-label={messages().metrics.title} className={classes.metricsFailed}>
        <CardFailure error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  return (
    <section className={classes.metrics} aria-label={messages().metrics.title} aria-busy={query.isFetching}>
      {METRICS.map((metric) => (
        <MetricCard key={metric.key} metric={metric} summary={query.data?.data} is_compared={is_compared} />
      ))}
    </section>
  );
}

function MetricCard({
  metric: { key, unit, more_is },
  summary,
  is_compared,
}: {
  metric: Metric;
  summary: Summary | undefined;
  is_compared: boolean;
}) {
  const { label, meaning } = messages().metrics[key];
  const value = summary?.[key];
  return (
    <Paper withBorder className={classes.metric} data-metric={key}>
      <div className={classes.metricLabel} title={meaning}>
        {label}
      </div>
      {value === undefined ? (
        <Skeleton h={22} w="62%" my={4} />
      ) : (
        <div className={classes.metricValue}>{formatMetric(value.value, unit)}</div>
      )}
      <div className={classes.metricChange}>
        {value && is_compared && (
          <ChangeMark
            change={formatChange(value.value, value.previous, unit)}
            more_is={more_is}
            previous={formatMetric(value.previous, unit)}
          />
        )}
        {value && !is_compared && meaning}
      </div>
      {value === undefined ? <Skeleton h={30} /> : <Sparkline values={value.series} />}
    </Paper>
  );
}

function ChangeMark(props: { change: Change | null; more_is: 'good' | undefined; previous: string }) {
  const { change, more_is, previous } = props;
  const tone =
    !more_is || !change || change.direction === 'same' ? 'plain' : change.direction === 'up' ? 'good' : 'bad';
  const Icon = ARROW[change?.direction ?? 'same'];
  return (
    <>
      {change && (
        <span className={classes.change} data-tone={tone}>
          <Icon size={14} aria-hidden />
          {change.text}
        </span>
      )}
      <Text span inherit c="dimmed">
        {messages().metrics.versus(previous)}
      </Text>
    </>
  );
}
