import { useChartPointer } from './chart-pointer.ts';
import { type Scale, areaPath, dotPath, isLabelled, linePath } from './chart-scale.ts';
import { ChartTip, type TipLine } from './chart-tip.tsx';
import classes from './chart.module.css';

export interface ChartPoint {
  key: string;
  /** Below the axis. */
  tick: string;
  /** Head of the tip. */
  title: string;
  value: number | null;
  /** Absent: nothing is compared. */
  previous?: number | null;
}

export interface TimeChartProps {
  /** What it shows, for screen readers. */
  label: string;
  shape: 'bars' | 'line';
  points: readonly ChartPoint[];
  scale: Scale;
  /** A value next to the axis, short. */
  formatTick: (value: number) => string;
  /** The lines of a point's tip: exact figures. */
  formatTipLines: (point: ChartPoint) => TipLine[];
  /** Opens what a point counts, by click or Enter. */
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

/** Labels below the axis, and how many of them a phone has room for; a part of the former. */
const LABELS_MOST = 8;
const LABELS_FEW = 4;

/** Values over time as bars or as a line on an axis that begins at zero, the earlier ones alongside in grey. */
export function TimeChart({ label, shape, points, scale, formatTick, formatTipLines, onOpen }: TimeChartProps) {
  const getText = (index: number) => {
    const point = points[index];
    return point
      ? `${point.title}: ${formatTipLines(point)
          .map((line) => `${line.label} ${line.value}`)
          .join(', ')}`
      : '';
  };
  const { index: active, handlers } = useChartPointer(points.length, 1, {
    label,
    getText,
    onOpen: onOpen && ((index) => points[index] && onOpen(points[index])),
  });
  const point = active === null ? undefined : points[active];
  const at = ((active ?? 0) + 0.5) / Math.max(1, points.length);
  return (
    <div className={classes.chart}>
      <div className={classes.ticks} aria-hidden>
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(100 * tick) / scale.top}%` }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div className={classes.area} {...handlers}>
        {scale.ticks.map((tick) => (
          <i key={tick} className={classes.rule} style={{ bottom: `${(100 * tick) / scale.top}%` }} />
        ))}
        {point && <i className={classes.cursor} style={{ left: `${at * 100}%`, width: `${100 / points.length}%` }} />}
        {shape === 'bars' ? <Bars points={points} top={scale.top} /> : <Lines points={points} top={scale.top} />}
        {point && <ChartTip at={at} title={point.title} lines={formatTipLines(point)} />}
      </div>
      <div className={classes.axis} aria-hidden>
        {points.map(({ key, tick }, index) => (
          <span key={key}>
            {isLabelled(index, points.length, LABELS_MOST) && (
              <em data-spare={isLabelled(index, points.length, LABELS_FEW) ? undefined : true}>{tick}</em>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

const Bars = ({ points, top }: { points: readonly ChartPoint[]; top: number }) => (
  <div className={classes.bars} aria-hidden>
    {points.map(({ key, value, previous }) => (
      <div key={key} className={classes.step}>
        {previous !== undefined && <i data-mark="previous" style={{ height: `${(100 * (previous ?? 0)) / top}%` }} />}
        <i data-mark="present" style={{ height: `${(100 * (value ?? 0)) / top}%` }} />
      </div>
    ))}
  </div>
);

function Lines({ points, top }: { points: readonly ChartPoint[]; top: number }) {
  const values = points.map(({ value }) => value);
  const earlier = points.map(({ previous }) => previous ?? null);
  return (
    <svg className={classes.lines} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden>
      <path className={classes.line} data-mark="previous" d={linePath(earlier, top)} />
      <path className={classes.dot} data-mark="previous" d={dotPath(earlier, top)} />
      <path className={classes.ground} d={areaPath(values, top)} />
      <path className={classes.line} data-mark="present" d={linePath(values, top)} />
      <path className={classes.dot} data-mark="present" d={dotPath(values, top)} />
    </svg>
  );
}
