/** The dashboard in Bahasa Indonesia, as the language of the user's profile: journeys, and no English text on any screen. */
import type { Page } from '@playwright/test';
import type { Language } from '@dasbor/contract/language';
import { APPROVER } from './one-time-code.ts';
import { createPayment, payCode, post, readTransaction } from './api.ts';
import { readEnglishTexts } from './catalogue-texts.ts';
import { listRows, rupiah } from './display.ts';
import { expect, test } from './journey.ts';
import { openScreen } from './open-screen.ts';
import { BANK_URL, DASHBOARD_URL, KOPI, SANDBOX_PASSWORD } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { createAmount } from './unique-values.ts';

/** Sets the language in the profile, which other journeys share: it is set back afterwards. */
async function setLanguage(email: string, locale: Language): Promise<void> {
  const { access_token } = await sharedSession(email);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ locale }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

test.beforeAll(async () => {
  for (const email of [KOPI, APPROVER]) await setLanguage(email, 'id');
});
test.afterAll(async () => {
  for (const email of [KOPI, APPROVER]) await setLanguage(email, 'en');
});

test('signing in: the page follows the browser, the dashboard the profile', async ({ browser, browser_errors }) => {
  browser_errors.expect(/status of 401/);
  const context = await browser.newContext({ locale: 'id-ID' });
  browser_errors.watch(context);
  const page = await context.newPage();
  await page.goto('/transaction');
  await expect(page.getByRole('heading', { level: 1, name: 'Masuk' })).toBeVisible();
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByText('Masukkan email Anda.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email (wajib)' }).fill(KOPI);
  await page.getByRole('textbox', { name: 'Kata sandi (wajib)' }).fill('bukan kata sandi');
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email atau kata sandi salah.');
  await page.getByRole('textbox', { name: 'Kata sandi (wajib)' }).fill(SANDBOX_PASSWORD);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transaksi' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await context.close();
});

