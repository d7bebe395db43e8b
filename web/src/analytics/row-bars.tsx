import type { Analytics, AnalyticsRow } from '@dasbor/contract/analytics';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../ui/amount.tsx';
import { formatPercent } from '../ui/metric-format.ts';
import classes from './analytics.module.css';
import type { DrillDownLinks } from './drill-down.ts';
import { ChangeMark } from './metrics.tsx';
import { ListLink, type OpenLists } from './list-link.tsx';
import { messages } from './messages.ts';
import { compareValues, formatSeconds, formatValue } from './value-format.ts';

export interface RowBarsProps {
  data: Analytics;
  is_compared: boolean;
  getLinks: (row: AnalyticsRow) => DrillDownLinks;
  onOpen: OpenLists;
}

/** Widgets whose rows are counts; the others are amounts. */
const COUNT_WIDGETS = ['funnel', 'failure-reasons'];

/** Rows before the others are asked for. */
const ROWS_SHOWN = 8;

/** Rows as bars; each one leads to the list that shows what it counts. */
export function RowBars({ data, is_compared, getLinks, onOpen }: RowBarsProps) {
  const is_counted = COUNT_WIDGETS.includes(data.widget);
  const is_time = data.widget === 'completion-time';
  const getSize = (row: AnalyticsRow) => (is_time ? (row.p90 ?? 0) : is_counted ? row.count : row.amount);
  const most = Math.max(1, ...data.rows.map(getSize));
  const [is_whole, setWhole] = useState(false);
  const rows = is_whole ? data.rows : data.rows.slice(0, ROWS_SHOWN);
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.key}>
          <span className={classes.rowName}>
            <ListLink links={getLinks(row)} label={row.label} onOpen={onOpen} />
            {row.note !== null && row.note !== row.label && <small>{row.note}</small>}
          </span>
          <span className={classes.rowValue}>
            {is_time ? <Times row={row} /> : is_counted ? formatCount(row.count) : formatValue(row.amount, 'rupiah')}
          </span>
          <i className={classes.rowBar} aria-hidden>
            <i style={{ width: `${(100 * getSize(row)) / most}%` }} />
            {is_time && <i data-mark="inner" style={{ width: `${(100 * (row.p50 ?? 0)) / most}%` }} />}
          </i>
          <span className={classes.rowMore}>
            {row.share !== null && <span>{formatPercent(row.share)}</span>}
            {!is_counted && <span>{`${messages().table.count} ${formatCount(row.count)}`}</span>}
            {row.rate !== null && <span>{`${messages().table.rate} ${formatPercent(row.rate)}`}</span>}
            {is_compared && <RowChange row={row} is_counted={is_counted} is_time={is_time} />}
          </span>
        </li>
      ))}
      {rows.length < data.rows.length && (
        <li>
          <Button variant="subtle" size="compact-sm" justify="start" onClick={() => setWhole(true)}>
            {messages().chart.show_all(data.rows.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}

const Times = ({ row }: { row: AnalyticsRow }) => (
  <>
    {formatSeconds(row.p50)} <small>{`${messages().metrics.p90} ${formatSeconds(row.p90)}`}</small>
  </>
);

function RowChange({ row, is_counted, is_time }: { row: AnalyticsRow; is_counted: boolean; is_time: boolean }) {
  const change = is_time
    ? compareValues(row.p50, row.previous_p50, 'seconds')
    : is_counted
      ? compareValues(row.count, row.previous_count, 'count')
      : compareValues(row.amount, row.previous_amount, 'rupiah');
  return change && <ChangeMark change={change} />;
}
