/** An axis that always includes zero, and negative values where there are any. */
import { buildScale } from './chart-scale.ts';

export interface Span {
  bottom: number;
  top: number;
  ticks: number[];
}

/** Ticks have the same step above and below zero. */
export function buildSpan(values: readonly number[]): Span {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const { ticks } = buildScale([Math.max(most, -least)]);
  const step = ticks[1] ?? 1;
  const [below, above] = [Math.ceil(-least / step), Math.ceil(most / step)];
  const count = below + above === 0 ? 1 : above;
  const places = Array.from({ length: below + count + 1 }, (_, place) => (place - below) * step);
  return { bottom: 0 - below * step, top: count * step, ticks: places };
}

/** Height of a value, in percent. */
export const toHeightPercent = (value: number, { bottom, top }: Span): number =>
  (100 * (value - bottom)) / (top - bottom);

/** The path of a line in a box of `values.length` by 100, between two indexes. */
export function spanPath(values: readonly number[], span: Span, from = 0, to = values.length - 1): string {
  const toPoint = (place: number) =>
    `${place + 0.5} ${Math.round(100 * (100 - toHeightPercent(values[place] ?? 0, span))) / 100}`;
  const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
  if (places.length === 0) return '';
  return `M${places.map(toPoint).join('L')}${places.length === 1 ? 'h0.001' : ''}`;
}
