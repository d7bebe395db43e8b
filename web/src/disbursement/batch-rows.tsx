import { listBatchRows } from '@dasbor/contract/disbursement-batch';
import type { BatchRow } from '@dasbor/contract/disbursement-batch-fields';
import { SegmentedControl } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatCount } from '../ui/amount.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import type { BatchDetail } from './batch-detail-screen.tsx';
import { batchMessages } from './batch-messages.ts';
import { useDeleteRow, useUpdateRow } from './batch-mutations.ts';
import { BatchRowCard, type ExcludedRows, buildRowColumns } from './batch-row-columns.tsx';
import classes from './batch-rows.module.css';

const RESULTS = ['all', 'error', 'warning'] as const;
type Result = (typeof RESULTS)[number];

interface BatchRowsProps {
  batch: BatchDetail;
  /** Rows that the approver excludes. */
  excluded: ExcludedRows;
  onExclude: (rows: ExcludedRows) => void;
}

/** The rows of a batch: corrected in place before it is submitted, excluded one by one by its approver. */
export function BatchRows({ batch, excluded, onExclude }: BatchRowsProps) {
  const t = batchMessages().rows;
  const [result, setResult] = useState<Result>(batch.status === 'needs_fix' ? 'error' : 'all');
  const [q, setQ] = useState('');
  const may_manage = useHasAccess('Disbursements', 'manage');
  const update = useUpdateRow(batch.id);
  const remove = useDeleteRow(batch.id);
  const query = useMemo(
    () => ({ limit: 100, ...(result === 'all' ? {} : { status: [result] }), ...(q === '' ? {} : { q }) }),
    [result, q],
  );
  const list = useInfiniteQuery({
    ...buildPagesQuery(listBatchRows, { params: { id: batch.id }, query: query as never }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = (list.data?.pages as { data: BatchRow[] }[] | undefined)?.flatMap(({ data }) => data) ?? [];
  const is_editable =
    may_manage && (batch.status === 'validating' || batch.status === 'ready' || batch.status === 'needs_fix');
  const columns = buildRowColumns({
    edit: is_editable ? (row_no, change) => update.mutate({ row_no, change }) : null,
    remove: is_editable ? (row_no) => remove.mutate(row_no) : null,
    exclusion: batch.may_decide ? { excluded, onExclude } : null,
    has_run: batch.status === 'processing' || batch.completed_at !== null,
  });
  const counts: Record<Result, number> = {
    all: batch.total_rows,
    error: batch.invalid_rows,
    warning: batch.warning_rows,
  };
  return (
    <section aria-label={t.label}>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t.result}
          data={RESULTS.map((value) => ({ value, label: t[value](formatCount(counts[value])) }))}
          value={result}
          onChange={(value) => setResult(value as Result)}
        />
        <SearchField label={t.search} value={q} onChange={setQ} />
      </div>
      {list.isPending ? (
        <Panel flush>
          <ListSkeleton rows={8} />
        </Panel>
      ) : list.isError && rows.length === 0 ? (
        <Panel>
          <FailedState detail={list.error.message} onRetry={() => void list.refetch()} />
        </Panel>
      ) : (
        <DataTable
          label={t.label}
          columns={columns}
          rows={rows}
          keyOf={({ row_no }) => String(row_no)}
          renderCard={(row) => <BatchRowCard row={row} columns={columns} />}
          has_more={list.hasNextPage}
          is_loading_more={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
          reserved_px={220}
          empty={
            <EmptyState title={t.empty} icon={<IconFilterOff size={22} stroke={1.6} />}>
              {t.empty_line}
            </EmptyState>
          }
        />
      )}
    </section>
  );
}
