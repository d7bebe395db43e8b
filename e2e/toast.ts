import { type Locator, type Page, expect } from '@playwright/test';

export const successToast = (page: Page, message: string): Locator =>
  page.getByRole('status').filter({ hasText: message });

export const errorToast = (page: Page, message: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: message });

/** Does something and expects the success toast that closes by itself: it lives for a second, so it is awaited from before. */
export async function expectSuccess(page: Page, message: string, act: () => Promise<void>): Promise<void> {
  const toast = successToast(page, message);
  const shown = toast.waitFor();
  await act();
  await shown;
  // One that lies under the pointer stays for as long as the pointer does.
  await page.mouse.move(0, (page.viewportSize()?.height ?? 1) - 1);
  await expect(toast).toBeHidden();
}
