import { JOB_STATES, type Job, type JobState, listJobs, retryJob, summariseJobs } from '@dasbor/contract/job';
import { Button, Code, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery, buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatCount } from '../ui/amount.tsx';
import { COUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import classes from './operations.module.css';
import { SchedulesPanel } from './schedules-panel.tsx';
import { useExceptionAction } from './use-exception-action.ts';

const TONES: Record<JobState, Tone> = {
  running: 'success',
  waiting: 'pending',
  scheduled: 'pending',
  retrying: 'warning',
  failed: 'danger',
};

const JobChip = ({ state }: { state: JobState }) => (
  <StatusChip status={state} tone={TONES[state]} label={messages().jobs.states[state]} />
);

/** The job queue: what runs, waits and failed, and the schedules. */
export function JobsTab() {
  const t = messages();
  const [state, setState] = useState<JobState | null>(null);
  const summary = useQuery({ ...buildQuery(summariseJobs), meta: { quiet: true } });
  const jobs = useInfiniteQuery({
    ...buildPagesQuery(listJobs, { query: state === null ? {} : { state } }),
    meta: { quiet: true },
  });
  const rows = jobs.data?.pages.flatMap(({ data }) => data) ?? [];
  const getCount = (each: JobState): number => summary.data?.data.counts.find((row) => row.state === each)?.count ?? 0;
  return (
    <>
      <div className={classes.chips} role="group" aria-label={t.jobs.counts}>
        {[null, ...JOB_STATES].map((each) => (
          <Button
            key={each ?? 'all'}
            size="compact-sm"
            variant={state === each ? 'filled' : 'default'}
            aria-pressed={state === each}
            onClick={() => setState(each)}
          >
            {each === null ? t.jobs.show_all : `${t.jobs.states[each]} · ${formatCount(getCount(each))}`}
          </Button>
        ))}
      </div>
      <Panel title={t.jobs.list} flush={rows.length > 0}>
        {jobs.isPending && <ListSkeleton rows={6} />}
        {jobs.isError && jobs.data === undefined && (
          <FailedState detail={jobs.error.message} onRetry={() => void jobs.refetch()} />
        )}
        {jobs.data !== undefined && rows.length === 0 && (
          <EmptyState title={t.jobs.empty}>{t.jobs.empty_line}</EmptyState>
        )}
        {rows.length > 0 && (
          <PanelTable
            label={t.jobs.list}
            columns={buildColumns()}
            rows={rows}
            keyOf={({ id }) => id}
            renderCard={(job) => <JobCard job={job} />}
          />
        )}
        {jobs.hasNextPage && (
          <Group justify="center" p="md">
            <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
              {t.more}
            </Button>
          </Group>
        )}
      </Panel>
      <Text c="dimmed" fz="sm" my="md">
        {t.jobs.line}
      </Text>
      <SchedulesPanel query={summary} />
    </>
  );
}

/** The first line of an error; the rest is its stack. */
const firstLine = (error: string | null): string | null => error?.split('\n')[0] ?? null;

function buildColumns(): readonly Column<Job>[] {
  const t = messages().jobs;
  return [
    { id: 'job', label: t.job, width_px: 220, render: ({ task }) => <Code>{task}</Code> },
    { ...STATUS, id: 'state', label: t.state, render: (job) => <JobChip {...job} /> },
    {
      ...COUNT,
      id: 'attempts',
      label: t.attempts,
      priority: 3,
      render: ({ attempts, max_attempts }) => `${attempts} / ${max_attempts}`,
    },
    { ...TIME, id: 'run_at', label: t.run_at, priority: 4, render: ({ run_at }) => <Instant at={run_at} /> },
    { id: 'object', label: t.object, width_px: 200, priority: 1, render: ({ object_id }) => renderText(object_id) },
    {
      id: 'error',
      label: t.error,
      width_px: 240,
      priority: 2,
      render: ({ last_error }) => <span title={last_error ?? undefined}>{renderText(firstLine(last_error))}</span>,
    },
    { id: 'actions', label: t.retry, head: '', width_px: 140, is_pinned: true, render: (job) => <Retry job={job} /> },
  ];
}

function JobCard({ job }: { job: Job }) {
  const { attempts, max_attempts } = job;
  return (
    <RowCard>
      <Code>{job.task}</Code>
      <JobChip {...job} />
      <SecondaryText>
        <Instant at={job.run_at} />
      </SecondaryText>
      <SecondaryText>{`${messages().jobs.attempts}: ${attempts} / ${max_attempts}`}</SecondaryText>
      <SecondaryText>{firstLine(job.last_error)}</SecondaryText>
      <Retry job={job} />
    </RowCard>
  );
}

function Retry({ job }: { job: Job }) {
  const t = messages();
  const may_manage = useHasAccess('Operations', 'manage');
  const retry = useExceptionAction(() => call(retryJob, { params: { id: job.id } }), t.exceptions.retried);
  if (job.state !== 'failed' && job.state !== 'retrying') return null;
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      disabled_reason={may_manage ? undefined : t.denied}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t.jobs.retry}
    </ActionButton>
  );
}
