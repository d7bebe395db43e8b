/** A list of people in all its states: loading, failed, empty and with a button for more. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';
import { type Person, PersonCard, buildPersonColumns } from './person-columns.tsx';

/** The state of a query for pages. */
export interface PagesState {
  isPending: boolean;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

export interface PeopleListProps<Row extends Person> {
  /** Of the rows. */
  query: PagesState;
  /** undefined until the first page has arrived. */
  rows: readonly Row[] | undefined;
  label: string;
  renderMenu: (person: Row) => ReactNode;
  onClear: () => void;
}

export function PeopleList<Row extends Person>({ query, rows, label, renderMenu, onClear }: PeopleListProps<Row>) {
  const t = messages();
  return (
    <>
      {query.isPending && <ListSkeleton rows={7} />}
      {query.error !== null && rows === undefined && (
        <FailedState detail={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {rows !== undefined && (
        <Panel flush>
          {rows.length === 0 ? (
            <EmptyState
              title={t.users.empty}
              action={
                <Button variant="default" onClick={onClear}>
                  {t.users.clear}
                </Button>
              }
            />
          ) : (
            <PanelTable
              label={label}
              columns={buildPersonColumns(renderMenu)}
              rows={rows}
              keyOf={({ id }) => id}
              renderCard={(person) => <PersonCard person={person} menu={renderMenu(person)} />}
            />
          )}
        </Panel>
      )}
      {query.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  );
}
