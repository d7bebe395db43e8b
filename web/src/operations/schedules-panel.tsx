import type { summariseJobs } from '@dasbor/contract/job';
import type { Output } from '@dasbor/contract/route';
import { Code } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';

type Summary = Output<typeof summariseJobs>;
type Schedule = Summary['data']['schedules'][number];

const formatState = ({ state }: Schedule): string =>
  state === null ? messages().jobs.idle : messages().jobs.states[state];

/** The schedules with their last and next run. */
export function SchedulesPanel({ query }: { query: UseQueryResult<Summary, CallError> }) {
  const t = messages().jobs;
  const columns: readonly Column<Schedule>[] = [
    { id: 'job', label: t.job, width_px: 240, render: ({ task }) => <Code>{task}</Code> },
    { id: 'expression', label: t.expression, width_px: 130, priority: 1, render: ({ expression }) => expression },
    { ...STATUS, id: 'state', label: t.state, priority: 2, render: formatState },
    {
      ...TIME,
      id: 'last',
      label: t.last_run,
      render: ({ last_run_at }) => (last_run_at === null ? t.never : <Instant at={last_run_at} />),
    },
    { ...TIME, id: 'next', label: t.next_run, priority: 3, render: ({ next_run_at }) => <Instant at={next_run_at} /> },
  ];
  return (
    <Panel title={t.schedules} flush={query.data !== undefined}>
      {query.isPending && <ListSkeleton rows={8} />}
      {query.isError && query.data === undefined && (
        <FailedState detail={query.error.detail} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <PanelTable
          label={t.schedules}
          columns={columns}
          rows={query.data.data.schedules}
          keyOf={({ task }) => task}
          renderCard={(schedule) => (
            <RowCard>
              <Code>{schedule.task}</Code>
              <span>{formatState(schedule)}</span>
              <SecondaryText>
                {t.next_run} <Instant at={schedule.next_run_at} />
              </SecondaryText>
            </RowCard>
          )}
        />
      )}
    </Panel>
  );
}
