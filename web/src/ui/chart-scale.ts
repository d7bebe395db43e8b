/** Arithmetic of charts: axes that start at zero, and lines that break where values are missing. */

/** Axis ticks and the top value: multiples of 1, 2, 2.5 or 5 times a power of ten. */
export interface Scale {
  top: number;
  ticks: number[];
}

/** An axis from zero to the greatest value or above. `least_top`: the minimum of its top. */
export function buildScale(values: readonly (number | null)[], least_top = 4): Scale {
  const most = Math.max(least_top, ...values.map((value) => value ?? 0));
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  // Steps are whole numbers: there is no half payment.
  const step = Math.max(1, Math.ceil(factor * power));
  const count = Math.ceil(most / step);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, place) => place * step) };
}

/** An axis of percentages in hundredths, from 0% to 100%. */
export const PERCENT_SCALE: Scale = { top: 10_000, ticks: [0, 2_500, 5_000, 7_500, 10_000] };

/** Runs of values without a gap, as indexes in the series. */
export function splitRuns(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  values.forEach((value, place) => {
    if (value === null) return;
    if (place === 0 || values[place - 1] === null) runs.push([]);
    runs.at(-1)?.push(place);
  });
  return runs;
}

/**
 * The path of a line in a box of `values.length` by 100: a value is at the centre of its step; a single value is a
 * dot.
 */
export function linePath(values: readonly (number | null)[], top: number): string {
  return splitRuns(values)
    .filter((run) => run.length > 1)
    .map((run) => `M${run.map((place) => formatPoint(values, place, top)).join('L')}`)
    .join('');
}

/** Values without a neighbour: a line without length, which a round stroke draws as a dot. */
export function dotPath(values: readonly (number | null)[], top: number): string {
  return splitRuns(values)
    .filter((run) => run.length === 1)
    .map(([place = 0]) => `M${formatPoint(values, place, top)}h0.001`)
    .join('');
}

const formatPoint = (values: readonly (number | null)[], place: number, top: number): string =>
  `${place + 0.5} ${round(100 - (100 * (values[place] ?? 0)) / top)}`;

/** The area below a line, run by run. */
export function areaPath(values: readonly (number | null)[], top: number): string {
  const toHeightPercent = (place: number) => round(100 - (100 * (values[place] ?? 0)) / top);
  return splitRuns(values)
    .filter((run) => run.length > 1)
    .map((run) => {
      const line = run.map((place) => `L${place + 0.5} ${toHeightPercent(place)}`).join('');
      return `M${(run[0] ?? 0) + 0.5} 100${line}L${(run.at(-1) ?? 0) + 0.5} 100Z`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Whether a step has a label, so that at most `most` (a power of two) of `count` steps do. */
export function isLabelled(place: number, count: number, most: number): boolean {
  // Intervals double, so that fewer labels are a subset of more.
  let step = 1;
  while (count / step > most) step *= 2;
  return place % step === 0;
}
