import type { Output, Route } from '@dasbor/contract/route';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputArguments } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './list.module.css';

/** A route that answers count and sum per status of a filter. */
type Total = { status: string; count: number; amount: number };

export interface SummaryStripProps<R extends Route> {
  route: R;
  query: Record<string, unknown>;
  chosen: readonly string[];
  /** Where a list has words of its own for its states. */
  renderStatus?: (status: string) => ReactNode;
  /** Shows one status alone, or all of them again. */
  onChoose: (status: (Output<R> extends { data: { status: infer S }[] } ? S : never)[]) => void;
}

/** Count and sum per status of the current filter; a status opens its own list. */
export function SummaryStrip<R extends Route>(props: SummaryStripProps<R>) {
  const { route, query, chosen, onChoose, renderStatus = (status) => <StatusChip status={status} /> } = props;
  const summary = useQuery({
    ...buildQuery(route, ...([{ query }] as unknown as InputArguments<R>)),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (summary.isError)
    return (
      <div className={classes.strip} data-failed>
        Totals could not be loaded.
      </div>
    );
  const totals = (summary.data as { data: Total[] } | undefined)?.data;
  const shown = totals?.filter(({ count }) => count > 0);
  const choose = onChoose as (status: string[]) => void;
  if (shown?.length === 0) return <div className={classes.gap} />;
  return (
    <section className={classes.strip} aria-label="Totals of this filter" aria-busy={summary.isFetching}>
      {shown === undefined
        ? [0, 1, 2].map((place) => <Skeleton key={place} h={58} w={170} radius={10} />)
        : shown.map(({ status, count, amount }) => {
            const is_alone = chosen.length === 1 && chosen[0] === status;
            return (
              <button
                key={status}
                type="button"
                className={classes.total}
                aria-pressed={is_alone}
                onClick={() => choose(is_alone ? [] : [status])}
              >
                {renderStatus(status)}
                <span className={classes.count}>{formatCount(count)}</span>
                <span className={classes.sum}>
                  <Amount value={amount} />
                </span>
              </button>
            );
          })}
    </section>
  );
}
