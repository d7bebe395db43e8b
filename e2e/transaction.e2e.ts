/** Working with payments: saved views and columns, bulk selection, transaction details, pricing. */
import * as fs from 'node:fs';
import type { Page } from '@playwright/test';
import { createPayment } from './api.ts';
import { expect, test } from './journey.ts';
import { downloadExport } from './export-menu.ts';
import { KOPI } from './sandbox.ts';
import { listRows, rupiah } from './display.ts';

test.use({ user: KOPI });

const bar = (page: Page) => page.getByRole('search', { name: 'Filter transactions' });
const readHeads = async (page: Page): Promise<string[]> =>
  (await listRows(page, 'Transactions').first().getByRole('columnheader').allInnerTexts())
    .map((text) => text.replace(/\s*[↑↓↕]/, ''))
    .filter((text) => text !== '');

test('a view is saved, applied to the current range, renamed and deleted', async ({ page }) => {
  await page.goto('/transaction?status=success&amount_min=20000');
  await expect(listRows(page, 'Transactions').nth(1)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Save this filter as' }).fill('Large and paid');
  await page.keyboard.press('Enter');
  await expect(bar(page).getByRole('button', { name: 'Large and paid' })).toBeVisible();
  await page.goto('/transaction?range=30d&status=expired');
  await bar(page).getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Large and paid', exact: true }).click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      range: '30d',
      status: 'success',
      amount_min: '20000',
    });
  await bar(page).getByRole('button', { name: 'Large and paid' }).click();
  await page.getByRole('button', { name: 'Rename Large and paid' }).click();
  await page.getByRole('textbox', { name: 'New name for Large and paid' }).fill('Paid');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Paid' }).click();
  await expect(page.getByText('Save the current filter to apply it again with one click.')).toBeVisible();
});

test('columns are reordered by keyboard and synced to another browser of the user', async ({ page, openAs }) => {
  await page.goto('/transaction');
  await expect(listRows(page, 'Transactions').nth(1)).toBeVisible();
  expect((await readHeads(page)).slice(0, 2)).toEqual(['Created', 'Transaction ID']);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/list-layouts') && answer.status() === 200);
  const up = page.getByRole('button', { name: 'Move Transaction ID up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await readHeads(page)).slice(0, 2)).toEqual(['Transaction ID', 'Created']);
  await kept;
  const other = await openAs(KOPI);
  await other.goto('/transaction');
  await expect.poll(async () => (await readHeads(other)).slice(0, 2)).toEqual(['Transaction ID', 'Created']);
  const reset = page.waitForResponse((answer) => answer.url().endsWith('/list-layouts'));
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await reset;
});

test('a range of rows is selected and exported', async ({ page }) => {
  await page.goto('/transaction?status=success');
  const rows = listRows(page, 'Transactions');
  await expect(rows.nth(4)).toBeVisible();
  const boxes = rows.getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  const chosen = page.getByRole('region', { name: 'Selected rows' });
  await expect(chosen).toContainText('3 selected');
  const download = await downloadExport(page, 'CSV', { scope: chosen, name: 'Export selected' });
  expect(
    fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(4);
  await chosen.getByRole('button', { name: 'Clear selection' }).click();
  await expect(chosen).toBeHidden();
});

test('transaction details: fees, a note with a mention, receipt and fee calculator', async ({ page }) => {
  await page.goto('/transaction?status=success&method=qris');
  await listRows(page, 'Transactions').nth(1).getByRole('link').click();
  const fees = page.getByRole('region', { name: 'Fees' });
  await expect(fees).toContainText('Standard pricing');
  await expect(fees).toContainText('12% × 11/12');
  const notes = page.getByRole('region', { name: 'Notes' });
  const words = `Please check ${Date.now()}`;
  await notes.getByRole('textbox', { name: 'New note' }).pressSequentially(`${words} @`);
  await notes.getByRole('group', { name: 'Team members to mention' }).getByRole('button').first().click();
  await notes.getByRole('button', { name: 'Add note' }).click();
  const note = notes.getByRole('listitem').filter({ hasText: words });
  await expect(note).toContainText('@');
  await note.getByRole('button', { name: 'Delete note' }).click();
  await expect(note).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await fees.getByRole('button', { name: 'Pricing' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pricing' });
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('1000000');
  await sheet.getByRole('button', { name: 'Calculate fee' }).click();
  await expect(sheet.getByRole('group', { name: 'Fee calculation' })).toContainText(`0.7% of ${rupiah(1_000_000)}`);
});

test('a pending payment is cancelled after a confirmation @phone', async ({ page }) => {
  const payment = await createPayment({ amount: 31_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this payment?' });
  await expect(question).toContainText('can no longer be paid');
  await question.getByRole('button', { name: `Cancel payment of ${rupiah(31_000)}` }).click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Cancel payment' })).toBeHidden();
});
