/** Settlements: sandbox batches, a new batch while the list is open, and the settlement bank account. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './journey.ts';
import { downloadExport } from './export-menu.ts';
import { BATIK, KOPI } from './sandbox.ts';
import { listRows } from './display.ts';
import { paySmallMerchant, settleEarly } from './small-merchant.ts';

test.use({ user: KOPI });

test('a settlement adds up line by line, and its file has every line', async ({ page }) => {
  await page.goto('/settlement?status=paid');
  const rows = listRows(page, 'Settlements');
  await expect(rows.nth(3)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Credited this month');
  // domain 1.7: one label per status, in the filter, the totals and the rows.
  for (const part of [
    page.getByRole('search'),
    page.getByRole('region', { name: 'Totals of this filter' }),
    rows.nth(1),
  ])
    await expect(part).toContainText('Credited');
  await page.screenshot({ path: 'test-results/settlement-list.png' });
  await page.getByRole('tab', { name: 'QRIS' }).click();
  await expect(page).toHaveURL(/\/settlement\/qris\?status=paid/);
  await expect(rows.nth(3)).toBeVisible();
  await page.getByRole('tab', { name: 'Virtual accounts' }).click();
  await expect(page).toHaveURL(/\/settlement\/virtual-account\?status=paid/);
  await expect(rows.nth(1)).toBeVisible();
  await page.getByRole('tab', { name: 'All' }).click();
  await rows.nth(1).getByRole('link').click();

  await expect(page).toHaveURL(/\/settlement\/report\/detail\?batch_id=stl_/);
  const totals = page.getByRole('region', { name: 'Totals' });
  // The lines add up to the net amount in the heading.
  const foot = totals.getByRole('status');
  await expect(foot).toContainText('✓');
  const sum = /Rp\s?[\d.]+/.exec(await foot.innerText())?.[0] ?? 'no sum';
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sum);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Credited');
  const lines = listRows(page, 'Lines');
  await expect(lines.nth(1)).toContainText('Payment');
  await page.screenshot({ path: 'test-results/settlement-batch.png' });
  const csv = await readFile(await (await downloadExport(page, 'CSV')).path(), 'utf8');
  const count = Number(/Sum of all ([\d,]+) lines/.exec(await totals.innerText())?.[1]?.replaceAll(',', ''));
  expect(csv.trim().split('\n')).toHaveLength(count + 1);
  await page.getByRole('tab', { name: 'Summary' }).click();
  await expect(page.getByRole('region', { name: 'By method and fee rule' })).toContainText('Payment · QRIS');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/settlement\?status=paid/);
});

test('a line is disputed, and an unknown id shows a not-found state', async ({ page, browser_errors }) => {
  browser_errors.expect(/404/);
  await page.goto('/settlement?status=paid');
  await listRows(page, 'Settlements').last().getByRole('link').click();
  await page.getByRole('button', { name: 'Dispute line 1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute line 1' });
  await dialog.getByRole('button', { name: 'Send dispute' }).click();
  await expect(dialog).toContainText('Enter the reason for the dispute.');
  await dialog.getByRole('textbox').fill('This order was cancelled');
  await dialog.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText('Dispute of line 1 sent')).toBeVisible();
  await page.goto('/settlement/report/detail?batch_id=stl_01kaj6x7v3q2m8n4p5r6s70001');
  await expect(page.getByText('Settlement not found')).toBeVisible();
});

test.describe('of a small shop', () => {
  test.use({ user: BATIK });

  test('an early settlement appears live, and the bank account is verified @phone', async ({ page }) => {
    await page.goto('/settlement');
    await expect(page.getByText('Live', { exact: true })).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: 'Settlement' })).toBeVisible();
    await paySmallMerchant(88_000);
    await expect.poll(settleEarly).toBe(200);
    await page.getByRole('button', { name: /^\d+ new$/ }).click();
    // Wide enough for the destination, which narrow screens hide first.
    const size = page.viewportSize();
    if (size !== null && size.width > 1_000) await page.setViewportSize({ ...size, width: 1_920 });
    await expect(page.getByRole('region', { name: 'Settlements' })).toContainText('Available balance');

    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
    const sheet = page.getByRole('main');
    await expect(sheet.getByRole('region', { name: 'Settlement terms' })).toContainText('T+2 business days');
    await sheet.getByRole('button', { name: /Add account|Change account/ }).click();
    await sheet.getByRole('combobox', { name: /Bank/ }).click();
    await page.getByRole('option', { name: 'Bank Central Asia' }).click();
    await sheet.getByRole('textbox', { name: /Account number/ }).fill('8010000001');
    await sheet.getByRole('button', { name: 'Request account' }).click();
    const account = sheet.getByRole('region', { name: 'Bank account' });
    await expect(account).toContainText('SARI PRATIWI');
    await expect(account.getByText('New bank account awaiting approval')).toBeVisible();
    await page.screenshot({ path: `test-results/settlement-settings-${page.viewportSize()?.width}.png` });
  });
});
