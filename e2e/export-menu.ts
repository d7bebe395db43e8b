/** The export control of every list: a button with a choice of formats. */
import type { Download, Locator, Page } from '@playwright/test';

/** Opens the export menu in `scope` and selects a format. */
export async function chooseExportFormat(
  page: Page,
  format: 'CSV' | 'Excel',
  { scope = page, name = 'Export' }: { scope?: Page | Locator; name?: string } = {},
): Promise<void> {
  await scope.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

/** Downloads a short list and returns the file. */
export async function downloadExport(...options: Parameters<typeof chooseExportFormat>): Promise<Download> {
  const [download] = await Promise.all([options[0].waitForEvent('download'), chooseExportFormat(...options)]);
  return download;
}
