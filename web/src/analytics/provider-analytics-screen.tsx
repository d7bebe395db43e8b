import { GROUP_VIEWER } from '@dasbor/contract/access';
import { ANALYTICS_TABS, getProviderAnalytics } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { ActionIcon, Tabs, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buildQueryKey } from '../api/query.ts';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { useNow } from '../ui/clock.ts';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './analytics.module.css';
import { FilterChips } from './filter-chips.tsx';
import { type AnalyticsState, PROVIDER_FILTERS, parseState, toPeriodQuery, toSearch } from './filter.ts';
import { messages } from './messages.ts';
import { CompareSwitch, PeriodControls } from './period-controls.tsx';
import { PROVIDER_WIDGETS, widgetKey } from './widget-list.ts';
import { Widget } from './widget.tsx';

const TICK_MS = duration.seconds(30);

/** Figures of all merchants, of some, or of an account group, for the provider's staff; of their group for its shared users. */
export function ProviderAnalyticsScreen() {
  const t = messages();
  const search = useSearch({ from: '/protected/analytics' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const is_shared = useSignedIn().profile?.role === GROUP_VIEWER;
  const may_staff = useMay('Merchants', 'view');
  const may_merchants = may_staff || is_shared;
  const today = toBusinessDay(useNow(TICK_MS));
  const state = useMemo(() => ({ ...parseState(search, today, PROVIDER_FILTERS), board: null }), [search, today]);
  const period = useMemo(() => toPeriodQuery(state, today), [state, today]);
  const { tab, filters, is_compared } = state;
  const change = (part: Partial<AnalyticsState>) =>
    void navigate({ to: '/analytics', search: toSearch({ ...state, ...part }), resetScroll: false });
  const scope = Object.fromEntries(Object.entries(filters).filter(([name]) => PROVIDER_FILTERS.includes(name)));
  const own = Object.fromEntries(Object.entries(filters).filter(([name]) => !PROVIDER_FILTERS.includes(name)));
  const filterBy = (part: Record<string, string>) =>
    change({
      filters: Object.fromEntries(Object.entries({ ...filters, ...part }).filter(([, value]) => value !== '')),
    });
  return (
    <>
      <PageHeader
        title={t.title}
        line={is_shared ? t.group_line : t.provider_line}
        tabs={
          <Tabs
            value={tab}
            onChange={(next) =>
              change({ tab: ANALYTICS_TABS.find((each) => each === next) ?? 'payments', filters: scope })
            }
          >
            <Tabs.List aria-label={t.title}>
              {ANALYTICS_TABS.map((each) => (
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
                onClick={() => void client.invalidateQueries({ queryKey: buildQueryKey(getProviderAnalytics) })}
              >
                <IconRefresh size={17} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
      <div className={classes.controls} role="search" aria-label={t.filters.label}>
        <PeriodControls state={state} today={today} onChange={change} />
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
        <FilterChips tab={tab} filters={own} onChange={(next) => change({ filters: { ...scope, ...next } })} />
      </div>
      <div className={classes.grid}>
        {PROVIDER_WIDGETS[tab]
          .filter(({ dimension }) => !(is_shared && dimension === 'group'))
          .map((spec) => (
            <Widget
              key={widgetKey(spec)}
              scope="provider"
              has_links={may_merchants}
              spec={spec}
              period={period}
              filters={filters}
              is_compared={is_compared}
            />
          ))}
      </div>
    </>
  );
}
