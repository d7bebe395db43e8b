/** The customer's pay page on a phone: every way to pay, every end, and what a bad network or an impatient thumb does. */
import { type Browser, type Page, devices } from '@playwright/test';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import type { createPaymentLink, deactivatePaymentLink } from '@dasbor/contract/payment-link';
import type { CallBody, Output } from '@dasbor/contract/route';
import { resetBank, payCode, post, setBankSwitches } from './api.ts';
import { analyze } from './axe.ts';
import { expect, test } from './journey.ts';
import { readQr } from './read-qr.ts';
import { BANK_URL, DASHBOARD_URL } from './sandbox.ts';
import { rupiah } from './display.ts';

// A scale factor of 1 keeps decoding of QR codes fast.
test.use({ ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 });
test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));
test.afterEach(resetBank);

type LinkInput = Partial<CallBody<typeof createPaymentLink>>;
async function createLink(input: LinkInput = {}): Promise<PaymentLink> {
  const body = { title: 'Kopi Gayo 2 kg', type: 'single_use', amount: 180_000, language: 'en', ...input };
  return (await post<Output<typeof createPaymentLink>>('/payment-links', body)).data;
}
const buildPath = (link: PaymentLink): string => `/pay/${link.slug}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const method = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });

/** A reload would lose this: what changes afterwards has changed by itself. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(globalThis, { is_marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'is_marked' in globalThis);

async function payNumber(va_number: string, amount: number): Promise<void> {
  const answer = await fetch(`${BANK_URL}/simulate/va/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ va_number, amount }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** A picture in both schemes to be looked at, and no finding of axe in either. */
