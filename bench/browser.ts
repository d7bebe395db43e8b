/** The browser of the benchmarks that measure what a person's device receives. */
import { type Browser, chromium } from '@playwright/test';
import { BROWSER_FILE } from '../scripts/browser.mjs';
import { ensureDebianPackages } from '../scripts/debian-packages.mjs';

/** Starts the browser; installs it first where it is missing. */
export async function launchBrowser(): Promise<Browser> {
  await ensureDebianPackages();
  return chromium.launch({ executablePath: BROWSER_FILE, args: ['--no-sandbox'] });
}
