import { methodLabel } from '@dasbor/contract/labels';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../api/problem.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Card, EmptyCard } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { methodMark } from './method-series.ts';
import { formatPercent } from '../ui/metric-format.ts';
import type { Summary } from './summary-cards.tsx';
import { messages } from './messages.ts';

const HEIGHT_PX = 104;

/** Gross volume by payment method. */
export const MethodCard = ({ query }: { query: UseQueryResult<{ data: Summary }, CallError> }) => (
  <Card title={messages().methods.title} query={query} height_px={HEIGHT_PX}>
    {({ data }) => {
      const paid = data.methods.filter(({ count }) => count > 0);
      const whole = paid.reduce((sum, { amount }) => sum + amount, 0);
      if (paid.length === 0) return <EmptyCard>{messages().heat.none}</EmptyCard>;
      return (
        <ul className={classes.methods} aria-label={messages().methods.label}>
          {paid.map(({ method, amount, count }) => (
            <li key={method}>
              <span className={classes.methodName}>{methodLabel(method, currentLanguage())}</span>
              <span className={classes.methodAmount}>{formatRupiah(amount)}</span>
              <i className={classes.methodBar} aria-hidden>
                <i style={{ width: `${(100 * amount) / whole}%`, background: `var(--${methodMark(method)})` }} />
              </i>
              <span className={classes.methodCount}>{messages().methods.payments(count, formatCount(count))}</span>
              <span className={classes.methodShare}>{formatPercent(Math.round((10_000 * amount) / whole))}</span>
            </li>
          ))}
        </ul>
      );
    }}
  </Card>
);
