/** Stickers and tips: created on the screen, scanned, paid at the bank, and updated in real time. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { readQr } from './read-qr.ts';
import { BANK_URL, KOPI } from './sandbox.ts';
import { rupiah } from './display.ts';
import { createAmount, createMark } from './unique-values.ts';

// One pixel to a pixel: reading a code off a picture three times as sharp takes nine times as long.
test.use({ user: KOPI, deviceScaleFactor: 1 });

const getSheet = (page: Page) => page.getByRole('dialog', { name: 'New QRIS payment' });

test('a sticker is created, downloaded, paid twice at the bank and deactivated @phone', async ({ page, context }, {
  project,
}) => {
  const name = `Kasir ${createMark()}`;
  const terminal = `T${createMark()}`;
  await page.goto('/qris-payment?view=codes');
  await page.getByRole('button', { name: 'New static QR' }).first().click();
  const sheet = getSheet(page);
  await sheet.getByRole('textbox', { name: 'Name (required)' }).fill(name);
  await sheet.getByRole('textbox', { name: 'Store' }).fill('Tebet');
  await sheet.getByRole('textbox', { name: 'Terminal' }).fill(terminal);
  await sheet.getByRole('button', { name: 'Create static QR' }).click();
  const picture = sheet.getByRole('img', { name: `QRIS code of ${name}` });
  await expect(picture).toBeVisible();
  const payload = (await readQr(picture)) ?? '';
  expect(payload).toMatch(/^000201010211/);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: /A6 sheet/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^qris-kasir-\w+\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await sheet.getByRole('link', { name: 'View QR code details' }).click();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(name);
  await expect(heading).toContainText('Active');
  await expect(page.getByText('No payments yet.')).toBeVisible();
  const bank = await context.newPage();
  await bank.goto(BANK_URL);
  for (const amount of [15_000, 27_500]) {
    const card = bank.getByRole('listitem').filter({ hasText: `Tebet · ${terminal}` });
    await card.getByLabel('Amount in rupiah').fill(String(amount));
    await card.getByRole('button', { name: 'Pay sticker' }).click();
    await expect(bank.getByRole('status')).toContainText(`Paid ${rupiah(amount)}`);
  }
  const payments = page.getByRole('table', { name: 'Payments' });
  // A phone shows cards, without the row of headers.
  await expect(payments.getByRole('row').filter({ hasText: 'Rp' })).toHaveCount(2);
  await expect(payments).toContainText(rupiah(27_500));
  await page.screenshot({ path: `test-results/qris-sticker-${project.name}.png`, fullPage: true });

  await page.goto(`/qris-payment?type=static&terminal=${terminal}&status=success`);
  const list = page.getByRole('region', { name: 'QRIS payments', exact: true });
  await expect(list).toContainText(rupiah(15_000));
  await expect(list).toContainText(rupiah(27_500));
  await page.screenshot({ path: `test-results/qris-list-${project.name}.png` });
  await page.getByRole('tab', { name: 'QR codes' }).click();
  await expect(page).toHaveURL(/view=codes/);
  await page.getByRole('searchbox', { name: 'Search name, store, terminal' }).fill(terminal);
  const codes = page.getByRole('region', { name: 'QR codes', exact: true });
  await expect(codes).toContainText(rupiah(42_500));
  await page.screenshot({ path: `test-results/qris-codes-${project.name}.png` });
  await codes.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inactive');
});

test('a code with a tip is paid; another one is cancelled', async ({ page, context }) => {
  const amount = await createAmount(200_000);
  await page.goto('/qris-payment');
  await page.getByRole('button', { name: 'New QRIS payment' }).first().click();
  const sheet = getSheet(page);
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill(String(amount));
  await sheet.getByRole('combobox', { name: 'Tip', exact: true }).click();
  await page.getByRole('option', { name: 'Payer chooses' }).click();
  await page.screenshot({ path: 'test-results/qris-create.png' });
  await sheet.getByRole('button', { name: `Create QR code for ${rupiah(amount)}` }).click();
  await expect(sheet.getByRole('img', { name: `QRIS code of ${rupiah(amount)}` })).toBeVisible();
  const bank = await context.newPage();
  await bank.goto(BANK_URL);
  const card = bank.getByRole('listitem').filter({ hasText: rupiah(amount) });
  await card.getByLabel('Tip in rupiah (optional)').fill('5000');
  await card.getByRole('button', { name: `Pay ${rupiah(amount)}` }).click();
  await expect(sheet.getByText(`${rupiah(amount + 5_000)}, including a tip of ${rupiah(5_000)}`)).toBeVisible();
  await sheet.getByRole('link', { name: 'View QR code details' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('including a tip of Rp 5.000');
  await expect(page.getByText('Approval code', { exact: true })).toBeVisible();
  await page.screenshot({ path: 'test-results/qris-detail.png', fullPage: true });

  await page.goto('/qris-payment?create=1');
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill(String(amount + 1));
  await sheet.getByRole('button', { name: /Create QR code/ }).click();
  await sheet.getByRole('link', { name: 'View QR code details' }).click();
  await page.getByRole('button', { name: 'Cancel payment', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled');
  await bank.bringToFront();
  await expect(bank.getByRole('listitem').filter({ hasText: rupiah(amount + 1) })).toContainText('Cancelled');
});
