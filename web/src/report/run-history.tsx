import { REPORT_RUN_STATUSES, type ReportRun, type ReportType, listReportRuns } from '@dasbor/contract/report';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatChoices } from '../list/filter-labels.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './report.module.css';
import { typesFor } from './report-labels.ts';
import { RunItem } from './run-item.tsx';

const PAGE_ROWS = 20;

interface Filter {
  report_type: ReportType[];
  status: ReportRun['status'][];
}
const NO_FILTER: Filter = { report_type: [], status: [] };

/** Past and running reports, newest first; they move on by themselves while the panel is open. */
export function RunHistory({ onAsk }: { onAsk: () => void }) {
  const client = useQueryClient();
  const may_manage = useMay('Reports', 'manage');
  const types = typesFor(useMay('Invoices', 'view'));
  const [filter, setFilter] = useState(NO_FILTER);
  const { report_type, status } = filter;
  const query = {
    limit: PAGE_ROWS,
    ...(report_type.length > 0 ? { report_type: report_type.join(',') } : {}),
    ...(status.length > 0 ? { status: status.join(',') } : {}),
  };
  const runs = useInfiniteQuery({ ...buildPagesQuery(listReportRuns, { query }), meta: { quiet: true } });
  useLive(({ topic }) => {
    if (topic === 'report-run' || topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
    }
  });
  const rows = runs.data?.pages.flatMap((page) => page.data) ?? [];
  const is_filtered = report_type.length + status.length > 0;
  return (
    <>
      <Group gap={8} mb="sm" role="search" aria-label="Filter reports">
        <FilterChip
          label="Type"
          value={formatChoices(report_type)}
          onClear={() => setFilter({ ...filter, report_type: [] })}
        >
          {() => (
            <ChoiceEditor
              label="Type"
              values={types}
              selected={report_type}
              onChange={(next) => setFilter({ ...filter, report_type: next })}
            />
          )}
        </FilterChip>
        <FilterChip label="Status" value={formatChoices(status)} onClear={() => setFilter({ ...filter, status: [] })}>
          {() => (
            <ChoiceEditor
              label="Status"
              values={REPORT_RUN_STATUSES}
              selected={status}
              onChange={(next) => setFilter({ ...filter, status: next })}
            />
          )}
        </FilterChip>
      </Group>
      {runs.isPending && <ListSkeleton rows={5} />}
      {runs.isError && !runs.data && <Failed error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data && rows.length === 0 && is_filtered && (
        <EmptyState
          title="No results"
          action={
            <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
              Clear filters
            </Button>
          }
        >
          No report is of this type and in this state.
        </EmptyState>
      )}
      {runs.data && rows.length === 0 && !is_filtered && (
        <EmptyState
          title="No reports yet"
          icon={<IconFileText size={22} stroke={1.6} />}
          action={may_manage && <Button onClick={onAsk}>Make a report</Button>}
        >
          A report of each settlement appears here when it is paid, and whatever you ask for.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes.runs} aria-label="Reports">
          {rows.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage({ cancelRefetch: false })}
          >
            Show earlier reports
          </Button>
        </div>
      )}
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { detail, request_id } = { request_id: undefined, ...toProblem(error) };
  return <FailedState detail={detail} request_id={request_id} onRetry={onRetry} />;
}
