import { useChartPointer } from './chart-pointer.ts';
import { type Scale, areaPath, dotPath, isLabelled, linePath } from './chart-scale.ts';
import { type ChartMark, ChartTip, type SeriesMark, type TipLine } from './chart-tip.tsx';
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
  /** With `series`: a value for each of them, in the same order. As bars they are stacked and add up to `value`. */
  parts?: readonly (number | null)[];
}

export interface TimeChartProps {
  /** What it shows, for screen readers. */
  label: string;
  shape: 'bars' | 'line';
  points: readonly ChartPoint[];
  scale: Scale;
  /** What the parts of the points are; their marks instead of one for the whole. */
  series?: readonly SeriesMark[];
  /** A value next to the axis, short. */
  formatTick: (value: number) => string;
  /** The lines of a point's tip: exact values. */
  formatTipLines: (point: ChartPoint) => TipLine[];
  /** Opens what a point counts, by click or Enter. */
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

/** Labels below the axis, and how many of them a phone has room for; a part of the former. */
const LABELS_MOST = 8;
const LABELS_FEW = 4;

/**
 * Values over time as bars or as a line on an axis that begins at zero, the earlier ones alongside in grey. Series are
 * stacked in a bar, or lines of their own.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, shape, points, scale, series, formatTick, formatTipLines, onOpen } = props;
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
        {shape === 'bars' ? (
          <Bars points={points} top={scale.top} series={series} />
        ) : (
          <Lines points={points} top={scale.top} series={series} />
        )}
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

type MarksProps = Pick<TimeChartProps, 'points' | 'series'> & { top: number };

const Bars = ({ points, series, top }: MarksProps) => (
  <div className={classes.bars} aria-hidden>
    {points.map(({ key, value, previous, parts = [] }) => (
      <div key={key} className={classes.step}>
        {previous !== undefined && <i data-mark="previous" style={{ height: `${(100 * (previous ?? 0)) / top}%` }} />}
        {series === undefined ? (
          <i data-mark="present" style={{ height: `${(100 * (value ?? 0)) / top}%` }} />
        ) : (
          <div className={classes.stack} style={{ height: `${(100 * (value ?? 0)) / top}%` }}>
            {series.map((mark, index) => (
              <i key={mark} data-mark={mark} style={{ flexGrow: parts[index] ?? 0 }} />
            ))}
          </div>
        )}
      </div>
    ))}
  </div>
);

function Lines({ points, series, top }: MarksProps) {
  const earlier = points.map(({ previous }) => previous ?? null);
  return (
    <svg className={classes.lines} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden>
      <Line mark="previous" values={earlier} top={top} />
      {series === undefined ? (
        <PresentLine values={points.map(({ value }) => value)} top={top} />
      ) : (
        series.map((mark, index) => (
          <Line key={mark} mark={mark} values={points.map(({ parts }) => parts?.[index] ?? null)} top={top} />
        ))
      )}
    </svg>
  );
}

const PresentLine = ({ values, top }: { values: readonly (number | null)[]; top: number }) => (
  <>
    <path className={classes.ground} d={areaPath(values, top)} />
    <Line mark="present" values={values} top={top} />
  </>
);

const Line = ({ mark, values, top }: { mark: ChartMark; values: readonly (number | null)[]; top: number }) => (
  <>
    <path className={classes.line} data-mark={mark} d={linePath(values, top)} />
    <path className={classes.dot} data-mark={mark} d={dotPath(values, top)} />
  </>
);
