import { Button } from '@mantine/core';
import { IconArrowUp, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Column } from '../ui/column.tsx';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import type { ListRow } from './merge-rows.ts';
import type { LiveRows } from './live-rows.ts';
import classes from './list.module.css';
import { StaleLine } from './stale-line.tsx';
import { messages } from './messages.ts';

export interface ListFrameProps<Row extends ListRow> extends Pick<
  DataTableProps<Row>,
  'label' | 'onOpen' | 'onPrefetch' | 'renderCard' | 'scroll_key' | 'onFit'
> {
  live: LiveRows<Row>;
  columns: readonly Column<Row>[];
  /** Header, filters and totals above the table, in pixels. */
  reserved_px: number;
  is_filtered: boolean;
  onClear: () => void;
  /** Empty state: what the list is for, and the first step. */
  empty: ReactNode;
}

/** A list in all its states: loading, failed, empty, no results, and rows with a button for new ones above them. */
export function ListFrame<Row extends ListRow>({
  live,
  is_filtered,
  onClear,
  empty,
  columns,
  ...table
}: ListFrameProps<Row>) {
  const { list, rows, new_count, showNewRows } = live;
  const [tops, setTops] = useState(0);
  const goToTop = async () => {
    await showNewRows();
    setTops((count) => count + 1);
  };
  return (
    <>
      <StaleLine read_at={list.dataUpdatedAt} has_failed={list.isRefetchError} onRefresh={() => void goToTop()} />
      <div className={classes.list} data-waiting={list.isPlaceholderData || undefined}>
        {new_count > 0 && (
          <Button
            size="compact-sm"
            radius="xl"
            className={classes.fresh}
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => void goToTop()}
          >
            {messages().new_rows(new_count >= 100 ? '99+' : String(new_count))}
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
            {...table}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            has_more={list.hasNextPage}
            is_loading_more={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
            to_top={tops}
            empty={is_filtered ? <NoResults onClear={onClear} /> : empty}
          />
        )}
      </div>
    </>
  );
}

const NoResults = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title={messages().no_results}
    icon={<IconFilterOff size={22} stroke={1.6} />}
    action={
      <Button variant="default" onClick={onClear}>
        {messages().filter.clear}
      </Button>
    }
  >
    {messages().no_results_line}
  </EmptyState>
);
