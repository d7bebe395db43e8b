import { areaPath, dotPath, linePath } from './chart-scale.ts';
import classes from './chart.module.css';

/** A small line chart next to a metric. Hidden from screen readers, which read the metric. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const top = Math.max(1, ...values.map((value) => value ?? 0));
  return (
    <svg
      className={classes.spark}
      viewBox={`0.5 -6 ${Math.max(1, values.length - 1)} 112`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={classes.ground} d={areaPath(values, top)} />
      <path className={classes.line} data-mark="present" d={linePath(values, top) + dotPath(values, top)} />
    </svg>
  );
}
