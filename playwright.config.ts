import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { BROWSER_FILE } from './scripts/browser.mjs';

// `E2E_PORT=… E2E_DATA_DIR=… playwright test` runs the journeys against an installation that is running there already.
const may_be_running = process.env.E2E_PORT !== undefined && process.env.E2E_DATA_DIR !== undefined;
// This file is read again in every worker: what it chose the first time travels in the environment.
const port = Number((process.env.E2E_PORT ??= String(20_000 + (process.pid % 3_000) * 4)));
// Readable by all, so that the database stays inside and leaves with the folder.
const data_dir = (process.env.E2E_DATA_DIR ??= path.join(os.tmpdir(), `dasbor-e2e-${process.pid}`));
const is_worker = process.env.TEST_WORKER_INDEX !== undefined;
if (!is_worker && !may_be_running) process.once('exit', () => fs.rmSync(data_dir, { recursive: true, force: true }));

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/short-lived-code.ts',
  outputDir: 'test-results/e2e',
  // One installation with one database: journeys change what other journeys see.
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  // A machine may starve a browser for half a minute. `npm test` names each journey that passed only when repeated.
  retries: 1,
  // Two shared cores may be busy, more so with seven tabs: limits only catch what hangs.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    // A trace of every journey costs a third of its time: `--trace retain-on-failure` asks for it.
    screenshot: 'only-on-failure',
    actionTimeout: 40_000,
    // Debian's: Playwright's own download cannot be reached everywhere.
    launchOptions: {
      executablePath: BROWSER_FILE,
      // Pages live for seconds: compiling them for speed costs a fifth of their processor time and gains nothing.
      args: ['--no-sandbox', '--js-flags=--no-opt,--no-maglev'],
    },
  },
  projects: [
    // As a person who wants less motion sees it: animations take a seventh of the processor time of all journeys.
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // Journeys that say @phone in their name run again on a phone, there with all motion; those with @phone-only run only there.
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
  ],
  webServer: {
    command: `${JSON.stringify(process.execPath)} scripts/supervisor/main.ts`,
    env: {
      PORT: String(port),
      BANK_PORT: String(port + 1),
      MAIL_PORT: String(port + 2),
      SFTP_PORT: String(port + 3),
      DATA_DIR: data_dir,
      DATABASE_URL: '',
      NODE_ENV: 'development',
    },
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: may_be_running,
    // The first start fills the sandbox.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
