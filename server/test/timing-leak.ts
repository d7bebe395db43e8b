/** Whether response times distinguish two kinds of requests. */

const ROUNDS = 3;
/** Beyond ±4 two groups differ by more than chance. */
const LIMIT = 4;

/** Measures one duration of each kind, in milliseconds. */
export type MeasurePair = () => Promise<{ known_ms: number; unknown_ms: number }>;

/**
 * The standard score of the rank sums of the two kinds, in the round where they differ least. A leak shows in every round;
 * what else a busy machine does at the time shows in one.
 */
export async function scoreTimingLeak(pairs_per_round: number, measure: MeasurePair): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= LIMIT; round++) {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs_per_round; pair++) {
      const { known_ms, unknown_ms } = await measure();
      known.push(known_ms);
      unknown.push(unknown_ms);
    }
    least = Math.min(least, Math.abs(computeStandardScore(known, unknown)));
  }
  return least;
}

/** Mann–Whitney's U as a standard score. */
function computeStandardScore(a: readonly number[], b: readonly number[]): number {
  const wins = a
    .flatMap((x) => b.map((y): number => (x > y ? 1 : x === y ? 0.5 : 0)))
    .reduce((sum, win) => sum + win, 0);
  const pairs = a.length * b.length;
  return (wins - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
}
