import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { Card, EmptyCard } from './card.tsx';
import classes from './dashboard.module.css';
import { formatPercent, wordsOfMethod } from './figures.ts';
import type { Summary } from './summary-cards.tsx';

const HEIGHT_PX = 104;

/** How the gross volume splits over the methods; its figures are written beside the bars. */
export const MethodCard = ({ query }: { query: UseQueryResult<{ data: Summary }, CallError> }) => (
  <Card title="Methods" query={query} height_px={HEIGHT_PX}>
    {({ data }) => {
      const paid = data.methods.filter(({ count }) => count > 0);
      const whole = paid.reduce((sum, { amount }) => sum + amount, 0);
      if (paid.length === 0) return <EmptyCard>No successful payments in this period.</EmptyCard>;
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
        <ul className={classes.methods} tabIndex={0} aria-label="Payments by method">
          {paid.map(({ method, amount, count }) => (
            <li key={method}>
              <span className={classes.methodName}>{wordsOfMethod(method)}</span>
              <span className={classes.methodAmount}>{formatRupiah(amount)}</span>
              <i className={classes.methodBar} aria-hidden>
                <i style={{ width: `${(100 * amount) / whole}%` }} />
              </i>
              <span className={classes.methodCount}>{formatCount(count)} payments</span>
              <span className={classes.methodShare}>{formatPercent(Math.round((10_000 * amount) / whole))}</span>
            </li>
          ))}
        </ul>
      );
    }}
  </Card>
);
