import { isProviderRole } from '@dasbor/contract/access';
import { getDashboardSummary } from '@dasbor/contract/dashboard';
import { listTransactions } from '@dasbor/contract/transaction';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionCard } from './action-card.tsx';
import { BalanceCard } from './balance-card.tsx';
import classes from './dashboard.module.css';
import { FirstUse } from './first-use.tsx';
import { BusyHoursCard } from './busy-hours-card.tsx';
import { LATEST, LatestCard } from './latest-card.tsx';
import { useLiveRefresh } from './live-refresh.ts';
import { MethodCard } from './method-card.tsx';
import { UpcomingSettlementsCard } from './upcoming-settlements-card.tsx';
import { PeriodControl } from './period-control.tsx';
import { type PeriodQuery, usePeriod } from './period-query.ts';
import { type Period, getInterval } from './period.ts';
import { ProviderOverview } from './provider-overview.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TimeCard } from './time-card.tsx';

const QUIET = { placeholderData: keepPreviousData, meta: { quiet: true } };

/** The home of whoever is signed in: a merchant's people see their payments, the provider's staff have none. */
export function DashboardScreen() {
  const { profile } = useSignedIn();
  return profile !== null && isProviderRole(profile.role) ? <ProviderOverview /> : <MerchantHome />;
}

/** How payments went, what is held, and what needs a look. */
function MerchantHome() {
  const { period, query, today, change } = usePeriod();
  const renew = useLiveRefresh();
  const latest = useQuery({ ...buildQuery(listTransactions, LATEST), meta: { quiet: true } });
  const is_first_use = latest.data?.data.length === 0;
  return (
    <>
      <PageHeader
        title="Dashboard"
        line={
          is_first_use
            ? 'Your payments at a glance.'
            : 'Each payment counts on the day it was created. Times are in WIB.'
        }
        actions={
          !is_first_use && (
            <>
              <PeriodControl period={period} today={today} onChange={change} />
              <Tooltip label="Refresh">
                <ActionIcon variant="default" size={36} aria-label="Refresh" onClick={renew}>
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
          <PeriodCards period={period} query={query} />
          <div className={classes.full}>
            <LatestCard query={latest} />
          </div>
        </div>
      )}
    </>
  );
}

function PeriodCards({ period, query }: { period: Period; query: PeriodQuery }) {
  const may_see_balance = useMay('Invoices', 'view');
  const may_see_settlements = useMay('Reports', 'view');
  const summary = useQuery({ ...buildQuery(getDashboardSummary, { query }), ...QUIET });
  const interval = getInterval(period);
  const about = { period: query, interval, is_compared: period.is_compared };
  return (
    <>
      <div className={classes.full}>
        <SummaryCards query={summary} is_compared={period.is_compared} />
      </div>
      <div className={classes.side}>
        {may_see_balance && <BalanceCard />}
        {may_see_settlements && <UpcomingSettlementsCard />}
        <ActionCard />
        <MethodCard query={summary} />
      </div>
      <div className={classes.charts}>
        <TimeCard title="Gross volume" metric="gross_volume" shape="bars" {...about} />
        <TimeCard title="Success rate" metric="success_rate" shape="line" {...about} />
      </div>
      <div className={classes.full}>
        <BusyHoursCard period={query} />
      </div>
    </>
  );
}
