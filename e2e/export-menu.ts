/** The export control of every list: a button with a choice of formats. */
import type { Download, Locator, Page } from '@playwright/test';

/** Presses the button in `scope` and chooses a format. */
export async function chooseExportFormat(
  page: Page,
  format: 'CSV' | 'Excel',
  { scope = page, name = 'Export' }: { scope?: Page | Locator; name?: string } = {},
): Promise<void> {
  await scope.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

/** The file that a short list is downloaded as. */
export async function downloadExport(...wish: Parameters<typeof chooseExportFormat>): Promise<Download> {
  const [download] = await Promise.all([wish[0].waitForEvent('download'), chooseExportFormat(...wish)]);
  return download;
}
