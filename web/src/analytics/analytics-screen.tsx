import type { AccessGroup } from '@dasbor/contract/access';
import { ANALYTICS_TABS, type AnalyticsTab, getAnalytics } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { ActionIcon, Tabs, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './analytics.module.css';
import { FilterChips } from './filter-chips.tsx';
import { type AnalyticsState, parseState, toPeriodQuery, toSearch } from './filter.ts';
import { messages } from './messages.ts';
import { CompareSwitch, PeriodControls } from './period-controls.tsx';
import { Widget } from './widget.tsx';
import { WIDGETS, type WidgetSpec, widgetKey } from './widget-list.ts';

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
export function useMayShow(): (spec: Pick<WidgetSpec, 'tab' | 'widget'>) => boolean {
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
  const { state, period, today, change } = useAnalyticsState();
  const client = useQueryClient();
  const mayShow = useMayShow();
  const tabs = ANALYTICS_TABS.filter((tab) => mayShow({ tab, widget: 'volume' }));
  const tab = tabs.includes(state.tab) ? state.tab : 'payments';
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs value={tab} onChange={(next) => change({ tab: next as AnalyticsTab, filters: {} })}>
            <Tabs.List>
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t.tabs[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
        actions={
          <>
            <CompareSwitch state={state} onChange={change} />
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
        }
      />
      <div className={classes.controls} role="search" aria-label={t.filters.label}>
        <PeriodControls state={state} today={today} onChange={change} />
        <FilterChips tab={tab} filters={state.filters} onChange={(filters) => change({ filters })} />
      </div>
      <div className={classes.grid}>
        {WIDGETS[tab].filter(mayShow).map((spec) => (
          <Widget
            key={widgetKey(spec)}
            spec={spec}
            period={period}
            filters={state.filters}
            is_compared={state.is_compared}
          />
        ))}
      </div>
    </>
  );
}