async function judge(page: Page, name: string): Promise<void> {
  const found = await analyze(page, ['light', 'dark'], (scheme) =>
    page.screenshot({ path: `test-results/pay/${name}-${scheme}.png`, fullPage: true }),
  );
  expect
    .soft(
      found.map(({ description }) => description),
      name,
    )
    .toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} is wider than the phone`).toBe(0);
}

test('a customer pays by QRIS and sees the receipt without a reload; a double tap creates one code', async ({
  page,
}) => {
  await page.route('https://shop.example/**', (route) =>
    route.fulfill({ body: 'Thank you', contentType: 'text/html' }),
  );
  const link = await createLink({
    description: 'Sent on Monday.\nFree delivery.',
    items: [
      { name: 'Kopi Gayo 1 kg', qty: 2, price: 80_000 },
      { name: 'Kemasan hadiah', qty: 1, price: 20_000 },
    ],
    success_redirect_url: 'https://shop.example/thanks',
  });
  let starts = 0;
  page.on('request', (request) => (starts += Number(request.method() === 'POST')));
  await page.goto(buildPath(link));
  await expect(page.getByText(rupiah(180_000)).first()).toBeVisible();
  await expect(page.getByText('Kopi Nusantara')).toBeVisible();
  await expect(page).toHaveTitle('Kopi Gayo 2 kg · Kopi Nusantara');
  await judge(page, 'choose');

  await method(page, 'QRIS').dblclick();
  const code = page.getByRole('img', { name: `QRIS code of ${rupiah(180_000)}` });
  await expect(code).toBeVisible();
  expect(starts).toBe(1);
  await expect(heading(page, 'Scan to pay')).toBeFocused();
  await expect(page.getByText(/^NMID|^ID\d{13}$/).first()).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1\d:\d\d$/);
  await judge(page, 'qris');
  const drawn = await code.locator('path').getAttribute('d');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save QR image' }).click();
  expect((await download).suggestedFilename()).toMatch(/^qris-ID\d{13}\.png$/);

  await page.reload();
  await expect(code.locator('path')).toHaveAttribute('d', drawn ?? '');

  const qr_content = await readQr(code);
  await mark(page);
  await payCode({ qr_content });
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(heading(page, 'Payment received')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByText(/^Returning/)).toBeHidden();
  await judge(page, 'receipt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save receipt' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await expect(heading(page, 'Payment received')).toBeVisible();
  await expect(page.getByText(/^Returning/)).toBeHidden();
});

test('a customer pays by virtual account including the fee, and returns to the shop', async ({ page }) => {
  // The shop answers when the receipt was seen: its countdown is short.
  const receipt_seen = Promise.withResolvers<undefined>();
  await page.route('https://shop.example/**', async (route) => {
    await receipt_seen.promise;
    await route.fulfill({ body: 'Thank you', contentType: 'text/html' });
  });
  const link = await createLink({
    type: 'multi_use',
    language: 'id',
    fee_bearer: 'customer',
    channels: ['MANDIRI', 'BRI', 'BCA'],
    success_redirect_url: 'https://shop.example/thanks',
  });
  await page.goto(buildPath(link));
  await expect(heading(page, 'Pilih metode pembayaran')).toBeVisible();
  await expect(method(page, 'BRI')).toContainText(rupiah(184_440));
  await page.getByRole('button', { name: 'English' }).click();
  await expect(method(page, 'BRI')).toContainText('includes Rp 4.440 service fee');
  await page.screenshot({ path: 'test-results/pay/choose-fee.png' });
  await method(page, 'Mandiri').click();
  await expect(heading(page, 'Mandiri virtual account')).toBeFocused();
  await page.getByRole('button', { name: 'Copy number' }).click();
  const number = await page.evaluate(() => navigator.clipboard.readText());
  expect(number).toMatch(/^70012\d{11}$/);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('184440');
  await expect(page.getByRole('tab', { name: 'Mobile banking' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Mobile banking' }).press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'ATM' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('Enter the company code 70012.');
  await judge(page, 'virtual-account');

  await page.getByRole('button', { name: 'Choose another payment method' }).click();
  await method(page, 'BRI').click();
  await expect(heading(page, 'BRI virtual account')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another payment method' }).click();
  await method(page, 'Mandiri').click();
  await page.getByRole('button', { name: 'Copy number' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);

  await payNumber(number, 184_440);
  await expect(heading(page, 'Payment received')).toBeVisible();
  await expect(page.getByText(/^Returning to the seller in \d s$/)).toBeVisible();
  receipt_seen.resolve(undefined);
  await expect(page).toHaveURL('https://shop.example/thanks');
});

test('an open amount and the fields are validated before a payment is created', async ({ page }) => {
  const link = await createLink({
    title: 'Donasi',
    type: 'open_amount',
    amount: null,
    min_amount: 20_000,
    max_amount: 500_000,
    collect_fields: [{ kind: 'name' }, { kind: 'email', required: false }, { kind: 'custom', label: 'Table number' }],
  });
  await page.goto(buildPath(link));
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('19.999');
  await method(page, 'QRIS').click();
  await expect(amount).toBeFocused();
  await expect(page.getByText('Enter an amount between Rp 20.000 and Rp 500.000.')).toBeVisible();
  await expect(page.getByText('Fill in this field.')).toHaveCount(2);
  await judge(page, 'errors');
  await amount.fill('75000');
  await page.getByRole('textbox', { name: 'Name (required)', exact: true }).fill('Sari');
  await page.getByRole('textbox', { name: 'Email' }).fill('sari@mail');
  await page.getByRole('textbox', { name: 'Table number' }).fill('12');
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('sari@mail.example');
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('textbox', { name: 'Jumlah' })).toHaveValue('75.000');
  await method(page, 'QRIS').click();
  await expect(page.getByRole('img', { name: 'Kode QRIS Rp 75.000' })).toBeVisible();
});

/** A picture to be looked at. */
const picture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: `test-results/pay/${name}.png` });
};

test('a link that cannot be paid explains why', async ({ page, browser_errors }) => {
  browser_errors.expect(/status of 404/);
  const off = await createLink();
  await post<Output<typeof deactivatePaymentLink>>(`/payment-links/${off.id}/deactivate`);
  await page.goto(buildPath(off));
  await expect(heading(page, 'This link is not active')).toBeVisible();
  await judge(page, 'inactive');

  await page.goto(buildPath(await createLink({ starts_at: new Date(Date.now() + 3_600_000).toISOString() })));
  await expect(heading(page, 'This link cannot be paid yet')).toBeVisible();
  await picture(page, 'not-started');

  const over = await createLink();
  // Simulates the response after the expiry, because a link is valid for at least one minute.
  await page.route(`**${buildPath(over)}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"state":"payable"', '"state":"expired"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(buildPath(over));
  await expect(heading(page, 'This link has expired')).toBeVisible();
  await picture(page, 'expired');

  const answer = await page.goto('/pay/AAAAAAAAAAAA');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await picture(page, 'not-found');
});

