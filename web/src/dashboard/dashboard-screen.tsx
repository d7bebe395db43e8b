import { getDashboardSummary } from '@dasbor/contract/dashboard';
import { listTransactions } from '@dasbor/contract/transaction';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionCard } from './action-card.tsx';
import { BalanceCard } from './balance-card.tsx';
import classes from './dashboard.module.css';
import { FirstUse } from './first-use.tsx';
import { BusyHoursCard } from './busy-hours-card.tsx';
import { LATEST_QUERY, LatestCard } from './latest-card.tsx';
import { useLiveRefresh } from './live-refresh.ts';
import { MethodCard } from './method-card.tsx';
import { UpcomingSettlementsCard } from './upcoming-settlements-card.tsx';
import { PeriodControl } from './period-control.tsx';
import { type PeriodQuery, usePeriod } from './period-query.ts';
import { type Period, chooseInterval } from './period.ts';
import { SummaryCards } from './summary-cards.tsx';
import { TimeCard } from './time-card.tsx';
import { messages } from './messages.ts';

const QUIET = { placeholderData: keepPreviousData, meta: { quiet: true } };

/** Dashboard home of a merchant: metrics, balances and items that need attention. */
export function DashboardScreen() {
  const t = messages();
  const { period, query, today, change } = usePeriod();
  const renew = useLiveRefresh();
  const latest = useQuery({ ...buildQuery(listTransactions, LATEST_QUERY), meta: { quiet: true } });
  const is_first_use = latest.data?.data.length === 0;
  // The latest payments are all there are.
  const is_new = latest.data?.next_cursor === null;
  return (
    <>
      <PageHeader
        title={t.title}
        line={is_first_use ? t.first_use_line : t.line}
        actions={
          !is_first_use && (
            <>
              <PeriodControl period={period} today={today} onChange={change} />
              <Tooltip label={t.refresh}>
                <ActionIcon variant="default" size={36} aria-label={t.refresh} onClick={renew}>
                  <IconRefresh size={17} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </>
          )
        }
      />
      {is_first_use ? (
        <FirstUse />
      ) : (
        <div className={classes.home}>
          {is_new && <FirstUse />}
          <PeriodCards period={period} query={query} />
          <LatestCard query={latest} />
        </div>
      )}
    </>
  );
}

function PeriodCards({ period, query }: { period: Period; query: PeriodQuery }) {
  const t = messages().chart;
  const may_see_balance = useHasAccess('Invoices', 'view');
  const may_see_settlements = useHasAccess('Reports', 'view');
  const summary = useQuery({ ...buildQuery(getDashboardSummary, { query }), ...QUIET });
  const interval = chooseInterval(period);
  const about = { period: query, interval, is_compared: period.is_compared };
  return (
    <>
      <SummaryCards query={summary} is_compared={period.is_compared} />
      <div className={classes.columns}>
        <div className={classes.side}>
          {may_see_balance && <BalanceCard />}
          {may_see_settlements && <UpcomingSettlementsCard />}
          <ActionCard />
          <MethodCard query={summary} />
        </div>
        <div className={classes.charts}>
          <TimeCard title={t.volume_by_method} metric="gross_volume" shape="bars" {...about} />
          <TimeCard title={t.rate_by_method} metric="success_rate" shape="line" {...about} />
          <BusyHoursCard period={query} />
        </div>
      </div>
    </>
  );
}
