// Test durations: printed at the end of `npm test` and used to split the journeys.

/** @typedef {{ name: string, elapsed_s: number }} TimedTest */

const SHOWN = 10;

/** Approximate duration of the journeys of a file in seconds, desktop and phone together; 0 when skipped. */
const WEIGHTS_S = new Map([
  ['a11y.e2e.ts', 180],
  ['trouble.e2e.ts', 80],
  ['routes.e2e.ts', 75],
  ['qris.e2e.ts', 65],
  ['pay.e2e.ts', 60],
  ['payment.e2e.ts', 45],
  ['payment-link.e2e.ts', 40],
  ['refund.e2e.ts', 40],
  ['manage-notifications.e2e.ts', 35],
  ['virtual-account.e2e.ts', 35],
  ['screenshots.e2e.ts', 0],
]);
const USUAL_WEIGHT_S = 30;

/**
 * Splits journey files into two lists of similar duration: assigns the longest file first, each to the shorter list.
 * @param {string[]} names
 * @returns {[string[], string[]]}
 */
export function splitInHalves(names) {
  const getWeight = (/** @type {string} */ name) => WEIGHTS_S.get(name) ?? USUAL_WEIGHT_S;
  /** @type {[string[], string[]]} */
  const halves = [[], []];
  const taken_s = [0, 0];
  for (const name of names.toSorted((a, b) => getWeight(b) - getWeight(a) || a.localeCompare(b))) {
    const shorter = (taken_s[0] ?? 0) <= (taken_s[1] ?? 0) ? 0 : 1;
    halves[shorter].push(name);
    taken_s[shorter] = (taken_s[shorter] ?? 0) + getWeight(name);
  }
  return halves;
}

/**
 * @param {any} report what vitest's reporter `json` wrote; null when it wrote nothing
 * @returns {TimedTest[]}
 */
export function parseVitestTimes(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults.map((/** @type {any} */ test) => ({
      name: `${file.name.split('/').slice(-2).join('/')} › ${test.fullName}`,
      elapsed_s: (test.duration ?? 0) / 1000,
    })),
  );
}

/**
 * @param {any} report what Playwright's reporter `json` wrote, or one suite of it; null when it wrote nothing
 * @returns {TimedTest[]}
 */
export function parsePlaywrightTimes(report) {
  const specs = (report?.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      name: `${spec.file} › ${spec.title} (${test.projectName})`,
      elapsed_s: sum(test.results.map((/** @type {any} */ result) => result.duration / 1000)),
    })),
  );
  return [...specs, ...(report?.suites ?? []).flatMap(parsePlaywrightTimes)];
}

/** @param {TimedTest[]} tests */
export function printSlowest(tests) {
  const slowest = tests.toSorted((a, b) => b.elapsed_s - a.elapsed_s).slice(0, SHOWN);
  process.stdout.write(`\nThe slowest ${slowest.length} of ${tests.length} tests:\n`);
  for (const { name, elapsed_s } of slowest) process.stdout.write(`${elapsed_s.toFixed(1).padStart(7)} s  ${name}\n`);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
