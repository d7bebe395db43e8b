import { GROUP_VIEWER } from '@dasbor/contract/access';
import { ANALYTICS_TABS, getProviderAnalytics } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { FilterRow } from '../list/filter-row.tsx';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { useNow } from '../ui/clock.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { AnalyticsContent, CurrentBoardMenu, useNewBoard } from './analytics-content.tsx';
import classes from './analytics.module.css';
import { AnalyticsTabs, HeaderActions } from './board-parts.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type AnalyticsState, PROVIDER_FILTERS, parseState, toPeriodQuery, toSearch } from './filter.ts';
import { messages } from './messages.ts';
import { IntervalChip, PeriodChip } from './period-controls.tsx';
import { useBoards } from './use-boards.ts';
import type { ShownWidget } from './widget-list.ts';

const TICK_MS = duration.seconds(30);

/** Metrics of all merchants, of some, or of an account group, for the provider's staff; of their group for its shared users. */
export function ProviderAnalyticsScreen() {
  const t = messages();
  const search = useSearch({ from: '/protected/analytics' });
  const navigate = useNavigate();
  const boards = useBoards('provider');
  const new_board = useNewBoard();
  const is_shared = useSignedIn().profile?.role === GROUP_VIEWER;
  const may_staff = useHasAccess('Merchants', 'view');
  const may_merchants = may_staff || is_shared;
  const today = toBusinessDay(useNow(TICK_MS));
  const state = useMemo(() => parseState(search, today, PROVIDER_FILTERS), [search, today]);
  const period = useMemo(() => toPeriodQuery(state, today), [state, today]);
  const { tab, filters } = state;
  const change = (part: Partial<AnalyticsState>) =>
    void navigate({ to: '/analytics', search: toSearch({ ...state, ...part }), resetScroll: false });
  const scope = Object.fromEntries(Object.entries(filters).filter(([name]) => PROVIDER_FILTERS.includes(name)));
  const own = Object.fromEntries(Object.entries(filters).filter(([name]) => !PROVIDER_FILTERS.includes(name)));
  const filterBy = (part: Record<string, string>) =>
    change({
      filters: Object.fromEntries(Object.entries({ ...filters, ...part }).filter(([, value]) => value !== '')),
    });
  const mayShow = ({ dimension }: ShownWidget) => !(is_shared && dimension === 'group');
  const grid = { scope: 'provider', state, period, boards, mayShow, has_links: may_merchants } as const;
  return (
    <>
      <PageHeader
        title={t.title}
        line={is_shared ? t.group_line : t.provider_line}
        tabs={
          <AnalyticsTabs
            state={state}
            tabs={ANALYTICS_TABS}
            boards={boards}
            onChoose={(chosen) => change({ ...chosen, filters: scope })}
          />
        }
        actions={
          <HeaderActions
            route={getProviderAnalytics}
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
          is_filtered={Object.keys(filters).length > 0}
          onClear={() => change({ filters: {} })}
        >
          <IntervalChip state={state} onChange={change} />
          {may_merchants && (
            <>
              <MerchantFilter
                kind="merchant"
                value={scope['merchant_id'] ?? ''}
                onChange={(merchant_id) => filterBy({ merchant_id })}
              />
              {!is_shared && (
                <MerchantFilter
                  kind="group"
                  value={scope['group_id'] ?? ''}
                  onChange={(group_id) => filterBy({ group_id })}
                />
              )}
            </>
          )}
          {state.board === null && (
            <FilterChips tab={tab} filters={own} onChange={(next) => change({ filters: { ...scope, ...next } })} />
          )}
        </FilterRow>
        <CurrentBoardMenu state={state} boards={boards} onChange={change} />
      </div>
      <AnalyticsContent grid={grid} board_filters={scope} new_board={new_board} onChange={change} />
    </>
  );
}
