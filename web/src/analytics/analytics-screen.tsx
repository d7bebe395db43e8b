import type { AccessGroup } from '@dasbor/contract/access';
import { ANALYTICS_TABS, type AnalyticsTab, getAnalytics } from '@dasbor/contract/analytics';
import { BOARDS_MAX } from '@dasbor/contract/analytics-board';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconLayoutGridAdd, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './analytics.module.css';
import { BoardMenu } from './board-menu.tsx';
import { BoardNameModal } from './board-name-modal.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type AnalyticsState, parseState, toPeriodQuery, toSearch } from './filter.ts';
import { messages } from './messages.ts';
import { CompareSwitch, PeriodControls } from './period-controls.tsx';
import { type UserBoards, toBoardWidget, useBoards } from './use-boards.ts';
import { BoardGrid, TabGrid } from './widget-grid.tsx';
import type { WidgetSpec } from './widget-list.ts';

const LOOK_MS = duration.seconds(30);
/** What a tab or widget needs beyond the access to the dashboard. */
const GROUPS: Record<AnalyticsTab, AccessGroup> = {
  payments: 'Dashboard',
  refunds: 'Refunds',
  disbursements: 'Disbursements',
};

/** The state of the URL and its setter. It moves on at midnight in Jakarta. */
function useAnalyticsState() {
  const search = useSearch({ from: '/protected/analytics' });
  const navigate = useNavigate();
  const today = toBusinessDay(useNow(LOOK_MS));
  const state = useMemo(() => parseState(search, today), [search, today]);
  const period = useMemo(() => toPeriodQuery(state, today), [state, today]);
  const change = (part: Partial<AnalyticsState>) =>
    void navigate({ to: '/analytics', search: toSearch({ ...state, ...part }), resetScroll: false });
  return { state, period, today, change };
}

/** Which tabs and widgets the role may see. */
function useMayShow(): (spec: Pick<WidgetSpec, 'tab' | 'widget'>) => boolean {
  const may: Partial<Record<AccessGroup, boolean>> = {
    Dashboard: true,
    Refunds: useMay('Refunds', 'view'),
    Disbursements: useMay('Disbursements', 'view'),
    Transactions: useMay('Transactions', 'view'),
  };
  return ({ tab, widget }) => may[widget === 'top-customers' ? 'Transactions' : GROUPS[tab]] ?? false;
}

/** Figures of payments, refunds and disbursements over time, each with the list behind it (domain 1.2). */
export function AnalyticsScreen() {
  const t = messages();
  const { state: asked, period, today, change } = useAnalyticsState();
  const mayShow = useMayShow();
  const boards = useBoards();
  const [new_board, setNewBoard] = useState<readonly WidgetSpec[] | null>(null);
  const tabs = ANALYTICS_TABS.filter((tab) => mayShow({ tab, widget: 'volume' }));
  const state = tabs.includes(asked.tab) ? asked : { ...asked, tab: 'payments' as const, filters: {} };
  const board = boards.boards.find(({ id }) => id === state.board);
  const choose = (next: string | null) => {
    const tab = tabs.find((each) => each === next);
    change({ tab: tab ?? 'payments', board: tab === undefined ? next : null, filters: {} });
  };
  const grid = { state, period, boards, mayShow };
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs value={state.board ?? state.tab} onChange={choose}>
            <Tabs.List>
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
        }
        actions={<HeaderActions state={state} boards={boards} onChange={change} onNewBoard={() => setNewBoard([])} />}
      />
      <div className={classes.controls} role="search" aria-label={t.filters.label}>
        <PeriodControls state={state} today={today} onChange={change} />
        {state.board === null && (
          <FilterChips tab={state.tab} filters={state.filters} onChange={(filters) => change({ filters })} />
        )}
        {board && (
          <span className={classes.boardMenu}>
            <BoardMenu board={board} of={boards} onDeleted={() => change({ board: null })} />
          </span>
        )}
      </div>
      {state.board === null ? (
        <TabGrid {...grid} onNewBoard={(spec) => setNewBoard([spec])} />
      ) : board ? (
        <BoardGrid key={board.id} {...grid} board={board} />
      ) : (
        <NoBoard boards={boards} onBack={() => change({ board: null })} />
      )}
      {new_board && (
        <BoardNameModal
          title={t.boards.new}
          submit={t.boards.create}
          name=""
          is_busy={boards.create.isPending}
          onSubmit={(name) =>
            boards.create.mutate(
              { name, widgets: new_board.map(toBoardWidget) },
              {
                onSuccess: ({ data }) => {
                  setNewBoard(null);
                  change({ board: data.id, tab: 'payments', filters: {} });
                },
              },
            )
          }
          onClose={() => setNewBoard(null)}
        />
      )}
    </>
  );
}

interface HeaderActionsProps {
  state: AnalyticsState;
  boards: UserBoards;
  onChange: (part: Partial<AnalyticsState>) => void;
  onNewBoard: () => void;
}

function HeaderActions({ state, boards, onChange, onNewBoard }: HeaderActionsProps) {
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
          onClick={() => void client.invalidateQueries({ queryKey: buildQueryKey(getAnalytics) })}
        >
          <IconRefresh size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** A board that is still loading, could not be loaded, or was deleted. */
function NoBoard({ boards: { query }, onBack }: { boards: UserBoards; onBack: () => void }) {
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
