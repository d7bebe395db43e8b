import { type Locator, type Page, expect } from '@playwright/test';

export const successToast = (page: Page, message: string): Locator =>
  page.getByRole('status').filter({ hasText: message });

export const errorToast = (page: Page, message: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: message });

/**
 * Acts and expects the success toast, which closes after a second. The page itself watches for it, because a busy machine may
 * look only twice within more than a second.
 */
export async function expectSuccess(page: Page, message: string, act: () => Promise<void>): Promise<void> {
  const shown = await page.evaluateHandle(watchForStatus, message);
  await act();
  await expect.poll(() => shown.evaluate(({ is_shown }) => is_shown), `toast ${message}`).toBe(true);
  // A toast under the pointer stays open.
  await page.mouse.move(0, (page.viewportSize()?.height ?? 1) - 1);
  await expect(successToast(page, message)).toBeHidden();
}

/** Remembers whether a status with a text has been in the page from now on. */
function watchForStatus(text: string): { is_shown: boolean } {
  const seen = { is_shown: false };
  const look = (): void => {
    seen.is_shown ||= [...document.querySelectorAll('[role=status]')].some(
      (each) => each.textContent.includes(text) && each.checkVisibility(),
    );
    if (seen.is_shown) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return seen;
}
