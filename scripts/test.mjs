// `npm test`: installs what the tests need, runs all of them, and ends with the line `N passed, N failed`.
// `npm test -- FEATURE` runs the tests of one feature, such as `refund`; journeys on a phone only in the full run.
// Plain JavaScript for Node 20.19 or later; the tests themselves run on the project's own Node.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './bootstrap.mjs';
import { ensureDebianPackages } from './debian-packages.mjs';
import { findFeatureTests } from './feature-tests.mjs';
import { fail } from './progress.mjs';
import { createTemporaryFolder } from './temporary-folder.mjs';
import {
  splitInHalves,
  printFailures,
  printSlowest,
  parsePlaywrightResults,
  parseVitestResults,
} from './test-results.mjs';

const RESULTS = path.join(ROOT, 'test-results');
const [feature] = process.argv.slice(2);
/** @type {{ unit: string[], journeys: string[] } | null} */
let selected = null;

try {
  // Before anything is installed, so that a misspelt name fails immediately.
  selected = feature === undefined ? null : findFeatureTests(feature);
  await ensureInstalled();
  await ensureDebianPackages();
  await ensureBuilt();
} catch (error) {
  fail(error);
}
fs.rmSync(RESULTS, { recursive: true, force: true });
const temporary_folder = createTemporaryFolder();
process.once('exit', () => fs.rmSync(temporary_folder, { recursive: true, force: true }));
process.env.TMPDIR = temporary_folder;
const started_ms = Date.now();
const suites = await (selected === null ? runAll() : runFeature(selected));
const tests = suites.flatMap((suite) => suite.tests);
printSlowest(tests);
printFailures(tests);

const passed = sum(suites.map((suite) => suite.passed));
const failed = sum(suites.map((suite) => suite.failed));
process.stdout.write(`\nThe tests took ${((Date.now() - started_ms) / 60_000).toFixed(1)} min\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

async function runAll() {
  return [await runVitest(), ...(await runJourneys())];
}

/** Unit tests and journeys in parallel: the few journeys of a feature mostly wait. */
function runFeature(/** @type {{ unit: string[], journeys: string[] }} */ { unit, journeys }) {
  return Promise.all([
    ...(unit.length > 0 ? [runVitest(unit)] : []),
    ...(journeys.length > 0 ? [runPlaywright(journeys, 1, ['--project=desktop'])] : []),
  ]);
}

async function runVitest(/** @type {string[]} */ files = []) {
  const file = path.join(RESULTS, 'vitest.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await runSuite([NODE, vitest, 'run', ...files, ...reporters]);
  const report = readReport(file);
  const passed = report?.numPassedTests ?? 0;
  const tests = parseVitestResults(report);
  return withCrash('vitest', ok, { passed, failed: tests.filter((test) => test.failure !== null).length, tests });
}

/** Two halves in parallel, each with its own installation, keep two cores busy. */
function runJourneys() {
  const halves = splitInHalves(fs.readdirSync(path.join(ROOT, 'e2e')).filter((name) => name.endsWith('.e2e.ts')));
  return Promise.all(halves.map((names, index) => runPlaywright(names, index + 1)));
}

/**
 * @param {string[]} names
 * @param {number} half
 * @param {string[]} extra
 */
async function runPlaywright(names, half, extra = []) {
  const file = path.join(RESULTS, `playwright-${half}.json`);
  const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const files = names.map((name) => `e2e/${name}`);
  const options = [...extra, '--reporter=list,json', `--output=${path.join(RESULTS, `e2e-${half}`)}`];
  const ok = await runSuite([NODE, playwright, 'test', ...files, ...options], env);
  const report = readReport(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const tests = parsePlaywrightResults(report);
  return withCrash(`playwright, half ${half}`, ok, { passed: expected + flaky, failed: unexpected, tests });
}

/**
 * A suite that fails without a failed test, such as by an unhandled error, counts as one failure with a name.
 * @param {string} name
 * @param {boolean} ok
 * @param {{ passed: number, failed: number, tests: import('./test-results.mjs').TestResult[] }} suite
 */
function withCrash(name, ok, suite) {
  if (ok || suite.failed > 0) return suite;
  const failure = 'It ended with an error although no test failed: see its output above.';
  return { ...suite, failed: 1, tests: [...suite.tests, { name, elapsed_s: 0, failure }] };
}

/**
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>}
 */
function runSuite([program = '', ...args], env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** @param {string} file */
function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
