/** Screenshots of the README: `SCREENSHOTS=1 playwright test screenshots`. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createPayment, payCode, readTransaction } from './api.ts';
import { expect, test } from './journey.ts';
import { BANK_URL, DASHBOARD_URL, KOPI } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { listRows } from './display.ts';

test.skip(
  process.env.SCREENSHOTS !== '1',
  'Screenshots are taken on demand, so that other runs do not change the repository',
);
test.use({ user: KOPI, contextOptions: { reducedMotion: 'reduce' } });

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

async function openList(page: Page): Promise<void> {
  await page.goto('/transaction');
  await expect(listRows(page, 'Transactions').nth(5)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals of this filter' }).getByText('Paid')).toBeVisible();
}

async function createCode(page: Page): Promise<void> {
  await page.goto('/qris-payment?create=1');
  const sheet = page.getByRole('dialog', { name: 'New QRIS payment' });
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill('148000');
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Meja 7');
  await sheet.getByRole('button', { name: 'Create QR code' }).click();
  await expect(sheet.getByRole('img', { name: /^QRIS code/ })).toBeVisible();
  // On a phone the sheet covers the list.
  await expect(listRows(page, 'QRIS payments').nth(5)).toBeAttached();
}

test('screenshots of the desktop', async ({ page, browser }) => {
  const signed_out = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await signed_out.goto('/login');
  await expect(signed_out.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await take(signed_out, 'login');

  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Metrics' })).toContainText('Rp');
  await expect(page.getByRole('status', { name: /is loading$/ })).toHaveCount(0);
  await take(page, 'dashboard');
  await page.goto('/balance/history/main');
  await expect(listRows(page, 'Movements').nth(5)).toBeVisible();
  await take(page, 'balance');

  await openList(page);
  await take(page, 'transactions');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'transactions-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await listRows(page, 'Transactions').filter({ hasText: 'Paid' }).getByRole('link').first().click();
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

/** Creates data through the API, as a merchant's own program does. */
async function post<T>(endpoint: string, body: object): Promise<T> {
  const { access_token } = await sharedSession(KOPI);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1${endpoint}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${endpoint} returned ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

test('screenshots of payment methods', async ({ page }) => {
  const va = await post<{ id: string; va_number: string }>('/virtual-accounts', {
    bank: 'BCA',
    holder_name: 'Sari Pratiwi',
    expected_amount: 325_000,
    merchant_reference: 'KN-2026-1181',
  });
  await payNumber(va.va_number, 325_000);
  await page.goto(`/virtual-account/${va.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(2);
  await take(page, 'virtual-account');

  await page.goto('/payment-link/create');
  const form = page.getByRole('form', { name: 'New payment link' });
  await form.getByRole('textbox', { name: 'Title (required)' }).fill('Paket kopi Gayo');
  await form.getByRole('button', { name: 'Add item' }).click();
  const item = form.getByRole('group', { name: 'Item 1' });
  await item.getByRole('textbox', { name: 'Name' }).fill('Kopi Gayo 250 g');
  await item.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await item.getByRole('textbox', { name: 'Unit price' }).fill('75000');
  await expect(page.getByRole('region', { name: 'Preview of the payment page' })).toContainText('2 × Kopi Gayo 250 g');
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, 'payment-link');

  for (const [name, terminal] of [
    ['Kasir 1', 'T01'],
    ['Kasir 2', 'T02'],
    ['Meja luar', 'T03'],
  ]) {
    await post('/qris-stickers', { name, store: 'Tebet', terminal });
  }
  await page.goto('/qris-payment?view=codes');
  await expect(listRows(page, 'QR codes').filter({ hasText: 'Kasir 1' })).toBeVisible();
  await take(page, 'stickers');
});

test('screenshots of refunds and settlements', async ({ page }) => {
  for (const amount of [180_000, 96_500, 240_000]) {
    const code = await createPayment({ amount, merchant_reference: `KN-R-${amount}` });
    await payCode(code);
    await expect.poll(async () => (await readTransaction(code.transaction_id)).status).toBe('success');
    await post(`/transactions/${code.transaction_id}/refunds`, { amount: 45_000, reason: 'customer_request' });
  }
  await page.goto('/transaction?view=refunds');
  await expect(listRows(page, 'Refunds').nth(3)).toBeVisible();
  await take(page, 'refunds');

  await page.goto('/settlement?status=paid');
  await listRows(page, 'Settlements').nth(5).getByRole('link').click();
  await expect(listRows(page, 'Lines').nth(1)).toBeVisible();
  await take(page, 'settlement');
  await page.goto('/settlement?files=reports');
  await expect(page.getByRole('dialog', { name: 'Exports and reports' }).getByText('Ready').first()).toBeVisible();
  await take(page, 'reports');
  await page.goto('/cash-flow');
  await expect(page.getByText('Matches the ledger')).toBeVisible();
  await take(page, 'cash-flow');

  await page.goto('/disbursement');
  await expect(listRows(page, 'Disbursements').nth(5)).toBeVisible();
  await take(page, 'disbursements');
  await page.goto('/disbursement?view=batches');
  await listRows(page, 'Batches').getByRole('link', { name: 'Gaji kedai' }).click();
  await expect(listRows(page, 'Rows of the batch').nth(5)).toBeVisible();
  await take(page, 'batch');

  const number = await post<{ va_number: string }>('/deposit-vas', { bank: 'BRI' });
  await payNumber(number.va_number, 5_000_000);
  await payNumber(number.va_number, 1_250_000);
  await page.goto('/deposit-va');
  await expect(listRows(page, 'Deposits').nth(2)).toContainText('Credited');
  await take(page, 'deposit-va');
});

async function payNumber(va_number: string, amount: number): Promise<void> {
  const answer = await fetch(`${BANK_URL}/simulate/va/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ va_number, amount }),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

test('screenshots of analytics, API settings and the provider', async ({ page, openAs }) => {
  await page.goto('/analytics');
  await expect(page.getByRole('region', { name: 'Success rate' })).toContainText('%');
  await take(page, 'analytics');
  await page.goto('/api-settings/create-webhook');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await take(page, 'webhook');

  const provider = await openAs('platform_admin@dasbor.example');
  await provider.goto(`${DASHBOARD_URL}/dashboard?tab=exceptions`);
  await expect(provider.getByRole('button', { name: 'Assign to me' }).first()).toBeVisible();
  await take(provider, 'operations');
  await provider.goto(`${DASHBOARD_URL}/merchant`);
  await expect(listRows(provider, 'Merchants').nth(1)).toBeVisible();
  await take(provider, 'merchants');
});

test('screenshots of a phone @phone', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'The desktop screenshots are taken above');
  await openList(page);
  await take(page, 'transactions-phone');
  await createCode(page);
  await take(page, 'qris-code-phone');
  const { slug } = await post<{ slug: string }>('/payment-links', {
    title: 'Paket kopi Gayo',
    type: 'single_use',
    items: [{ name: 'Kopi Gayo 250 g', qty: 2, price: 75_000 }],
    amount: 150_000,
    language: 'en',
  });
  await page.goto(`/pay/${slug}`);
  await expect(page.getByRole('button', { name: /^QRIS / })).toBeVisible();
  await take(page, 'pay-phone');
});
