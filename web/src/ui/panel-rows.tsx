import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { messages } from './messages.ts';
import { PanelTable, type PanelTableProps } from './panel-table.tsx';
import { ListSkeleton } from './skeletons.tsx';

/** The query that reads the rows; the last three are those of a list in pages. */
export interface RowsQuery {
  isPending: boolean;
  isError: boolean;
  data: unknown;
  error: { message: string; request_id?: string | undefined } | null;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

interface PanelRowsProps<Row> extends PanelTableProps<Row> {
  query: RowsQuery;
  /** Shown when there are no rows. */
  empty: ReactNode;
  skeleton_rows?: number;
}

/** The rows of a query in a panel: loading, failed, empty, or a table with a button for the next page. */
export function PanelRows<Row>({ query, empty, skeleton_rows = 6, ...table }: PanelRowsProps<Row>) {
  if (query.isPending) return <ListSkeleton rows={skeleton_rows} />;
  if (query.data === undefined) {
    const { message = '', request_id } = query.error ?? {};
    return <FailedState detail={message} request_id={request_id} onRetry={() => void query.refetch()} />;
  }
  if (table.rows.length === 0) return empty;
  return (
    <>
      <PanelTable {...table} />
      {query.hasNextPage === true && (
        <Group justify="center" p="md">
          <Button
            variant="default"
            loading={query.isFetchingNextPage ?? false}
            onClick={() => void query.fetchNextPage?.()}
          >
            {messages().state.load_more}
          </Button>
        </Group>
      )}
    </>
  );
}
