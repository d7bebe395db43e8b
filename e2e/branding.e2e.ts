/** Branding in the browser: a merchant changes its colour and its logo, and its customers see both on the pay page. */
import type { Page } from '@playwright/test';
import type { createPaymentLink } from '@dasbor/contract/payment-link';
import type { Output } from '@dasbor/contract/route';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { BATIK, DASHBOARD_URL } from './sandbox.ts';

test.use({ user: BATIK });

const COLOR = '#8a1c4a';
const RGB = 'rgb(138, 28, 74)';

/** A link of the signed-in merchant of a page. */
const createLink = (page: Page): Promise<Output<typeof createPaymentLink>['data']> =>
  page.evaluate(async () => {
    const response = await fetch('/api/v1/payment-links', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ title: 'Kain batik', type: 'single_use', amount: 90_000, language: 'en' }),
    });
    return ((await response.json()) as { data: never }).data;
  });

test('a changed colour and logo are in the preview before, and on the pay page after they are saved', async ({
  page,
  browser,
  browser_errors,
}) => {
  await page.goto('/settings?tab=branding');
  const preview = page.frameLocator('iframe[title="Pay page"]');
  await expect(preview.getByText('Batik Lestari').first()).toBeVisible();
  const color = page.getByRole('textbox', { name: 'Brand colour' });
  await color.fill(COLOR);
  // The real page, in a colour that is not saved yet.
  const mark = preview.locator('.logo').first();
  await expect(mark).toHaveCSS('color', RGB);
  await page.getByRole('button', { name: 'Save colour' }).click();
  await expect(page.getByText('Colour saved').first()).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload logo' }).click();
  const logo = await page.locator('header').first().screenshot();
  await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await expect(preview.locator('img.logo')).toBeVisible();
  await expectClean(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/branding.png`, fullPage: true });

  const { slug } = await createLink(page);
  const context = await browser.newContext();
  browser_errors.watch(context);
  const customer = await context.newPage();
  await customer.goto(`${DASHBOARD_URL}/pay/${slug}`);
  const shown = customer.locator('img.logo');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const brand = await customer.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
  expect(brand).toBe(COLOR);
  await context.close();

  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByRole('button', { name: 'Upload logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Use the default colour' }).click();
  await page.getByRole('button', { name: 'Save colour' }).click();
  await expect(mark).not.toHaveCSS('color', RGB);
});
