/** Refreshes the dashboard when payments change: the latest payments at once, the metrics after a burst. */
import {
  getDashboardActions,
  getDashboardBalance,
  getDashboardSummary,
  getDashboardTimeseries,
} from '@dasbor/contract/dashboard';
import * as duration from '@dasbor/contract/duration';
import { listUpcomingSettlements } from '@dasbor/contract/settlement';
import { listTransactions } from '@dasbor/contract/transaction';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey } from '../api/query.ts';
import { LATEST_QUERY } from './latest-card.tsx';

/** Minimum interval between two refreshes of the metrics. */
const REFRESH_INTERVAL_MS = duration.seconds(4);
const REFRESHED_ROUTES = [
  getDashboardSummary,
  getDashboardTimeseries,
  getDashboardActions,
  getDashboardBalance,
  listUpcomingSettlements,
];

/** Follows live events while the dashboard is open; returns a function that refreshes everything. */
export function useLiveRefresh(): () => void {
  const client = useQueryClient();
  const timer = useRef(0);
  const refreshMetrics = () => {
    timer.current = 0;
    for (const route of REFRESHED_ROUTES) void client.invalidateQueries({ queryKey: buildQueryKey(route) });
  };
  const refreshLatest = () =>
    void client.invalidateQueries({ queryKey: buildQueryKey(listTransactions, LATEST_QUERY) });
  useLiveBatch('transaction', () => {
    refreshLatest();
    if (timer.current === 0) timer.current = window.setTimeout(refreshMetrics, REFRESH_INTERVAL_MS);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    refreshLatest();
    refreshMetrics();
  };
}
