import classes from './chart.module.css';

/** Colours of series that stand side by side; `chart.module.css` and `page.css` hold them. */
export type SeriesMark = `series-${1 | 2 | 3 | 4 | 5 | 6}`;
export type ChartMark = 'present' | 'previous' | 'in' | 'out' | 'balance' | SeriesMark;

export interface TipLine {
  label: string;
  value: string;
  /** Which mark of the chart it belongs to. */
  mark?: ChartMark;
}

/** Exact values of the active point. `at`: horizontal position, 0 to 1; the tip stays inside the chart. */
export function ChartTip({ at, title, lines }: { at: number; title: string; lines: readonly TipLine[] }) {
  // A line without a mark, such as a sum, stands below the labels of the others.
  const has_marks = lines.some(({ mark }) => mark !== undefined);
  return (
    <div className={classes.tip} style={{ left: `${at * 100}%`, transform: `translateX(${-at * 100}%)` }} aria-hidden>
      <div className={classes.tipTitle}>{title}</div>
      {lines.map(({ label, value, mark }) => (
        <div key={label} className={classes.tipLine}>
          {has_marks && <span className={classes.key} data-mark={mark ?? 'none'} />}
          <span>{label}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}
