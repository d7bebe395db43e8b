/** A widget as a PNG, drawn from its data: title, period, metrics, and bars or rows. Always on white, for documents. */
import { type Analytics, formatAnalyticsFileName } from '@dasbor/contract/analytics';
import { buildScale } from '../ui/chart-scale.ts';
import { formatTick } from '../ui/metric-format.ts';
import { messages } from './messages.ts';
import { type PngContent, buildPngContent } from './png-content.ts';
import { formatAxis } from './value-format.ts';

const WIDTH = 960;
const HEIGHT_MIN = 540;
/** Pixels per unit: sharp in print and on dense screens. */
const DENSITY = 2;
const PAD = 32;
const TOP = 172;
const ROW_HEIGHT = 40;
const INK = '#1d2433';
const DIM = '#5b6475';
const BAR = '#5d87ff';
const BEFORE = '#b9c2d3';
const LINE = '#e3e7ef';
const FONT = "'Plus Jakarta Sans Variable', 'Plus Jakarta Sans', sans-serif";

type Pen = CanvasRenderingContext2D;

interface Options {
  title: string;
  /** Whether the screen compares with the previous period. */
  is_compared: boolean;
}

/** Draws the widget and saves the file. */
export async function savePng(data: Analytics, { title, is_compared }: Options): Promise<void> {
  const content = buildPngContent(data, is_compared);
  // Every row is drawn, so the image grows with them.
  const height =
    data.points.length > 0 ? HEIGHT_MIN : Math.max(HEIGHT_MIN, TOP + ROW_HEIGHT * content.rows.length + 24);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * DENSITY;
  canvas.height = height * DENSITY;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser cannot draw images.');
  pen.scale(DENSITY, DENSITY);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, WIDTH, height);
  drawHead(pen, title, content);
  if (data.points.length > 0) drawPoints(pen, data, is_compared);
  else drawRows(pen, content);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser cannot save images.');
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${formatAnalyticsFileName(data)}.png`;
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
  pen.wordSpacing = '1px';
  pen.fillStyle = style.color ?? INK;
  pen.textAlign = style.align ?? 'left';
  pen.fillText(text, x, y);
}

function drawHead(pen: Pen, title: string, { period, previous_period, metrics }: PngContent): void {
  write(pen, title, [PAD, 44], { size: 20, weight: 650 });
  write(pen, period, [PAD, 66], { color: DIM });
  if (previous_period !== null) {
    write(pen, previous_period, [PAD + 16, 86], { color: DIM });
    pen.fillStyle = BEFORE;
    pen.fillRect(PAD, 77, 10, 10);
  }
  metrics.forEach(({ label, value, versus }, index) => {
    const x = PAD + index * 220;
    write(pen, label, [x, 112], { color: DIM });
    write(pen, value, [x, 134], { size: 17, weight: 650 });
    if (versus !== null) write(pen, versus, [x, 152], { size: 12, color: DIM });
  });
}

function drawPoints(pen: Pen, { points, metrics, interval }: Analytics, is_compared: boolean): void {
  const unit = metrics[0]?.unit ?? 'count';
  const { top, ticks } = buildScale(points.flatMap(({ value, previous }) => [value, is_compared ? previous : null]));
  const [left, right, bottom] = [PAD + 64, WIDTH - PAD, HEIGHT_MIN - 44];
  const toY = (value: number) => bottom - ((bottom - TOP - 12) * value) / top;
  for (const tick of ticks) {
    pen.fillStyle = LINE;
    pen.fillRect(left, toY(tick), right - left, 1);
    write(pen, formatAxis(unit)(tick), [left - 10, toY(tick) + 4], { size: 12, color: DIM, align: 'right' });
  }
  const step = (right - left) / points.length;
  const each_label = Math.ceil(points.length / 10);
  const bar = (value: number | null, [x, width]: [number, number], color: string) => {
    pen.fillStyle = color;
    if (value !== null) pen.fillRect(x, toY(value), width, bottom - toY(value));
  };
  points.forEach(({ at, value, previous }, index) => {
    const x = left + step * index;
    if (is_compared) {
      bar(value, [x + step * 0.14, step * 0.36], BAR);
      bar(previous, [x + step * 0.5, step * 0.36], BEFORE);
    } else bar(value, [x + step * 0.19, step * 0.62], BAR);
    if (index % each_label === 0) {
      write(pen, formatTick(at, interval), [x + step / 2, bottom + 20], { size: 12, color: DIM, align: 'center' });
    }
  });
}

function drawRows(pen: Pen, { rows }: PngContent): void {
  if (rows.length === 0) write(pen, messages().chart.none, [PAD, TOP + 14], { color: DIM });
  const most = Math.max(1, ...rows.flatMap(({ size, previous }) => [size, previous ?? 0]));
  const line = (share: number, [y, height]: [number, number], color: string) => {
    pen.fillStyle = color;
    pen.fillRect(PAD, y, (WIDTH - 2 * PAD) * share, height);
  };
  rows.forEach(({ label, text, size, previous }, index) => {
    const y = TOP + ROW_HEIGHT * index;
    write(pen, label, [PAD, y + 12], { size: 13, weight: 550 });
    write(pen, text, [WIDTH - PAD, y + 12], { align: 'right' });
    line(1, [y + 18, 6], LINE);
    line(size / most, [y + 18, 6], BAR);
    if (previous !== undefined) line(previous / most, [y + 25, 3], BEFORE);
  });
}
