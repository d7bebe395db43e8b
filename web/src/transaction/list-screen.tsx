import type { Transaction } from '@dasbor/contract/transaction';
import { getTransaction } from '@dasbor/contract/transaction';
import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { queryOf } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { columnsKeyOf, useStoredColumns } from '../ui/stored-columns.ts';
import { COLUMNS, type TransactionColumn, csvColumnsOf } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type TransactionFilter, isFiltered, listQueryOf, searchOf, summaryQueryOf } from './filter.ts';
import { useTransactionFilter } from './list-address.ts';
import { EmptyList } from './list-empty.tsx';
import { StaleLine } from './list-stale.tsx';
import { useTransactionRows } from './list-query.ts';
import { RowMenu } from './row-menu.tsx';
import { SummaryStrip } from './summary-strip.tsx';
import { TransactionCard } from './transaction-card.tsx';
import classes from './transaction.module.css';

/** A pointer that only passes over a row does not read its detail. */
const REST_MS = 80;
/** Header, filters and totals above the table, in pixels. */
const AROUND_PX = 308;

const ACTIONS: Column<Transaction> = {
  id: 'actions',
  label: '',
  width_px: 44,
  is_pinned: true,
  render: (row) => <RowMenu transaction={row} />,
};

/** All payments of the merchant, whatever the method. */
export function TransactionListScreen() {
  const [filter, change] = useTransactionFilter();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(columnsKeyOf(profile?.id ?? '', 'transactions'), COLUMNS);
  const query = useMemo(() => listQueryOf(filter), [filter]);
  const { list, rows, newcomers, showNewcomers } = useTransactionRows(query);
  const [tops, setTops] = useState(0);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = ({ id }: Transaction) => void navigate({ to: '/transaction/$id', params: { id } });
  const readAhead = ({ id }: Transaction) => {
    clearTimeout(hover.current);
    const detail = queryOf(getTransaction, { params: { id } });
    hover.current = setTimeout(() => void client.prefetchQuery({ ...detail, meta: { quiet: true } }), REST_MS);
  };
  const goToTop = async () => {
    await showNewcomers();
    setTops((count) => count + 1);
  };
  return (
    <>
      <PageHeader
        title="Transactions"
        line="Every payment, whatever the method. Times are in WIB."
        actions={
          <>
            <ColumnChooser columns={COLUMNS} choice={columns} />
            <ExportButton query={{ ...query, columns: csvColumnsOf(columns.visible) }} />
          </>
        }
      />
      <FilterBar filter={filter} onChange={change} />
      <SummaryStrip query={summaryQueryOf(filter)} chosen={filter.status} onChoose={(status) => change({ status })} />
      <StaleLine read_at={list.dataUpdatedAt} has_failed={list.isRefetchError} onRefresh={() => void goToTop()} />
      <div className={classes.list} data-waiting={list.isPlaceholderData || undefined}>
        {newcomers > 0 && (
          <Button
            size="compact-sm"
            radius="xl"
            className={classes.fresh}
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => void goToTop()}
          >
            {newcomers >= 100 ? '99+' : newcomers} new
          </Button>
        )}
        {list.isPending ? (
          <Panel flush>
            <ListSkeleton rows={12} />
          </Panel>
        ) : list.isError && rows.length === 0 ? (
          <Panel>
            <FailedState
              detail={list.error.message}
              request_id={(list.error as { request_id?: string }).request_id}
              onRetry={() => void list.refetch()}
            />
          </Panel>
        ) : (
          <DataTable
            label="Transactions"
            columns={[...withOrder(columns.visible, filter.sort, change), ACTIONS]}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={open}
            onNear={readAhead}
            renderCard={(row) => <TransactionCard transaction={row} />}
            has_more={list.hasNextPage}
            is_loading_more={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
            around_px={AROUND_PX}
            remember_as={`transactions?${new URLSearchParams(searchOf(filter))}`}
            to_top={tops}
            empty={<EmptyList is_filtered={isFiltered(filter)} onClear={change} />}
          />
        )}
      </div>
    </>
  );
}

/** The columns with their place in the order of the list. */
function withOrder(
  columns: readonly TransactionColumn[],
  sort: TransactionFilter['sort'],
  change: (part: Partial<TransactionFilter>) => void,
): Column<Transaction>[] {
  return columns.map((column) => {
    const { sorts_by } = column;
    if (sorts_by === undefined) return column;
    const order = sort === sorts_by ? 'ascending' : sort === `-${sorts_by}` ? 'descending' : 'none';
    return {
      ...column,
      sort: order,
      onSort: () => change({ sort: order === 'descending' ? sorts_by : `-${sorts_by}` }),
    };
  });
}
