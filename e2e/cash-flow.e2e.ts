/** Cash flow: sandbox days, their movements and files, and a day that changes live. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { BATIK, KOPI } from './sandbox.ts';
import { paySmallMerchant, settleEarly } from './small-merchant.ts';

const days = (page: Page) => page.getByRole('region', { name: 'Days' });
const period = (page: Page) => page.getByRole('region', { name: 'Period totals' });
/** `-Rp 1.234` → -1234; a dash is 0. */
const parseAmount = (text: string): number => (text.trim() === '–' ? 0 : Number(text.replaceAll(/[^\d-]/g, '')));

/** The newest day with an amount in a column; the first row is the total. */
async function findRowWith(rows: Locator, heads: string[], head: string): Promise<Locator> {
  for (const row of (await rows.all()).slice(1)) {
    const amounts = (await row.getByRole('cell').allInnerTexts()).map(parseAmount);
    // The day is a header of its row.
    if (amounts[heads.indexOf(head) - 1] !== 0) return row;
  }
  throw new Error(`No day has an amount in ${head}`);
}

test.describe('of a merchant with a past', () => {
  test.use({ user: KOPI });

  test('domain 1.3: days add up from opening to closing, expand to their movements and can be exported', async ({
    page,
  }) => {
    await page.goto('/cash-flow');
    await expect(period(page)).toContainText('Matches the ledger');
    const rows = days(page).locator('tbody tr');
    await expect(rows).toHaveCount(31);
    for (const row of await rows.all()) {
      const amounts = (await row.getByRole('cell').allInnerTexts()).map(parseAmount);
      const [opening = 0, ...rest] = amounts;
      const closing = rest.pop();
      expect(rest.reduce((sum, amount) => sum + amount, opening)).toBe(closing);
    }
    const chart = page.getByRole('slider', { name: /In, out and balance of 30 days and a forecast/ });
    await chart.hover();
    await expect(page.getByText('Forecast:')).toBeVisible();
    await picture(page, 'cash-flow');

    // On the days before, banks may have been closed.
    const settled = await findRowWith(rows, await days(page).getByRole('columnheader').allInnerTexts(), 'Money in');
    await settled.getByRole('button', { expanded: false }).click();
    const movements = page.getByRole('list', { name: /^Movements of/ });
    await expect(movements.getByText('Settlement', { exact: true }).first()).toBeVisible();
    await picture(page, 'cash-flow-day');

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.split('\n')[0]).toContain('Day (WIB),Opening,Money in');
    expect(csv.trim().split('\n')).toHaveLength(31);
    for (const [name, magic] of [
      ['Excel', 'PK'],
      ['PDF', '%PDF'],
    ] as const) {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('menuitem', { name }).click();
      expect((await readFile(await (await file).path())).subarray(0, magic.length).toString()).toBe(magic);
    }

    await movements.getByRole('link', { name: 'Reserve' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reserve' })).toBeVisible();
    await page.goBack();
    await page.getByRole('search').getByRole('button', { name: 'Account' }).click();
    await page.getByRole('radio', { name: 'Pending balance' }).click();
    await expect(page).toHaveURL(/account=pending_settlement/);
    await expect(period(page)).toContainText('Matches the ledger');
    await picture(page, 'cash-flow-pending');
  });
});

test.describe('of a small shop', () => {
  test.use({ user: BATIK });

  test('a settlement appears on its day live @phone', async ({ page }) => {
    await page.goto('/cash-flow');
    await expect(page.getByText('Live', { exact: true })).toBeAttached();
    await expect(period(page)).toContainText('Matches the ledger');
    const before = await period(page).innerText();
    await paySmallMerchant(77_000);
    await expect.poll(settleEarly).toBe(200);
    await expect.poll(() => period(page).innerText()).not.toBe(before);
    await expect(period(page)).toContainText('Matches the ledger');
    await picture(page, 'cash-flow-live');
    await page.getByRole('heading', { name: 'By day' }).scrollIntoViewIfNeeded();
    await page
      .locator('section')
      .filter({ hasText: 'By day' })
      .getByRole('button', { expanded: false, disabled: false })
      .first()
      .click();
    await expect(page.getByRole('list', { name: /^Movements of/ })).toContainText('Settlement');
    await picture(page, 'cash-flow-live-day');
  });
});

/** Takes screenshots in light and dark, of the full page on wide screens. */
async function picture(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const fullPage = width > 600;
  await page.screenshot({ path: `test-results/${name}-${width}.png`, fullPage });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `test-results/${name}-${width}-dark.png`, fullPage });
  await page.emulateMedia({ colorScheme: 'light' });
}
