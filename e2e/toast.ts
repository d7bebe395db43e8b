import { type Locator, type Page, expect } from '@playwright/test';

export const successToast = (page: Page, message: string): Locator =>
  page.getByRole('status').filter({ hasText: message });

export const errorToast = (page: Page, message: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: message });

/** Acts and expects the success toast, which closes after a second: waiting starts before the action. */
export async function expectSuccess(page: Page, message: string, act: () => Promise<void>): Promise<void> {
  const toast = successToast(page, message);
  const shown = toast.waitFor();
  await act();
  await shown;
  // A toast under the pointer stays open.
  await page.mouse.move(0, (page.viewportSize()?.height ?? 1) - 1);
  await expect(toast).toBeHidden();
}
