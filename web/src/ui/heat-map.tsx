import { getHeatOpacity } from './chart-legend.tsx';
import { useChartPointer } from './chart-pointer.ts';
import { ChartTip, type TipLine } from './chart-tip.tsx';
import classes from './chart.module.css';

export interface HeatMapProps {
  /** What it shows, for screen readers. */
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  /** Values in reading order, row by row. */
  values: readonly number[];
  formatTitle: (place: number) => string;
  formatTipLines: (place: number) => TipLine[];
}

/** Every third column is named. */
const NAMED_EACH = 3;

/** Values on two axes, darker where there is more. */
export function HeatMap({ label, rows, columns, values, formatTitle, formatTipLines }: HeatMapProps) {
  const most = Math.max(1, ...values);
  const getText = (index: number) =>
    `${formatTitle(index)}: ${formatTipLines(index)
      .map((line) => `${line.label} ${line.value}`)
      .join(', ')}`;
  const { index: active, handlers } = useChartPointer(columns.length, rows.length, { label, getText });
  return (
    <div className={classes.heat}>
      <div className={classes.heatRows} aria-hidden>
        {rows.map((row) => (
          <span key={row}>{row}</span>
        ))}
      </div>
      <div
        className={classes.cells}
        style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
        {...handlers}
      >
        {values.map((value, index) => (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- a place is its key
            key={index}
            data-active={index === active || undefined}
            data-empty={value === 0 || undefined}
            style={value === 0 ? undefined : { opacity: getHeatOpacity(value / most) }}
          />
        ))}
        {active !== null && (
          <ChartTip
            at={((active % columns.length) + 0.5) / columns.length}
            title={formatTitle(active)}
            lines={formatTipLines(active)}
          />
        )}
      </div>
      <div className={classes.heatColumns} aria-hidden>
        {columns.map((column, index) => (
          <span key={column}>{index % NAMED_EACH === 0 && <em>{column}</em>}</span>
        ))}
      </div>
    </div>
  );
}
