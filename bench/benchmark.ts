/** What a benchmark found: a ratio of two things measured in one run, and which side of the target is good. */
export type BenchmarkResult = {
  ratio: number;
  target: number;
  comparison: 'at most' | 'at least';
  /** What was measured, for people. */
  lines: string[];
};

export type Benchmark = () => Promise<BenchmarkResult>;

/** The middle value; the higher of the two middle ones for an even count. Throws on an empty list. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('The median of nothing was asked for');
  return middle;
}

export function isMet({ ratio, target, comparison: good }: BenchmarkResult): boolean {
  return good === 'at most' ? ratio <= target : ratio >= target;
}
