import type { ReactNode } from 'react';
import type { ChartMark } from './chart-tip.tsx';
import classes from './chart.module.css';

export interface LegendItem {
  label: string;
  mark: ChartMark;
}

/** A chart with its legend below; the chart takes the remaining height. */
export const ChartWithLegend = ({ legend, children }: { legend: ReactNode; children: ReactNode }) => (
  <div className={classes.withLegend}>
    {children}
    {legend}
  </div>
);

/** Legend of a chart. */
export const ChartLegend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className={classes.legend}>
    {items.map(({ label, mark }) => (
      <li key={mark}>
        <span className={classes.key} data-mark={mark} aria-hidden />
        {label}
      </li>
    ))}
  </ul>
);

/** Shares of the darkest cell that the legend of a heat map shows; 0 is an empty cell. */
const STEPS = [0, 0.25, 0.5, 0.75, 1] as const;

/** The scale of a heat map, from its least to its greatest value. */
export const HeatLegend = (props: { label: string; least: string; most: string }) => (
  <div className={classes.heatLegend}>
    <span>{props.label}</span>
    <span>{props.least}</span>
    <span className={classes.heatSteps} aria-hidden>
      {STEPS.map((step) => (
        <i
          key={step}
          data-empty={step === 0 || undefined}
          style={step === 0 ? undefined : { opacity: getHeatOpacity(step) }}
        />
      ))}
    </span>
    <span>{props.most}</span>
  </div>
);

/** Opacity of a cell by its share of the greatest value; the least value stays visible. */
export const getHeatOpacity = (share: number): number => 0.14 + 0.86 * share;
