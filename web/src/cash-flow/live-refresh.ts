/** Reads the cash flow again when money moved: quietly, and not more often than people can follow. */
import { getCashFlow, getCashFlowForecast, listCashFlowEntries } from '@dasbor/contract/cash-flow';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey } from '../api/query.ts';

/** Sums over many movements are not read again more often than this. */
const REST_MS = 4_000;
const ROUTES = [getCashFlow, getCashFlowForecast, listCashFlowEntries];

/** Follows everything that posts to the ledger while the screen is open. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  const state = useRef({ timer: 0, last_ms: Number.NEGATIVE_INFINITY });
  const renew = () => {
    if (state.current.timer !== 0) return;
    const rest_ms = Math.max(0, state.current.last_ms + REST_MS - performance.now());
    state.current.timer = window.setTimeout(() => {
      state.current = { timer: 0, last_ms: performance.now() };
      for (const route of ROUTES) void client.invalidateQueries({ queryKey: buildQueryKey(route) });
    }, rest_ms);
  };
  useLiveBatch('transaction', renew);
  useLiveBatch('settlement', renew);
  useLiveBatch('balance', renew);
  useLiveBatch('deposit-va', renew);
  useLiveBatch('refund', renew);
  useEffect(() => () => window.clearTimeout(state.current.timer), []);
}
