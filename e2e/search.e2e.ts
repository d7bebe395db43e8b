/** Global search: by keyboard alone, while typing, and only within the user's own merchant. */
import { expectClean } from './axe.ts';
import { createPayment } from './api.ts';
import { expect, test } from './journey.ts';
import { BATIK, KOPI } from './sandbox.ts';
import { rupiah } from './display.ts';

test.use({ user: KOPI });

test('an object is found by part of its reference, opened by keyboard, and listed as recent', async ({
  page,
  openAs,
}) => {
  const reference = `Find-${Date.now()}`;
  const payment = await createPayment({ amount: 45_000, merchant_reference: reference, expires_in_minutes: 15 });
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const field = palette.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await field.pressSequentially(reference.slice(3).toUpperCase(), { delay: 15 });
  const hit = palette.getByRole('option').filter({ hasText: reference });
  await expect(hit).toContainText(rupiah(45_000));
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await page.screenshot({ path: 'test-results/search-palette.png' });
  await expectClean(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/transaction/${payment.transaction_id}$`));

  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('option').first()).toContainText(reference);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await field.fill(payment.id);
  await expect(palette.getByRole('option').first()).toContainText(payment.id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/qris-payment/${payment.id}$`));

  const other = await openAs(BATIK);
  await other.goto('/dashboard');
  await expect(other.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await other.keyboard.press('ControlOrMeta+k');
  for (const text of [reference, payment.id, payment.transaction_id ?? '']) {
    const answered = other.waitForResponse((answer) => answer.url().includes('/api/v1/search'));
    await other.getByRole('combobox', { name: 'Search' }).fill(text);
    expect(await (await answered).json()).toEqual({ data: [] });
    await expect(other.getByRole('option').filter({ hasText: rupiah(45_000) })).toHaveCount(0);
  }
});

test('nothing that is typed right after the shortcut is lost', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('finance@kopi');
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('finance@kopi');
});

test('a failed search shows an error and can be retried', async ({ page, browser_errors }) => {
  browser_errors.expect(/status of 500/);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  let fails = true;
  await page.route('**/api/v1/search?**', (route) =>
    fails
      ? route.fulfill({
          status: 500,
          json: { detail: 'Internal Server Error', status_code: 500, code: 'internal', request_id: 'req_x' },
        })
      : route.continue(),
  );
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('zzzznothing');
  await expect(palette.getByRole('alert')).toContainText('Internal Server Error');
  fails = false;
  await palette.getByRole('button', { name: 'Retry' }).click();
  await expect(palette.getByRole('alert')).toHaveCount(0);
});
