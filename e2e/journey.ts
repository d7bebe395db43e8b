/** The `test` of all journeys: signed in as `user`, and failing on any browser error. */
import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { createSession, sharedSession, storedSession } from './session.ts';

export interface BrowserErrors {
  /** Allows errors that a journey provokes on purpose. */
  expect: (...patterns: RegExp[]) => void;
  /** Collects the errors of all pages of a context. */
  watch: (context: BrowserContext) => void;
}

interface Options {
  /** Email of the signed-in user; null for none. */
  user: string | null;
}

interface Fixtures {
  browser_errors: BrowserErrors;
  /** Opens a page in another browser context, with its own session. */
  openAs: (email: string, password?: string) => Promise<Page>;
}

export const test = base.extend<Options & Fixtures>({
  user: [null, { option: true }],

  storageState: async ({ user }, use) => {
    await use(user === null ? undefined : storedSession(await sharedSession(user)));
  },

  // A violation of the content security policy is a console error as well.
  browser_errors: async ({}, use) => {
    const heard: string[] = [];
    const expected: RegExp[] = [];
    await use({
      expect: (...patterns) => void expected.push(...patterns),
      watch: (context) => {
        context.on('console', (message) => {
          if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`);
        });
        context.on('weberror', (error) => heard.push(String(error.error().stack ?? error.error())));
      },
    });
    const unexpected = heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
  },

  context: async ({ context, browser_errors }, use) => {
    browser_errors.watch(context);
    await use(context);
  },

  openAs: async ({ browser, browser_errors }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (email, password) => {
      const storageState = storedSession(await createSession(email, password));
      const context = await browser.newContext({ storageState });
      browser_errors.watch(context);
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export { expect } from '@playwright/test';
