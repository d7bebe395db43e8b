/** The journeys' `test`: signed in where `user` names somebody, and failing on whatever the browser complains about. */
import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { beginSession, sharedSession, storedSession } from './session.ts';

export interface Complaints {
  /** Lets complaints pass that a journey provokes on purpose. */
  expect: (...patterns: RegExp[]) => void;
  /** Collects what the pages of a context complain about. */
  watch: (context: BrowserContext) => void;
}

interface Options {
  /** E-mail address of who is signed in; null for nobody. */
  user: string | null;
}

interface Fixtures {
  complaints: Complaints;
  /** A page of another browser, with a session of its own. */
  openAs: (email: string) => Promise<Page>;
}

export const test = base.extend<Options & Fixtures>({
  user: [null, { option: true }],

  storageState: async ({ user }, use) => {
    await use(user === null ? undefined : storedSession(await sharedSession(user)));
  },

  // A violated content security policy is an error of the console too.
  complaints: async ({}, use) => {
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

  context: async ({ context, complaints }, use) => {
    complaints.watch(context);
    await use(context);
  },

  openAs: async ({ browser, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (email) => {
      const context = await browser.newContext({ storageState: storedSession(await beginSession(email)) });
      complaints.watch(context);
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export { expect } from '@playwright/test';
