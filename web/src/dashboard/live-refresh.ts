/** Renews the home when payments change: the newest payments soon, the figures when the burst is over. */
import {
  getDashboardActions,
  getDashboardBalance,
  getDashboardSummary,
  getDashboardTimeseries,
} from '@dasbor/contract/dashboard';
import { listUpcomingSettlements } from '@dasbor/contract/settlement';
import { listTransactions } from '@dasbor/contract/transaction';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey } from '../api/query.ts';
import { LATEST } from './latest-card.tsx';

/** Figures over many payments are not read again more often than this. */
const FIGURES_REST_MS = 4_000;
const FIGURES = [
  getDashboardSummary,
  getDashboardTimeseries,
  getDashboardActions,
  getDashboardBalance,
  listUpcomingSettlements,
];

/** Follows live changes while the home is open; answers the way to renew everything at once. */
export function useLiveRefresh(): () => void {
  const client = useQueryClient();
  const timer = useRef(0);
  const renewFigures = () => {
    timer.current = 0;
    for (const route of FIGURES) void client.invalidateQueries({ queryKey: buildQueryKey(route) });
  };
  const renewLatest = () => void client.invalidateQueries({ queryKey: buildQueryKey(listTransactions, LATEST) });
  useLiveBatch('transaction', () => {
    renewLatest();
    if (timer.current === 0) timer.current = window.setTimeout(renewFigures, FIGURES_REST_MS);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    renewLatest();
    renewFigures();
  };
}
