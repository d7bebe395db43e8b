/** The period in the URL and the query that it makes. */
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNow } from '../ui/clock.ts';
import { type Period, parsePeriod, toPeriodQuery, toSearch } from './period.ts';

/** Instants of a period; `to` is absent for a period that ends now. */
export type PeriodQuery = ReturnType<typeof toPeriodQuery>;

const TICK_MS = duration.seconds(30);

/** The period of the URL, its API query and its setter. It moves on at midnight in Jakarta. */
export function usePeriod() {
  const search = useSearch({ from: '/protected/dashboard' });
  const navigate = useNavigate();
  const today = toBusinessDay(useNow(TICK_MS));
  const period = useMemo(() => parsePeriod(search, today), [search, today]);
  const query = useMemo(() => toPeriodQuery(period, today), [period, today]);
  const change = (part: Partial<Period>) =>
    void navigate({ to: '/dashboard', search: toSearch({ ...period, ...part }), resetScroll: false });
  return { period, query, today, change };
}