/** Another customer pays the link by QRIS in a browser of their own. */
async function payElsewhere(browser: Browser, link: PaymentLink): Promise<void> {
  const context = await browser.newContext({ baseURL: DASHBOARD_URL });
  const other = await context.newPage();
  await other.goto(buildPath(link));
  await method(other, 'QRIS').click();
  const code = other.getByRole('img', { name: /^QRIS code/ });
  await expect(code).toBeVisible();
  await payCode({ qr_content: await readQr(code) });
  await expect(heading(other, 'Payment received')).toBeVisible();
  await context.close();
}

test('a waiting customer is notified when another customer pays; a completed link shows it', async ({
  page,
  browser,
}) => {
  const bill = await createLink();
  await page.goto(buildPath(bill));
  await method(page, 'BRI').click();
  await expect(heading(page, 'BRI virtual account')).toBeVisible();
  await payElsewhere(browser, bill);
  await expect(heading(page, 'This link has already been paid')).toBeVisible();
  await picture(page, 'already-paid');

  const limited = await createLink({ type: 'multi_use', usage_limit: 1 });
  await payElsewhere(browser, limited);
  // The status of the link follows its payments with a short delay.
  await expect(async () => {
    await page.goto(buildPath(limited));
    await expect(heading(page, 'This link is no longer available')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await picture(page, 'used-up');
});

test('an unresponsive bank, a lost connection, and the button "I have paid"', async ({
  page,
  context,
  browser_errors,
}) => {
  browser_errors.expect(/status of 503/, /ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  const link = await createLink({ type: 'multi_use' });
  await page.goto(buildPath(link));
  await setBankSwitches({ offline: true });
  await method(page, 'BNI').click();
  await expect(page.getByRole('alert')).toHaveText(
    'This payment method is temporarily unavailable. Choose another one.',
  );
  await picture(page, 'channel-down');
  await setBankSwitches({ offline: false });
  await method(page, 'BRI').click();
  await expect(heading(page, 'BRI virtual account')).toBeVisible();
  await page.getByRole('button', { name: 'Copy number' }).click();
  const number = await page.evaluate(() => navigator.clipboard.readText());

  await context.setOffline(true);
  await page.clock.fastForward(3_100);
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  await picture(page, 'offline');
  await context.setOffline(false);
  await page.clock.fastForward(3_100);
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for your payment' })).toBeVisible();

  const have_paid = page.getByRole('button', { name: 'I have paid' });
  await expect(have_paid).toBeHidden();
  await page.clock.fastForward('15:00');
  await expect(have_paid).toBeVisible();
  await have_paid.click();
  await expect(page.getByText('The bank has not received your payment yet.')).toBeVisible();
  await picture(page, 'not-yet');
  // The page does not poll while its clock is stopped.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await payNumber(number, 180_000);
  await have_paid.click();
  await expect(heading(page, 'Payment received')).toBeVisible();
});

test('without JavaScript the page shows the amount and instructions', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: DASHBOARD_URL });
  const page = await context.newPage();
  await page.goto(buildPath(await createLink()));
  await expect(page.getByText(rupiah(180_000))).toBeVisible();
  // Playwright does not read text within noscript, so the layout of both languages is checked instead.
  const words = page.locator('noscript p');
  await expect(words).toHaveCount(2);
  for (const box of [await words.first().boundingBox(), await words.last().boundingBox()]) {
    expect(box?.height).toBeGreaterThan(40);
  }
  await picture(page, 'no-script');
  await context.close();
});
