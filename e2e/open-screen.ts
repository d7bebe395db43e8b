/** Opens screens of the dashboard without loading its page, which takes several times as long. */
import { type Page, expect } from '@playwright/test';

/** A small screen that asks the server for nothing, and what only this screen has, in any language. */
const INTERMEDIATE_SCREEN = { path: '/changepassword', part: 'main input[autocomplete=current-password]' };

/** Changes the address as a link of the dashboard does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);

/**
 * Opens a screen in a page that shows the dashboard; a new page is loaded. Another screen comes in between, so that nothing
 * of the former one is taken for the new one.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path);
    return;
  }
  await follow(page, INTERMEDIATE_SCREEN.path);
  await expect(page.locator(INTERMEDIATE_SCREEN.part), `before ${path}`).toBeVisible();
  if (path === INTERMEDIATE_SCREEN.path) return;
  await follow(page, path);
  await expect(page.locator(INTERMEDIATE_SCREEN.part), path).toHaveCount(0);
}