test.describe('signed in', () => {
  test.use({ user: KOPI });

  test('a QRIS payment is created, paid and found in the list', async ({ page }) => {
    const amount = await createAmount(100_000);
    await page.goto('/qris-payment');
    await page.getByRole('button', { name: 'Pembayaran QRIS baru' }).click();
    const sheet = page.getByRole('dialog', { name: 'Pembayaran QRIS baru' });
    await sheet.getByRole('button', { name: 'Buat kode QR' }).click();
    await expect(sheet.getByText('Masukkan jumlah.')).toBeVisible();
    await sheet.getByRole('textbox', { name: 'Jumlah (wajib)' }).fill(String(amount));
    await sheet.getByRole('button', { name: `Buat kode QR ${rupiah(amount)}` }).click();
    await expect(sheet.getByRole('img', { name: `Kode QRIS ${rupiah(amount)}` })).toBeVisible();
    const path = (await sheet.getByRole('link', { name: 'Lihat detail kode QR' }).getAttribute('href')) ?? '';
    const { reference_no } = await findOpenCode(amount);
    await payCode({ reference_no });
    await expect(sheet.getByText('Dibayar', { exact: true }).first()).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dibayar');
    await page.getByRole('link', { name: 'Lihat transaksi' }).click();
    await expect(page.getByRole('region', { name: 'Biaya' })).toContainText('PPN');
    await page.goto('/transaction');
    await expect(
      listRows(page, 'Transaksi')
        .filter({ hasText: rupiah(amount) })
        .first(),
    ).toContainText('Dibayar');
  });

  test('a refund is requested and approved by a second person', async ({ page, openAs }) => {
    const amount = 200_000 + (Date.now() % 90_000);
    const reference = `KEMBALI-${Date.now()}`;
    const code = await createPayment({ amount, merchant_reference: reference });
    await payCode(code);
    await expect.poll(async () => (await readTransaction(code.transaction_id)).status).toBe('success');
    await page.goto(`/transaction/${code.transaction_id}`);
    await page.getByRole('button', { name: 'Kembalikan dana', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Pengembalian dana pembayaran ${rupiah(amount)}` });
    await dialog.getByRole('textbox', { name: 'Jumlah (wajib)' }).fill(String(amount + 1));
    await expect(dialog.getByText(`Jumlah yang dapat dikembalikan adalah ${rupiah(amount)}.`)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Jumlah (wajib)' }).fill('50000');
    await dialog.getByRole('combobox', { name: 'Alasan (wajib)' }).click();
    await page.getByRole('option', { name: 'Pesanan dibatalkan' }).click();
    await dialog.getByRole('button', { name: `Ajukan pengembalian dana ${rupiah(50_000)}` }).click();
    const panel = page.getByRole('region', { name: 'Pengembalian dana' });
    await expect(panel.getByText('Menunggu')).toBeVisible();

    const approver = await openAs(APPROVER);
    await approver.goto('/transaction?view=awaiting-approval');
    const waiting = listRows(approver, 'Pengembalian dana yang menunggu persetujuan').filter({ hasText: reference });
    await waiting.getByRole('button', { name: 'Setujui' }).click();
    const approval = approver.getByRole('dialog', { name: 'Setujui pengembalian dana ini?' });
    await approval.getByRole('button', { name: 'Setujui pengembalian dana' }).click();
    await expect(approval).toBeHidden();
    await expect(panel.getByText('Selesai')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dikembalikan sebagian');
  });

  test('a settlement adds up, and a line of it is disputed', async ({ page }) => {
    await page.goto('/settlement?status=paid');
    const rows = listRows(page, 'Settlement');
    await expect(rows.nth(3)).toBeVisible();
    await expect(rows.nth(1)).toContainText('Dikreditkan');
    await page.getByRole('tab', { name: 'Semua' }).click();
    await rows.nth(2).getByRole('link').click();
    const totals = page.getByRole('region', { name: 'Total' });
    await expect(totals.getByRole('status')).toContainText('✓');
    await expect(listRows(page, 'Baris').nth(1)).toContainText('Pembayaran');
    await page
      .getByRole('button', { name: /^Ajukan sengketa baris / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Ajukan sengketa baris/ });
    await dialog.getByRole('button', { name: 'Kirim sengketa' }).click();
    await expect(dialog.getByText('Masukkan alasan sengketa.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Alasan (wajib)' }).fill('Biaya tidak sesuai');
    await dialog.getByRole('button', { name: 'Kirim sengketa' }).click();
    await expect(page.getByText(/^Sengketa baris \d+ dikirim$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Ringkasan' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Ringkasan' })).toContainText('Rp');
  });
});

async function findOpenCode(amount: number): Promise<{ reference_no: string }> {
  const answer = await fetch(`${BANK_URL}/simulate/qris`);
  const { data } = (await answer.json()) as { data: { reference_no: string; amount: number; status: string }[] };
  const code = data.find((each) => each.status === 'open' && each.amount === amount);
  if (code === undefined) throw new Error(`The bank has no open code of ${amount}`);
  return code;
}

/** Texts of the page that people read or hear. */
function listTexts(): string[] {
  const texts: (string | null)[] = [document.title.split(' · ')[0] ?? ''];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    if (walker.currentNode.parentElement?.closest('style, script, noscript') === null)
      texts.push(walker.currentNode.nodeValue);
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
      texts.push(element.getAttribute(name));
  }
  return [...new Set(texts.map((text) => (text ?? '').trim()).filter((text) => text !== ''))];
}

/** Screens that need no object, and whether they are public. */
const PUBLIC = ['/login', '/register', '/forgot-password', '/nothing'];
const PATHS = [
  '/dashboard',
  '/analytics',
  '/cash-flow',
  '/balance/history/main',
  '/transaction',
  '/transaction/txn_unknown',
  '/transaction?view=refunds',
  '/transaction?view=awaiting-approval',
  '/transaction?view=duplicate-payments',
  '/settlement',
  '/settlement/qris',
  '/settlement/report/detail',
  '/payment-link',
  '/payment-link/create',
  '/payment-link/pl_unknown',
  '/virtual-account',
  '/virtual-account?create=1',
  '/virtual-account/va_unknown',
  '/qris-payment',
  '/qris-payment?create=1',
  '/qris-payment?view=codes',
  '/qris-payment/qr_unknown',
  '/deposit-va',
  '/deposit-va?move=1',
  '/deposit-va/dva_unknown',
  '/disbursement',
  '/profile',
  '/profile?files=exports',
  '/profile?files=reports',
  '/business-profile',
  '/users',
  '/settings',
  '/api-settings',
  '/api-settings/create-webhook',
  '/manage-notifications',
  '/manage-notifications?tab=configuration',
  '/changepassword',
];

const { isEnglish, count } = readEnglishTexts();

/** Reads the open screen once nothing on it is loading. */
async function expectIndonesian(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^Memuat$/ })).toHaveCount(0);
  const found = (await page.evaluate(listTexts)).filter(isEnglish);
  expect.soft(found, path).toEqual([]);
}

/** Addresses of objects: the first of each list, and some that are created for it. */
async function listObjectPaths(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const lists = {
    '/transaction?status=success': 'Transaksi',
    '/qris-payment': 'Pembayaran QRIS',
    '/payment-link': 'Tautan pembayaran',
    '/virtual-account': 'Virtual account',
    '/settlement?status=paid': 'Settlement',
    '/deposit-va': 'Deposit',
  };
  for (const [address, name] of Object.entries(lists)) {
    await openScreen(page, address);
    const link = listRows(page, name).getByRole('link').first();
    await expect(link, address).toBeVisible();
    paths.push((await link.getAttribute('href')) ?? '');
  }
  const number = await post<{ data: { id: string } }>('/virtual-accounts', {
    bank: 'BRI',
    holder_name: 'KOPI NUSANTARA',
    type: 'reusable',
    amount_type: 'open',
  });
  return [
    ...paths,
    `/virtual-account/${number.data.id}`,
    `${paths.find((each) => each.includes('batch_id'))}&tab=summary`,
  ];
}

test('no public screen shows an English text of the catalogues', async ({ browser }) => {
  expect(count).toBeGreaterThan(1_500);
  const context = await browser.newContext({ locale: 'id-ID' });
  const page = await context.newPage();
  for (const path of PUBLIC) {
    await page.goto(path);
    await expectIndonesian(page, path);
  }
  await context.close();
});

test.describe('every screen', () => {
  test.use({ user: KOPI });

  test('no screen shows an English text of the catalogues', async ({ page, browser_errors }) => {
    test.setTimeout(300_000);
    browser_errors.expect(/status of (400|404)/);
    for (const path of [...PATHS, ...(await listObjectPaths(page))]) {
      await openScreen(page, path);
      await expectIndonesian(page, path);
    }
    await page.goto('/dashboard/unknown');
    await expectIndonesian(page, '/dashboard/unknown');
  });
});
