import type { BalanceEntry } from '@dasbor/contract/balance';
import { Button } from '@mantine/core';
import { IconArrowUp, IconFilterOff, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column } from '../ui/column.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './balance.module.css';
import { EntryCard } from './entry-card.tsx';
import { useEntryRows } from './use-entry-rows.ts';
import type { EntryQuery } from './filter.ts';
import { messages } from './messages.ts';

/** Header, accounts and filters above the table, in pixels. */
const RESERVED_PX = 372;

export interface EntryListProps {
  account_id: string;
  query: EntryQuery;
  columns: readonly Column<BalanceEntry>[];
  /** Receives the columns that do not fit. */
  onFit: (unfit: string) => void;
  is_filtered: boolean;
  onOpen: (entry: BalanceEntry) => void;
  onClear: () => void;
}

/** The movements of an account; new ones are shown on request. */
export function EntryList(props: EntryListProps) {
  const { account_id, query, columns, onFit, is_filtered, onOpen, onClear } = props;
  const { list, rows, new_count, showNewRows } = useEntryRows(account_id, query);
  const t = messages();
  const [tops, setTops] = useState(0);
  if (list.isPending)
    return (
      <Panel flush>
        <ListSkeleton rows={10} />
      </Panel>
    );
  if (list.isError && rows.length === 0) {
    const { message, request_id } = list.error as Error & { request_id?: string };
    return (
      <Panel>
        <FailedState detail={message} request_id={request_id} onRetry={() => void list.refetch()} />
      </Panel>
    );
  }
  return (
    <div className={classes.list} data-waiting={list.isPlaceholderData || undefined}>
      {new_count > 0 && (
        <Button
          size="compact-sm"
          radius="xl"
          className={classes.fresh}
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={() => void showNewRows().then(() => setTops((count) => count + 1))}
        >
          {t.new_rows(new_count >= 100 ? '99+' : String(new_count))}
        </Button>
      )}
      <DataTable
        label={t.movements}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        renderCard={(entry) => <EntryCard entry={entry} />}
        has_more={list.hasNextPage}
        is_loading_more={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        onFit={onFit}
        reserved_px={RESERVED_PX}
        to_top={tops}
        empty={<NoMovements is_filtered={is_filtered} onClear={onClear} />}
      />
    </div>
  );
}

const NoMovements = ({ is_filtered, onClear }: { is_filtered: boolean; onClear: () => void }) => (
  <EmptyState
    title={messages().empty}
    icon={is_filtered ? <IconFilterOff size={22} stroke={1.6} /> : <IconScale size={22} stroke={1.6} />}
    action={
      is_filtered && (
        <Button variant="default" onClick={onClear}>
          {messages().clear}
        </Button>
      )
    }
  >
    {is_filtered ? messages().empty_filtered : messages().empty_text}
  </EmptyState>
);
