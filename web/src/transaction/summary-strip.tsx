import { type TransactionStatus, summariseTransactions } from '@dasbor/contract/transaction';
import type { CallQuery } from '@dasbor/contract/route';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './transaction.module.css';

export interface SummaryStripProps {
  query: NonNullable<CallQuery<typeof summariseTransactions>>;
  chosen: readonly TransactionStatus[];
  /** Shows one status alone, or all of them again. */
  onChoose: (status: TransactionStatus[]) => void;
}

/** Count and sum per status of the current filter; a status opens its own list. */
export function SummaryStrip({ query, chosen, onChoose }: SummaryStripProps) {
  const summary = useQuery({
    ...queryOf(summariseTransactions, { query }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (summary.isError)
    return (
      <div className={classes.strip} data-failed>
        Totals could not be loaded.
      </div>
    );
  const shown = summary.data?.data.filter(({ count }) => count > 0);
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
                onClick={() => onChoose(is_alone ? [] : [status])}
              >
                <StatusChip status={status} />
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
