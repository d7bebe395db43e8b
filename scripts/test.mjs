// `npm test`: brings what the tests need, runs all of them, and ends with one line: `N passed, N failed`.
// Plain JavaScript for Node 20.19 or later; the tests themselves run on the project's own Node.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './bootstrap.mjs';
import { ensureDebianPackages } from './debian-packages.mjs';
import { fail } from './progress.mjs';

const RESULTS = path.join(ROOT, 'test-results');

try {
  await ensureInstalled();
  await ensureDebianPackages();
  await ensureBuilt();
} catch (error) {
  fail(error);
}
fs.rmSync(RESULTS, { recursive: true, force: true });
const started_ms = Date.now();
const suites = [await runVitest(), ...(await runJourneys())];

const passed = sum(suites.map((suite) => suite.passed));
const failed = sum(suites.map((suite) => suite.failed));
process.stdout.write(`\nAll tests took ${((Date.now() - started_ms) / 60_000).toFixed(1)} min\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

async function runVitest() {
  const file = path.join(RESULTS, 'vitest.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await runSuite([NODE, vitest, 'run', ...reporters]);
  const report = readReport(file);
  const passed = report?.numPassedTests ?? 0;
  // A file that does not load fails without failing a test.
  const broken = (report?.testResults ?? []).filter(
    (/** @type {any} */ each) => each.status === 'failed' && each.assertionResults.every(isFine),
  ).length;
  return { passed, failed: atLeastOne((report?.numFailedTests ?? 0) + broken, ok) };
}

/** Journeys wait more than they compute: two halves run side by side, each with an installation of its own. */
function runJourneys() {
  return Promise.all([1, 2].map((half) => runPlaywright(half)));
}

async function runPlaywright(/** @type {number} */ half) {
  const file = path.join(RESULTS, `playwright-${half}.json`);
  const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const options = [`--shard=${half}/2`, '--reporter=list,json', `--output=${path.join(RESULTS, `e2e-${half}`)}`];
  const ok = await runSuite([NODE, playwright, 'test', ...options], env);
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(file)?.stats ?? {};
  return { passed: expected, failed: atLeastOne(unexpected + flaky, ok) };
}

/** A suite that ended badly without a failed test (it crashed, or ran nothing) is one failure. */
function atLeastOne(/** @type {number} */ failures, /** @type {boolean} */ ok) {
  return ok ? failures : Math.max(1, failures);
}

function isFine(/** @type {{ status: string }} */ assertion) {
  return assertion.status !== 'failed';
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
