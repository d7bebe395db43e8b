/** Dashboard home: metrics of a period, one metric over time, incidents and balances. */
import { hasLevel } from '@dasbor/contract/access';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/dashboard';
import { DASHBOARD_MAX_DAYS } from '@dasbor/contract/dashboard';
import { type Period, toPeriodResponse } from '../analytics/rules.ts';
import { Problem } from '../http/problem.ts';
import { getAccessLevel } from '../http/principal.ts';
import type { Handlers } from '../http/serve.ts';
import { listBalances } from '../ledger/balance.ts';
import { sumInTransit } from '../settlement/forecast-queries.ts';
import { countPayments, listLatePayments, listRefusedNotifications } from './queries.ts';
import {
  type PeriodError,
  calculateMetricsByInterval,
  buildMethodBreakdown,
  buildMethodSeries,
  parsePeriod,
  chooseSeriesInterval,
  listIntervalStarts,
  buildSummary,
} from './rules.ts';

export const dashboardHandlers: Handlers<typeof contract> = {
  getDashboardSummary: async ({ query, now, tx }) => {
    const period = assertPeriod(parsePeriod(query, now));
    const interval = chooseSeriesInterval(period);
    const counts = await tx((merchant) => countPayments(merchant, period, interval));
    const metrics = buildSummary(counts, listIntervalStarts(period, interval));
    return { data: { ...toPeriodResponse(period), ...metrics, methods: buildMethodBreakdown(counts) } };
  },

  getDashboardTimeseries: async ({ query, now, tx }) => {
    const { metric, interval, group_by } = query;
    const period = assertPeriod(parsePeriod(query, now));
    const counts = await tx((merchant) => countPayments(merchant, period, interval));
    const steps = listIntervalStarts(period, interval);
    const points = calculateMetricsByInterval(counts, steps).map(({ at, present, previous }) => ({
      at,
      value: present[metric],
      previous: previous[metric],
    }));
    const methods = group_by === 'method' ? buildMethodSeries(counts, steps, metric) : [];
    return { data: { ...toPeriodResponse(period), metric, interval, points, methods } };
  },

  getDashboardActions: async ({ now, tx, principal }) => {
    const since = new Date(now.getTime() - duration.days(1));
    return tx(async (merchant) => {
      const late_payments = await listLatePayments(merchant, since);
      const refused_notifications = await listRefusedNotifications(merchant, since);
      // The dashboard alone gives metrics; which payments they are about needs the transactions.
      const may_view = hasLevel(getAccessLevel(principal, 'Transactions'), 'view');
      const hideRows = <List extends { latest: unknown[] }>(list: List) => (may_view ? list : { ...list, latest: [] });
      return {
        data: {
          since: since.toISOString(),
          late_payments: hideRows(late_payments),
          refused_notifications: hideRows(refused_notifications),
        },
      };
    });
  },

  getDashboardBalance: async ({ now, tx }) => {
    const { balances, in_transit } = await tx(async (merchant) => ({
      balances: await listBalances(merchant),
      in_transit: await sumInTransit(merchant),
    }));
    const getBalance = (type: string) => balances.find((account) => account.type === type)?.balance ?? 0;
    return {
      data: {
        as_of: now.toISOString(),
        pending_settlement: getBalance('pending_settlement'),
        in_transit,
        available: getBalance('available'),
        on_hold: getBalance('refunds'),
        payout: getBalance('payout'),
      },
    };
  },
};

function assertPeriod(period: Period | PeriodError): Period {
  if (period === 'range_too_long') {
    throw new Problem(
      422,
      period,
      localized(
        `Choose a period of at most ${DASHBOARD_MAX_DAYS} days.`,
        `Pilih periode paling lama ${DASHBOARD_MAX_DAYS} hari.`,
      ),
    );
  }
  if (period === 'range_reversed')
    throw new Problem(
      422,
      period,
      localized(
        'The period ends before it starts. Choose a later end.',
        'Periode berakhir sebelum dimulai. Pilih akhir yang lebih lambat.',
      ),
    );
  return period;
}
