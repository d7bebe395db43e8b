import type { getDashboardSummary } from '@dasbor/contract/dashboard';
import type { Output } from '@dasbor/contract/route';
import { Paper, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { CardFailure } from '../ui/figure-card.tsx';
import classes from './dashboard.module.css';
import { type Change, formatChange, formatFigure } from '../ui/figure-format.ts';
import { FIGURES, type Figure } from './figures.ts';
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
      <Paper withBorder component="section" aria-label={messages().figures.title} className={classes.figuresFailed}>
        <CardFailure error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  return (
    <section className={classes.figures} aria-label={messages().figures.title} aria-busy={query.isFetching}>
      {FIGURES.map((figure) => (
        <FigureCard key={figure.metric} figure={figure} summary={query.data?.data} is_compared={is_compared} />
      ))}
    </section>
  );
}

function FigureCard({
  figure: { metric, unit, more_is },
  summary,
  is_compared,
}: {
  figure: Figure;
  summary: Summary | undefined;
  is_compared: boolean;
}) {
  const { label, meaning } = messages().figures[metric];
  const value = summary?.[metric];
  return (
    <Paper withBorder className={classes.figure} data-metric={metric}>
      <div className={classes.figureLabel} title={meaning}>
        {label}
      </div>
      {value === undefined ? (
        <Skeleton h={22} w="62%" my={4} />
      ) : (
        <div className={classes.figureValue}>{formatFigure(value.value, unit)}</div>
      )}
      <div className={classes.figureChange}>
        {value && is_compared && (
          <ChangeMark
            change={formatChange(value.value, value.previous, unit)}
            more_is={more_is}
            previous={formatFigure(value.previous, unit)}
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
        {messages().figures.versus(previous)}
      </Text>
    </>
  );
}
