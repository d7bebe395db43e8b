import type { AccessGroup } from '@dasbor/contract/access';
import { ANALYTICS_TABS, type AnalyticsTab, getAnalytics } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { FilterRow } from '../list/filter-row.tsx';
import { useNow } from '../ui/clock.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { AnalyticsContent, CurrentBoardMenu, useNewBoard } from './analytics-content.tsx';
import classes from './analytics.module.css';
import { AnalyticsTabs, HeaderActions } from './board-parts.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type AnalyticsState, type Filters, parseState, toPeriodQuery, toSearch } from './filter.ts';
import { messages } from './messages.ts';
import { IntervalChip, PeriodChip } from './period-controls.tsx';
import { useBoards } from './use-boards.ts';
import type { ShownWidget } from './widget-list.ts';

const TICK_MS = duration.seconds(30);
/** What a tab or widget needs beyond the access to the dashboard. */
const GROUP_BY_TAB: Record<AnalyticsTab, AccessGroup> = {
  payments: 'Dashboard',
  refunds: 'Refunds',
  disbursements: 'Disbursements',
};
/** A board mixes tabs, whose filters differ. */
const NO_FILTERS: Filters = {};

/** The state of the URL and its setter. It moves on at midnight in Jakarta. */
function useAnalyticsState() {
  const search = useSearch({ from: '/protected/analytics' });
  const navigate = useNavigate();
  const today = toBusinessDay(useNow(TICK_MS));
  const state = useMemo(() => parseState(search, today), [search, today]);
  const period = useMemo(() => toPeriodQuery(state, today), [state, today]);
  const change = (part: Partial<AnalyticsState>) =>
    void navigate({ to: '/analytics', search: toSearch({ ...state, ...part }), resetScroll: false });
  return { state, period, today, change };
}

/** Which tabs and widgets the role may see. */
function useMayShow(): (spec: Pick<ShownWidget, 'tab' | 'widget'>) => boolean {
  const may: Partial<Record<AccessGroup, boolean>> = {
    Dashboard: true,
    Refunds: useHasAccess('Refunds', 'view'),
    Disbursements: useHasAccess('Disbursements', 'view'),
    Transactions: useHasAccess('Transactions', 'view'),
  };
  return ({ tab, widget }) => may[widget === 'top-customers' ? 'Transactions' : GROUP_BY_TAB[tab]] ?? false;
}

/** Metrics of payments, refunds and disbursements over time, each with the list behind it (domain 1.2). */
export function AnalyticsScreen() {
  const t = messages();
  const { state: asked, period, today, change } = useAnalyticsState();
  const mayShow = useMayShow();
  const boards = useBoards('merchant');
  const new_board = useNewBoard();
  const tabs = ANALYTICS_TABS.filter((tab) => mayShow({ tab, widget: 'volume' }));
  const state = tabs.includes(asked.tab) ? asked : { ...asked, tab: 'payments' as const, filters: {} };
  const grid = { scope: 'merchant', state, period, boards, mayShow } as const;
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <AnalyticsTabs
            state={state}
            tabs={tabs}
            boards={boards}
            onChoose={(chosen) => change({ ...chosen, filters: {} })}
          />
        }
        actions={
          <HeaderActions
            route={getAnalytics}
            state={state}
            boards={boards}
            onChange={change}
            onNewBoard={() => new_board.begin()}
          />
        }
      />
      <div className={classes.controls}>
        <FilterRow
          label={t.filters.label}
          pinned={<PeriodChip state={state} today={today} onChange={change} />}
          is_filtered={Object.keys(state.filters).length > 0}
          onClear={() => change({ filters: {} })}
        >
          <IntervalChip state={state} onChange={change} />
          {state.board === null && (
            <FilterChips tab={state.tab} filters={state.filters} onChange={(filters) => change({ filters })} />
          )}
        </FilterRow>
        <CurrentBoardMenu state={state} boards={boards} onChange={change} />
      </div>
      <AnalyticsContent grid={grid} board_filters={NO_FILTERS} new_board={new_board} onChange={change} />
    </>
  );
}
