import { useChartPointer } from './chart-pointer.ts';
import { isLabelled } from './chart-scale.ts';
import { ChartTip, type TipLine } from './chart-tip.tsx';
import chart from './chart.module.css';
import classes from './flow-chart.module.css';
import { type Span, toHeightPercent, buildSpan, spanPath } from './flow-scale.ts';
import { messages } from './messages.ts';

export interface FlowPoint {
  key: string;
  /** Below the axis. */
  tick: string;
  /** Head of the tip. */
  title: string;
  inflow: number;
  outflow: number;
  /** Closing balance of the step. */
  balance: number;
  /** Forecast instead of booked. */
  is_forecast: boolean;
}

export interface FlowChartProps {
  /** What it shows, for screen readers. */
  label: string;
  points: readonly FlowPoint[];
  /** A value next to the axis, short. */
  formatTick: (value: number) => string;
  /** Exact values for the tip. */
  formatValue: (value: number) => string;
}

const LABELS_MOST = 8;
const LABELS_FEW = 4;

/**
 * Inflow and outflow as bars, with the balance as a line above them. Each has its own zero-based axis, so that neither
 * distorts the other. The forecast is marked as a zone.
 */
export function FlowChart({ label, points, formatTick, formatValue }: FlowChartProps) {
  const t = messages().chart;
  const balances = points.map(({ balance }) => balance);
  const line = buildSpan(balances);
  const bars = buildSpan(points.flatMap(({ inflow, outflow }) => [inflow, outflow]));
  const first_expected = points.findIndex(({ is_forecast }) => is_forecast);
  const seen = first_expected < 0 ? points.length : first_expected;
  const formatTipLines = (point: FlowPoint): TipLine[] => [
    { label: point.is_forecast ? t.inflow_forecast : t.inflow, value: formatValue(point.inflow), mark: 'in' },
    { label: point.is_forecast ? t.outflow_forecast : t.outflow, value: formatValue(point.outflow), mark: 'out' },
    { label: point.is_forecast ? t.balance_forecast : t.balance, value: formatValue(point.balance), mark: 'balance' },
  ];
  const getText = (index: number) => {
    const point = points[index];
    const lines = point && formatTipLines(point).map((each) => `${each.label} ${each.value}`);
    return point && lines ? `${point.title}: ${lines.join(', ')}` : '';
  };
  const { index: active, handlers } = useChartPointer(points.length, 1, { label, getText });
  const point = active === null ? undefined : points[active];
  const at = ((active ?? 0) + 0.5) / Math.max(1, points.length);
  return (
    <div className={classes.flow}>
      <Legend has_forecast={first_expected >= 0} />
      <Ticks span={line} formatTick={formatTick} row={2} />
      <Ticks span={bars} formatTick={formatTick} row={3} />
      <div className={classes.area} {...handlers}>
        {first_expected >= 0 && (
          <div className={classes.zone} style={{ left: `${(100 * seen) / points.length}%` }} aria-hidden>
            <span>{t.forecast}</span>
          </div>
        )}
        {point && <i className={chart.cursor} style={{ left: `${at * 100}%`, width: `${100 / points.length}%` }} />}
        <div className={classes.plot} aria-hidden>
          <Rules span={line} />
          <svg viewBox={`0 0 ${Math.max(1, points.length)} 100`} preserveAspectRatio="none">
            <path className={classes.line} d={spanPath(balances, line, 0, seen - 1)} />
            <path
              className={classes.line}
              data-forecast
              d={first_expected < 0 ? '' : spanPath(balances, line, Math.max(0, seen - 1))}
            />
          </svg>
        </div>
        <div className={classes.plot} aria-hidden>
          <Rules span={bars} />
          <div className={classes.bars}>
            {points.map(({ key, inflow, outflow, is_forecast }) => (
              <div key={key} className={classes.step} data-forecast={is_forecast || undefined}>
                <i data-mark="in" style={{ height: `${toHeightPercent(inflow, bars)}%` }} />
                <i data-mark="out" style={{ height: `${toHeightPercent(outflow, bars)}%` }} />
              </div>
            ))}
          </div>
        </div>
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

const Legend = ({ has_forecast }: { has_forecast: boolean }) => (
  <div className={classes.legend} aria-hidden>
    <span>
      <i data-mark="balance" /> {messages().chart.balance}
    </span>
    <span>
      <i data-mark="in" /> {messages().chart.inflow}
    </span>
    <span>
      <i data-mark="out" /> {messages().chart.outflow}
    </span>
    {has_forecast && (
      <span>
        <i data-mark="forecast" /> {messages().chart.forecast}
      </span>
    )}
  </div>
);

const Ticks = (props: { span: Span; formatTick: (value: number) => string; row: number }) => (
  <div className={classes.ticks} style={{ gridRow: props.row }} aria-hidden>
    {props.span.ticks.map((tick) => (
      <span key={tick} style={{ bottom: `${toHeightPercent(tick, props.span)}%` }}>
        {props.formatTick(tick)}
      </span>
    ))}
  </div>
);

const Rules = ({ span }: { span: Span }) =>
  span.ticks.map((tick) => (
    <i
      key={tick}
      className={classes.rule}
      data-zero={tick === 0 || undefined}
      style={{ bottom: `${toHeightPercent(tick, span)}%` }}
    />
  ));
