/** Whether a screen fits its window. */
import type { Page } from '@playwright/test';

/** By how many pixels the document is wider than the window; at most 0 when all of it can be seen. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
