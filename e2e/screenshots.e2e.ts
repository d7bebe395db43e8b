/** The pictures of the README, taken from the running product: `SCREENSHOTS=1 playwright test screenshots`. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createPayment } from './api.ts';
import { expect, test } from './journey.ts';
import { BANK_URL, KOPI } from './sandbox.ts';
import { rowsOf } from './shown.ts';

test.skip(process.env.SCREENSHOTS !== '1', 'Pictures are taken on demand, so that other runs leave the tree alone');
test.use({ user: KOPI, contextOptions: { reducedMotion: 'reduce' } });

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

async function openList(page: Page): Promise<void> {
  await page.goto('/transaction');
  await expect(rowsOf(page, 'Transactions').nth(5)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals of this filter' }).getByText('Success')).toBeVisible();
}

async function createCode(page: Page): Promise<void> {
  await page.goto('/qris-payment?create=1');
  const sheet = page.getByRole('dialog', { name: 'New QRIS payment' });
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill('148000');
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Meja 7');
  await sheet.getByRole('button', { name: 'Create QR code' }).click();
  await expect(sheet.getByRole('img', { name: /^QRIS code/ })).toBeVisible();
  await expect(rowsOf(page, 'QRIS payments').nth(5)).toBeVisible();
}

test('pictures of a wide screen', async ({ page, browser }) => {
  const nobody = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await nobody.goto('/login');
  await expect(nobody.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await take(nobody, 'login');

  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Rp');
  await expect(page.getByRole('status', { name: /is loading$/ })).toHaveCount(0);
  await take(page, 'dashboard');
  await page.goto('/balance/history/main');
  await expect(rowsOf(page, 'Movements').nth(5)).toBeVisible();
  await take(page, 'balance');

  await openList(page);
  await take(page, 'transactions');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'transactions-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await rowsOf(page, 'Transactions').filter({ hasText: 'Success' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Fees' })).toBeVisible();
  await take(page, 'transaction');

  await createCode(page);
  await take(page, 'qris-code');
  await page.goto('/manage-notifications');
  await expect(page.getByRole('switch', { name: 'Daily summary' })).toBeVisible();
  await take(page, 'notifications');
  await page.goto('/manage-notifications?tab=configuration');
  await page.getByRole('combobox', { name: 'Delivery Method (required)' }).click();
  await page.getByRole('option', { name: 'Both' }).click();
  await take(page, 'report-delivery');

  await createPayment({ amount: 86_000 });
  await page.goto(BANK_URL);
  await expect(page.getByRole('button', { name: 'Pay Rp 86.000' }).first()).toBeVisible();
  const areDrawn = () => page.evaluate(() => [...document.images].every(({ complete }) => complete));
  await expect.poll(areDrawn).toBe(true);
  await take(page, 'bank');
});

test('pictures of a phone @phone', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'The wide ones are taken above');
  await openList(page);
  await take(page, 'transactions-phone');
  await createCode(page);
  await take(page, 'qris-code-phone');
});
