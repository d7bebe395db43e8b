// Results of the tests: durations and failures, printed at the end of `npm test`; durations also split the journeys.

import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ name: string, elapsed_s: number, failure: string | null, is_flaky?: boolean }} TestResult  `failure`: the first line of its error; null when it passed or was skipped. `is_flaky`: it passed when it was repeated */

const SHOWN = 10;

/** Approximate duration of the journeys of a file in seconds, desktop and phone together; 0 when skipped. */
const WEIGHTS_S = new Map([
  ['a11y.e2e.ts', 150],
  ['routes.e2e.ts', 40],
  ['disbursement.e2e.ts', 40],
  ['reconciliation.e2e.ts', 35],
  ['pay.e2e.ts', 30],
  ['report-delivery.e2e.ts', 30],
  ['manage-notifications.e2e.ts', 30],
  ['virtual-account.e2e.ts', 30],
  ['export.e2e.ts', 30],
  ['report.e2e.ts', 30],
  ['indonesian.e2e.ts', 25],
  ['notification-email.e2e.ts', 25],
  ['layout.e2e.ts', 25],
  ['refund.e2e.ts', 25],
  ['users.e2e.ts', 25],
  ['operations.e2e.ts', 25],
  ['payment-link.e2e.ts', 25],
  ['preferences.e2e.ts', 25],
  ['transaction.e2e.ts', 25],
  ['analytics.e2e.ts', 20],
  ['cash-flow.e2e.ts', 20],
  ['merchants.e2e.ts', 20],
  ['transaction-list.e2e.ts', 20],
  ['account.e2e.ts', 10],
  ['api-keys.e2e.ts', 5],
  ['branding.e2e.ts', 5],
  ['consolidated.e2e.ts', 10],
  ['invoice.e2e.ts', 5],
  ['search.e2e.ts', 5],
  ['second-factor.e2e.ts', 10],
  ['staff.e2e.ts', 10],
  ['suspension.e2e.ts', 10],
  ['webhook.e2e.ts', 5],
  ['screenshots.e2e.ts', 0],
]);
const USUAL_WEIGHT_S = 15;

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
 * @returns {TestResult[]}
 */
export function parseVitestResults(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const name = file.name.split('/').slice(-2).join('/');
    const tests = file.assertionResults.map((/** @type {any} */ test) => ({
      name: `${name} › ${test.fullName}`,
      elapsed_s: (test.duration ?? 0) / 1000,
      failure: test.status === 'failed' ? readFirstLine(test.failureMessages?.[0]) : null,
    }));
    // A file that fails to load, or whose set-up fails, has no failed test.
    const broken = file.status === 'failed' && tests.every((/** @type {TestResult} */ test) => test.failure === null);
    return broken ? [...tests, { name, elapsed_s: 0, failure: readFirstLine(file.message) }] : tests;
  });
}

/**
 * @param {any} report what Playwright's reporter `json` wrote, or one suite of it; null when it wrote nothing
 * @returns {TestResult[]}
 */
export function parsePlaywrightResults(report) {
  const specs = (report?.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      name: `${spec.file} › ${spec.title} (${test.projectName})`,
      elapsed_s: sum(test.results.map((/** @type {any} */ result) => result.duration / 1000)),
      failure:
        test.status === 'unexpected' || test.status === 'flaky'
          ? readFirstLine(test.results.find((/** @type {any} */ result) => result.error)?.error.message)
          : null,
      is_flaky: test.status === 'flaky',
    })),
  );
  return [...specs, ...(report?.suites ?? []).flatMap(parsePlaywrightResults)];
}

/** @param {TestResult[]} tests */
export function printSlowest(tests) {
  const slowest = tests.toSorted((a, b) => b.elapsed_s - a.elapsed_s).slice(0, SHOWN);
  process.stdout.write(`\nThe slowest ${slowest.length} of ${tests.length} tests:\n`);
  for (const { name, elapsed_s } of slowest) process.stdout.write(`${elapsed_s.toFixed(1).padStart(7)} s  ${name}\n`);
}

/**
 * Names every failed test once more: by then its error has scrolled far away.
 * @param {TestResult[]} tests
 */
export function printFailures(tests) {
  const failures = tests.filter((test) => test.failure !== null);
  printTests(
    'Passed only when repeated',
    failures.filter((test) => test.is_flaky),
  );
  printTests(
    'Failed',
    failures.filter((test) => !test.is_flaky),
  );
}

/**
 * @param {string} heading
 * @param {TestResult[]} tests
 */
function printTests(heading, tests) {
  if (tests.length === 0) return;
  process.stdout.write(`\n${heading}:\n`);
  for (const { name, failure } of tests) process.stdout.write(`  ${name}\n      ${failure}\n`);
}

/** @param {string} [message] */
function readFirstLine(message = '') {
  // Terminals' colours make a line unreadable in a log file.
  return stripVTControlCharacters(message).split('\n')[0] || 'no message';
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
