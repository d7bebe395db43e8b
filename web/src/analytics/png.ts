/** A widget as a PNG, drawn from its data: title, period, figures, and bars or rows. Always on white, for documents. */
import type { Analytics } from '@dasbor/contract/analytics';
import { formatCompact, formatCount } from '../ui/amount.tsx';
import { buildScale } from '../ui/chart-scale.ts';
import { formatPercent, formatTick } from '../ui/figure-format.ts';
import { formatDay } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import { formatAxis, formatSeconds, formatValue } from './value-format.ts';

const WIDTH = 960;
const HEIGHT = 540;
/** Pixels per unit: sharp in print and on dense screens. */
const DENSITY = 2;
const PAD = 32;
const TOP = 132;
const INK = '#1d2433';
const DIM = '#5b6475';
const BAR = '#5d87ff';
const LINE = '#e3e7ef';
const FONT = "'Plus Jakarta Sans Variable', 'Plus Jakarta Sans', sans-serif";
const ROWS_MAX = 12;

type Pen = CanvasRenderingContext2D;

/** Draws the widget and saves the file. */
export async function savePng(data: Analytics, title: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * DENSITY;
  canvas.height = HEIGHT * DENSITY;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser cannot draw images.');
  pen.scale(DENSITY, DENSITY);
  drawWidget(pen, data, title);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser cannot save images.');
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${data.tab}-${data.widget}-${data.from.slice(0, 10)}.png`;
  link.click();
  URL.revokeObjectURL(address);
}

interface TextStyle {
  size?: number;
  weight?: number;
  color?: string;
  align?: CanvasTextAlign;
}

function write(pen: Pen, text: string, [x, y]: [number, number], style: TextStyle = {}): void {
  pen.font = `${style.weight ?? 400} ${style.size ?? 13}px ${FONT}`;
  pen.fillStyle = style.color ?? INK;
  pen.textAlign = style.align ?? 'left';
  pen.fillText(text, x, y);
}

function drawWidget(pen: Pen, data: Analytics, title: string): void {
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, title, [PAD, 44], { size: 20, weight: 650 });
  write(pen, `${formatDay(data.from)} – ${formatDay(data.to)} · ${messages().line}`, [PAD, 66], { color: DIM });
  data.figures.forEach(({ key, unit, value }, index) => {
    write(pen, messages().figures[key], [PAD + index * 220, 94], { color: DIM });
    write(pen, formatValue(value, unit), [PAD + index * 220, 116], { size: 17, weight: 650 });
  });
  if (data.points.length > 0) drawPoints(pen, data);
  else drawRows(pen, data);
}

function drawPoints(pen: Pen, { points, figures, interval }: Analytics): void {
  const unit = figures[0]?.unit ?? 'count';
  const values = points.map(({ value }) => value);
  const { top, ticks } = buildScale(values);
  const [left, right, bottom] = [PAD + 64, WIDTH - PAD, HEIGHT - 44];
  const toY = (value: number) => bottom - ((bottom - TOP - 12) * value) / top;
  for (const tick of ticks) {
    pen.fillStyle = LINE;
    pen.fillRect(left, toY(tick), right - left, 1);
    write(pen, formatAxis(unit)(tick), [left - 10, toY(tick) + 4], { size: 12, color: DIM, align: 'right' });
  }
  const step = (right - left) / points.length;
  const each_label = Math.ceil(points.length / 10);
  points.forEach(({ at, value }, index) => {
    const x = left + step * index;
    pen.fillStyle = BAR;
    if (value !== null) pen.fillRect(x + step * 0.19, toY(value), step * 0.62, bottom - toY(value));
    if (index % each_label === 0) {
      write(pen, formatTick(at, interval), [x + step / 2, bottom + 20], { size: 12, color: DIM, align: 'center' });
    }
  });
}

function drawRows(pen: Pen, { rows, widget }: Analytics): void {
  const is_time = widget === 'completion-time';
  const is_counted = widget === 'funnel' || widget === 'failure-reasons';
  const shown = rows.slice(0, ROWS_MAX);
  const getSize = (row: (typeof rows)[number]) => (is_time ? (row.p90 ?? 0) : is_counted ? row.count : row.amount);
  const most = Math.max(1, ...shown.map(getSize));
  const height = Math.min(44, (HEIGHT - TOP - 24) / Math.max(1, shown.length));
  shown.forEach((row, index) => {
    const y = TOP + height * index;
    const share = row.share === null ? '' : ` · ${formatPercent(row.share)}`;
    const times = `${formatSeconds(row.p50)} / ${formatSeconds(row.p90)}`;
    const amount = `${formatCompact(row.amount)} · ${formatCount(row.count)}`;
    const text = is_time ? times : (is_counted ? formatCount(row.count) : amount) + share;
    write(pen, row.label, [PAD, y + 14], { size: 13, weight: 550 });
    write(pen, text, [WIDTH - PAD, y + 14], { align: 'right' });
    pen.fillStyle = LINE;
    pen.fillRect(PAD, y + 20, WIDTH - 2 * PAD, 6);
    pen.fillStyle = BAR;
    pen.fillRect(PAD, y + 20, ((WIDTH - 2 * PAD) * getSize(row)) / most, 6);
  });
}
