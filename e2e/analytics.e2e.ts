/** Analytics: metrics that lead to the list they count, files of a widget, and a board of one's own. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { KOPI } from './sandbox.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('of a merchant with a past', () => {
  test.use({ user: KOPI });

  test('domain 1.2: metrics lead to their list, can be exported and are kept on a board', async ({ page }) => {
    await page.goto('/analytics');
    const methods = card(page, 'Paid volume by method');
    const qris = methods.getByRole('listitem').filter({ hasText: 'QRIS' });
    const count = /Count ([\d,.]+)/.exec(await qris.innerText())?.[1] ?? '';
    await picture(page, 'analytics');

    // A bar leads to the payments that it counts.
    await methods.getByRole('link', { name: 'Open the list: QRIS' }).click();
    await expect(page).toHaveURL(/\/transaction\?.*method=qris/);
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
    expect(Number(count.replaceAll(/\D/g, ''))).toBeGreaterThan(0);
    await page.goBack();

    // The values behind a chart, and its files.
    const volume = card(page, 'Paid volume');
    await volume.getByRole('button', { name: 'Paid volume as a table' }).click();
    await expect(volume.getByRole('columnheader', { name: 'Volume' })).toBeVisible();
    for (const [item, magic] of [
      ['Export CSV', 'Start (WIB)'],
      ['Export PNG', '\u{fffd}PNG'],
    ] as const) {
      await volume.getByRole('button', { name: 'Actions for Paid volume' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      expect((await readFile(await (await download).path(), 'utf8')).startsWith(magic)).toBe(true);
    }

    // Over a year the list opens in parts, which add up to the metric.
    await page.goto('/analytics?range=365d');
    const of_year = methods.getByRole('listitem').filter({ hasText: 'QRIS' });
    await expect(of_year).toContainText('Count');
    const year_count = /Count ([\d,.]+)/.exec(await of_year.innerText())?.[1] ?? '';
    await methods.getByRole('button', { name: 'Open the list: QRIS' }).click();
    const parts = page.getByRole('dialog', { name: 'Paid volume by method: QRIS' });
    await expect(parts.getByRole('row', { name: /^Total/ })).toContainText(year_count);
    await picture(page, 'analytics-parts');
    await parts.getByRole('link').last().click();
    await expect(page).toHaveURL(/\/transaction\?.*method=qris/);
    await page.goBack();
    await page.goto('/analytics');

    await page.getByRole('tab', { name: 'Disbursements' }).click();
    await expect(card(page, 'Disbursements by status')).toBeVisible();
    await page.getByRole('tab', { name: 'Payments', exact: true }).click();

    // A board of one's own stays on the server.
    await card(page, 'Time to pay').getByRole('button', { name: 'Actions for Time to pay' }).click();
    await page.getByRole('menuitem', { name: 'Add to a new board' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Morning check');
    await page.getByRole('dialog').getByRole('button', { name: 'Create board' }).click();
    await expect(page.getByRole('tab', { name: 'Morning check' })).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(card(page, 'Time to pay')).toBeVisible();
    await expect(card(page, 'Paid volume')).toHaveCount(0);
    await picture(page, 'analytics-board');
    await page.getByRole('button', { name: 'Actions for board Morning check' }).click();
    await page.getByRole('menuitem', { name: 'Delete board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete board' }).click();
    await expect(page.getByRole('tab', { name: 'Morning check' })).toHaveCount(0);
    await expect(card(page, 'Paid volume')).toBeVisible();
  });

  test('a metric leads to the payments that it counts, and the tabs fit the screen @phone', async ({ page }) => {
    await page.goto('/analytics');
    const methods = card(page, 'Paid volume by method');
    await expect(methods.getByRole('listitem').filter({ hasText: 'QRIS' })).toContainText('Rp');
    await expectToFit(page);
    await methods.getByRole('link', { name: 'Open the list: QRIS' }).click();
    await expect(page).toHaveURL(/\/transaction\?.*method=qris/);
    await page.goBack();
    await page.getByRole('tab', { name: 'Disbursements' }).click();
    await expect(card(page, 'Disbursements by status')).toBeVisible();
    await expectToFit(page);
  });
});

test.describe('of the provider', () => {
  test.use({ user: 'platform_admin@dasbor.example' });

  test('domain 1.2: a member of the staff keeps metrics over merchants on a board', async ({ page }) => {
    await page.goto('/analytics');
    await card(page, 'Paid volume by merchant')
      .getByRole('button', { name: 'Actions for Paid volume by merchant' })
      .click();
    await page.getByRole('menuitem', { name: 'Add to a new board' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Portfolio');
    await page.getByRole('dialog').getByRole('button', { name: 'Create board' }).click();
    await expect(page.getByRole('tab', { name: 'Portfolio' })).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(card(page, 'Paid volume by merchant')).toBeVisible();
    await expect(card(page, 'Paid volume')).toHaveCount(0);
    await picture(page, 'analytics-provider-board');
    await page.getByRole('button', { name: 'Actions for board Portfolio' }).click();
    await page.getByRole('menuitem', { name: 'Delete board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete board' }).click();
    await expect(page.getByRole('tab', { name: 'Portfolio' })).toHaveCount(0);
  });
});

async function picture(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const fullPage = width > 600;
  await page.screenshot({ path: `test-results/${name}-${width}.png`, fullPage });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `test-results/${name}-${width}-dark.png`, fullPage });
  await page.emulateMedia({ colorScheme: 'light' });
}
