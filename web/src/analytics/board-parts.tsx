import type { AnalyticsTab, getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import { BOARDS_MAX } from '@dasbor/contract/analytics-board';
import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconLayoutGridAdd, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { buildQueryKey } from '../api/query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { BoardNameModal } from './board-name-modal.tsx';
import type { AnalyticsState } from './filter.ts';
import { messages } from './messages.ts';
import { CompareSwitch } from './period-controls.tsx';
import { type UserBoards, toBoardWidget } from './use-boards.ts';
import type { ShownWidget } from './widget-list.ts';

interface AnalyticsTabsProps {
  state: AnalyticsState;
  tabs: readonly AnalyticsTab[];
  boards: UserBoards;
  onChoose: (chosen: { tab: AnalyticsTab; board: string | null }) => void;
}

/** The tabs of metrics, and one for each board. */
export function AnalyticsTabs({ state, tabs, boards, onChoose }: AnalyticsTabsProps) {
  const t = messages();
  const choose = (next: string | null) => {
    const tab = tabs.find((each) => each === next);
    onChoose({ tab: tab ?? 'payments', board: tab === undefined ? next : null });
  };
  return (
    <Tabs value={state.board ?? state.tab} onChange={choose}>
      <Tabs.List aria-label={t.title}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t.tabs[each]}
          </Tabs.Tab>
        ))}
        {boards.boards.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} leftSection={<IconLayoutGrid size={15} aria-hidden />}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

interface HeaderActionsProps {
  route: typeof getAnalytics | typeof getProviderAnalytics;
  state: AnalyticsState;
  boards: UserBoards;
  onChange: (part: Partial<AnalyticsState>) => void;
  onNewBoard: () => void;
}

export function HeaderActions({ route, state, boards, onChange, onNewBoard }: HeaderActionsProps) {
  const t = messages();
  const client = useQueryClient();
  const count = boards.boards.length;
  return (
    <>
      <CompareSwitch state={state} onChange={onChange} />
      <Tooltip label={t.boards.limit(count, BOARDS_MAX)}>
        <Button
          variant="default"
          leftSection={<IconLayoutGridAdd size={16} aria-hidden />}
          disabled={count >= BOARDS_MAX}
          onClick={onNewBoard}
        >
          {t.boards.new}
        </Button>
      </Tooltip>
      <Tooltip label={t.refresh}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t.refresh}
          onClick={() => void client.invalidateQueries({ queryKey: buildQueryKey(route) })}
        >
          <IconRefresh size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** A board that is still loading, could not be loaded, or was deleted. */
export function NoBoard({ boards: { query }, onBack }: { boards: UserBoards; onBack: () => void }) {
  const t = messages().boards;
  return (
    <Panel>
      {query.isPending ? (
        <ListSkeleton rows={6} />
      ) : query.isError ? (
        <FailedState
          detail={query.error.detail}
          request_id={query.error.request_id}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <EmptyState
          title={t.missing}
          action={
            <Button variant="default" onClick={onBack}>
              {t.back}
            </Button>
          }
        >
          {t.missing_line}
        </EmptyState>
      )}
    </Panel>
  );
}

interface NewBoardModalProps {
  /** The first widgets of the board. */
  widgets: readonly ShownWidget[];
  boards: UserBoards;
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** Names a new board and creates it. */
export const NewBoardModal = ({ widgets, boards, onCreated, onClose }: NewBoardModalProps) => (
  <BoardNameModal
    title={messages().boards.new}
    submit={messages().boards.create}
    name=""
    is_busy={boards.create.isPending}
    onSubmit={(name) =>
      boards.create.mutate(
        { name, widgets: widgets.map(toBoardWidget) },
        { onSuccess: ({ data }) => onCreated(data.id) },
      )
    }
    onClose={onClose}
  />
);
