import type { getDashboardSummary } from '@dasbor/contract/dashboard';
import type { Output } from '@dasbor/contract/route';
import { Paper, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { CardFailure } from './card.tsx';
import classes from './dashboard.module.css';
import { type Change, FIGURES, type Figure, formatChange, formatFigure } from './figures.ts';

export type Summary = Output<typeof getDashboardSummary>['data'];

const ARROW = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus } as const;

/** The figures of the period: each with its change and its run. */
export function SummaryCards({
  query,
  is_compared,
}: {
  query: UseQueryResult<{ data: Summary }, CallError>;
  is_compared: boolean;
}) {
  if (query.isError && query.data === undefined) {
    return (
      <Paper withBorder component="section" aria-label="Figures" className={classes.figuresFailed}>
        <CardFailure error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  return (
    <section className={classes.figures} aria-label="Figures" aria-busy={query.isFetching}>
      {FIGURES.map((words) => (
        <FigureCard key={words.metric} words={words} summary={query.data?.data} is_compared={is_compared} />
      ))}
    </section>
  );
}

function FigureCard({
  words,
  summary,
  is_compared,
}: {
  words: Figure;
  summary: Summary | undefined;
  is_compared: boolean;
}) {
  const figure = summary?.[words.metric];
  return (
    <Paper withBorder className={classes.figure} data-metric={words.metric}>
      <div className={classes.figureLabel} title={words.meaning}>
        {words.label}
      </div>
      {figure === undefined ? (
        <Skeleton h={22} w="62%" my={4} />
      ) : (
        <div className={classes.figureValue}>{formatFigure(figure.value, words.unit)}</div>
      )}
      <div className={classes.figureChange}>
        {figure && is_compared && (
          <ChangeMark
            change={formatChange(figure.value, figure.previous, words.unit)}
            more_is={words.more_is}
            before={formatFigure(figure.previous, words.unit)}
          />
        )}
        {figure && !is_compared && words.meaning}
      </div>
      {figure === undefined ? <Skeleton h={30} /> : <Sparkline values={figure.series} />}
    </Paper>
  );
}

function ChangeMark(props: { change: Change | null; more_is: 'good' | undefined; before: string }) {
  const { change, more_is, before } = props;
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
      <Text span inherit c="dimmed" truncate>
        before {before}
      </Text>
    </>
  );
}
