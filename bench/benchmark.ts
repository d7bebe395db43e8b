/** Result of a benchmark: a ratio of two measurements of one run, compared with a target. */
export type BenchmarkResult = {
  ratio: number;
  target: number;
  comparison: 'at most' | 'at least';
  /** Human-readable measurements. */
  lines: string[];
};

export type Benchmark = () => Promise<BenchmarkResult>;

/** The median; the higher of the two middle values for an even count. Throws on an empty list. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('No values to take the median of');
  return middle;
}

export function isMet({ ratio, target, comparison }: BenchmarkResult): boolean {
  return comparison === 'at most' ? ratio <= target : ratio >= target;
}
