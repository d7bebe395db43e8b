import type { Output, Route } from '@dasbor/contract/route';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputArguments } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './list.module.css';
import { messages } from './messages.ts';

/** A row of a summary route: count and sum per status. */
type Total = { status: string; count: number; amount: number };

export interface SummaryStripProps<R extends Route> {
  route: R;
  query: Record<string, unknown>;
  selected: readonly string[];
  /** What the sums are, where it is not the amount of the rows. */
  amount_label?: string;
  /** Labels of the statuses, if the list has its own. */
  renderStatus?: (status: string) => ReactNode;
  /** Filters by one status, or clears the status filter. */
  onSelect: (status: (Output<R> extends { data: { status: infer S }[] } ? S : never)[]) => void;
}

const renderChip = (status: string) => <StatusChip status={status} />;

/** Count and sum per status of the current filter; a click filters by the status. */
export function SummaryStrip<R extends Route>(props: SummaryStripProps<R>) {
  const { route, query, selected, onSelect, amount_label, renderStatus = renderChip } = props;
  const summary = useQuery({
    ...buildQuery(route, ...([{ query }] as unknown as InputArguments<R>)),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (summary.isError)
    return (
      <div className={classes.strip} data-failed>
        {messages().totals_failed}
      </div>
    );
  const totals = (summary.data as { data: Total[] } | undefined)?.data;
  const shown = totals?.filter(({ count }) => count > 0);
  const select = onSelect as (status: string[]) => void;
  if (shown?.length === 0) return <div className={classes.gap} />;
  return (
    <section className={classes.strip} aria-label={messages().totals} aria-busy={summary.isFetching}>
      {shown === undefined
        ? [0, 1, 2].map((place) => <Skeleton key={place} h={58} w={170} radius={10} />)
        : shown.map(({ status, count, amount }) => {
            const is_only = selected.length === 1 && selected[0] === status;
            return (
              <button
                key={status}
                type="button"
                className={classes.total}
                aria-pressed={is_only}
                onClick={() => select(is_only ? [] : [status])}
              >
                {renderStatus(status)}
                <span className={classes.count}>{formatCount(count)}</span>
                <span className={classes.sum}>
                  {amount_label !== undefined && `${amount_label} `}
                  <Amount value={amount} />
                </span>
              </button>
            );
          })}
    </section>
  );
}
