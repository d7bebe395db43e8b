/** Reads the detail of the row that somebody points at, so that it opens at once. */
import type { Route } from '@dasbor/contract/route';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { InputArguments } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';

/** A pointer that only passes over a row does not read its detail. */
const HOVER_DELAY_MS = 80;

export function usePrefetchDetail(route: Route): (row: { id: string }) => void {
  const client = useQueryClient();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  return ({ id }) => {
    clearTimeout(hover.current);
    const detail = buildQuery(route, ...([{ params: { id } }] as unknown as InputArguments<Route>));
    hover.current = setTimeout(() => void client.prefetchQuery({ ...detail, meta: { quiet: true } }), HOVER_DELAY_MS);
  };
}
