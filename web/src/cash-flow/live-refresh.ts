/** Reloads the cash flow after live events, at most once per interval. */
import { getCashFlow, getCashFlowForecast, listCashFlowEntries } from '@dasbor/contract/cash-flow';
import * as duration from '@dasbor/contract/duration';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey } from '../api/query.ts';

/** Minimum time between two reloads. */
const INTERVAL_MS = duration.seconds(4);
const REFRESHED_ROUTES = [getCashFlow, getCashFlowForecast, listCashFlowEntries];

/** Subscribes to every topic that posts to the ledger while the screen is open. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  const state = useRef({ timer: 0, last_ms: Number.NEGATIVE_INFINITY });
  const reload = () => {
    if (state.current.timer !== 0) return;
    const delay_ms = Math.max(0, state.current.last_ms + INTERVAL_MS - performance.now());
    state.current.timer = window.setTimeout(() => {
      state.current = { timer: 0, last_ms: performance.now() };
      for (const route of REFRESHED_ROUTES) void client.invalidateQueries({ queryKey: buildQueryKey(route) });
    }, delay_ms);
  };
  useLiveBatch('transaction', reload);
  useLiveBatch('settlement', reload);
  useLiveBatch('balance', reload);
  useLiveBatch('deposit-va', reload);
  useLiveBatch('refund', reload);
  useEffect(() => () => window.clearTimeout(state.current.timer), []);
}
