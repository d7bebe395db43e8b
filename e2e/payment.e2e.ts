/** One payment from the dashboard to the bank and back, with live updates. */
import type { Page } from '@playwright/test';
import { readPayment } from './api.ts';
import { expect, test } from './journey.ts';
import { readQr } from './read-qr.ts';
import { BANK_URL, BATIK, KOPI } from './sandbox.ts';
import { listRows, rupiah } from './display.ts';
import { createAmount } from './unique-values.ts';

// One pixel to a pixel: reading a code off a picture three times as sharp takes nine times as long.
test.use({ user: KOPI, deviceScaleFactor: 1 });

/** A reload would lose this mark, so later changes are live updates. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(globalThis, { is_marked: true }));
const expectMarked = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => 'is_marked' in globalThis), `${page.url()} was loaded again`).toBe(true);
};

/** Fees of a small merchant's QRIS payment: 0.7%, and 12% PPN on 11/12 of the fee, each rounded half up. */
function calculateFees(amount: number) {
  const fee = Math.floor((amount * 70 + 5_000) / 10_000);
  const vat = Math.floor((fee * 12 * 11 + 600) / 1_200);
  return { fee, vat, net: amount - fee - vat };
}

test('a QRIS payment is paid at the bank while all open screens update @phone', async ({ page, context, openAs }) => {
  // It is found by its amount on the bank's page.
  const amount = await createAmount(100_000);
  const reference = `E2E-${Date.now()}`;
  await page.goto('/qris-payment');
  await page.getByRole('button', { name: 'New QRIS payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'New QRIS payment' });
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill(String(amount));
  await sheet.getByRole('textbox', { name: 'Merchant reference' }).fill(reference);
  await sheet.getByRole('textbox', { name: 'Customer name' }).fill('Budi Santoso');
  await sheet.getByRole('button', { name: `Create QR code for ${rupiah(amount)}` }).click();

  const picture = sheet.getByRole('img', { name: `QRIS code of ${rupiah(amount)}` });
  await expect(picture).toBeVisible();
  const whole_page = sheet.getByRole('link', { name: 'View QR code details' });
  const qris_path = (await whole_page.getAttribute('href')) ?? '';
  const payment = await readPayment(qris_path.split('/').at(-1) ?? '');
  expect(payment).toMatchObject({ amount, merchant_reference: reference, status: 'active' });
  expect(await readQr(picture)).toBe(payment.qr_content);

  const [list, detail, code] = [await context.newPage(), await context.newPage(), await context.newPage()];
  const stranger = await openAs(BATIK);
  await Promise.all([
    list.goto(`/transaction?q=${reference}`),
    detail.goto(`/transaction/${payment.transaction_id}`),
    code.goto(qris_path),
    stranger.goto('/transaction'),
  ]);
  const row = listRows(list, 'Transactions').filter({ hasText: reference });
  await expect(row).toContainText('Pending');
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Pending');
  await expect(code.getByRole('img', { name: `QRIS code of ${rupiah(amount)}` })).toBeVisible();
  await expect(stranger.getByText('Live', { exact: true })).toBeAttached();
  const watched = [page, list, detail, code, stranger];
  await Promise.all(watched.map(mark));

  const bank = await context.newPage();
  await bank.goto(BANK_URL);
  await bank.getByRole('button', { name: `Pay ${rupiah(amount)}` }).click();
  await expect(bank.getByRole('status')).toHaveText(
    new RegExp(`^Paid ${rupiah(amount)} to KOPI NUSANTARA\\. RRN \\d{12}\\.$`, 'i'),
  );

  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(picture).toBeHidden();
  await expect(row).toContainText('Paid');
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Paid');
  await expect(code.getByRole('heading', { level: 1 })).toContainText('Paid');

  const { fee, vat, net } = calculateFees(amount);
  await expect(detail.getByRole('region', { name: 'Fees' }).getByRole('row')).toHaveText([
    `Gross${rupiah(amount)}`,
    `Fee (MDR)0.7% of ${rupiah(amount)}-${rupiah(fee)}`,
    `PPN on the fee12% × 11/12 of ${rupiah(fee)}-${rupiah(vat)}`,
    `Net${rupiah(net)}`,
  ]);
  const timeline = detail.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(/Paid.*Bank: Paid with .*Pending.*Created/s);
  for (const status of ['Paid', 'Pending', 'Created']) {
    await expect(timeline.getByText(status, { exact: true })).toHaveCount(1);
  }
  const provider_log = detail.getByRole('region', { name: 'Provider log' });
  await expect(provider_log).toContainText('/v1.0/qr/qr-mpm-generate');
  await expect(provider_log).toContainText('/v1.0/qr/qr-mpm-notify');
  await Promise.all(watched.map(expectMarked));

  // Another merchant gets no notification and cannot distinguish the address from an invalid one.
  await expect(stranger.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await expect(stranger.getByText(reference)).toHaveCount(0);
});

test('another merchant cannot find or open a payment', async ({ openAs, page, browser_errors }) => {
  browser_errors.expect(/status of 404.*transactions/);
  await page.goto('/transaction?status=success');
  const id = await listRows(page, 'Transactions').getByRole('link').first().getAttribute('title');
  const stranger = await openAs(BATIK);
  await stranger.goto(`/transaction/${id}`);
  await expect(stranger.getByText('Payment not found')).toBeVisible();
  await stranger.goto(`/transaction?q=${id}`);
  await expect(stranger.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible();
  await expect(listRows(stranger, 'Transactions')).toHaveCount(0);
});
