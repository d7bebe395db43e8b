/** Whether a screen fits its window. */
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** By how many pixels the document is wider than the window; at most 0 when all of it can be seen. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** No part of a page lies outside the window, once the page has followed its width. */
export const expectToFit = (page: Page): Promise<void> =>
  expect.poll(() => measureOverflow(page), `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
