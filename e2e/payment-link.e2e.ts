/** A payment link from the form to the customer: created with a preview, shared, found, edited and deactivated. */
import { analyze, filterSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { readQr } from './read-qr.ts';
import { DASHBOARD_URL, KOPI, MAIL_URL } from './sandbox.ts';
import { expectSuccess } from './toast.ts';
import { createMark } from './unique-values.ts';

test.use({
  user: KOPI,
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('domain 1.8: a link is created with a preview, shared, found, edited and deactivated @phone', async ({ page }) => {
  const title = `Paket kopi ${createMark()}`;
  const form = page.getByRole('form', { name: 'New payment link' });
  const preview = page.getByRole('region', { name: 'Preview of the payment page' });
  const slug_part = `e2e-${createMark().toLowerCase()}`;

  await test.step('the form shows validation errors and a preview', async () => {
    await page.goto('/payment-link');
    await page
      .getByRole('button', { name: /Create payment link|Create your first link/ })
      .first()
      .click();
    await form.getByRole('button', { name: 'Create link' }).click();
    await expect(form.getByRole('textbox', { name: 'Title (required)' })).toBeFocused();
    await expect(form.getByText('Enter a value.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Title (required)' }).fill(title);
    await form.getByRole('button', { name: 'Add item' }).click();
    const item = form.getByRole('group', { name: 'Item 1' });
    await item.getByRole('textbox', { name: 'Name' }).fill('Kopi Gayo 250 g');
    await item.getByRole('textbox', { name: 'Quantity' }).fill('2');
    await item.getByRole('textbox', { name: 'Unit price' }).fill('75000');
    // The amount is the total of the items.
    await expect(form.getByRole('textbox', { name: 'Amount (required)' })).toHaveValue('Rp 150.000');
    await form.getByRole('radio', { name: /^The customer/ }).check();
    await expect(form.getByText('Bank Indonesia forbids surcharges on QRIS', { exact: false })).toBeVisible();
    await form.getByRole('checkbox', { name: /^QRIS/ }).uncheck();
    await expect(preview).toContainText(title);
    await expect(preview).toContainText('2 × Kopi Gayo 250 g');
    await expect(preview).toContainText('Virtual account BNI');
    await expect(preview).toContainText('Rp 154.440');
    await preview.getByText('EN', { exact: true }).click();
    await expect(preview).toContainText('BNI virtual account');
    await form.getByRole('textbox', { name: 'Customer name' }).fill('Rina Kartika');
    await form.getByRole('textbox', { name: 'Customer email' }).fill('rina@mail.example');
    await form.getByRole('textbox', { name: 'Custom slug' }).fill(slug_part);
    // The other screens are checked with all screens.
    expect.soft(filterSerious(await analyze(page, ['dark', 'light'])), 'the filled form').toEqual([]);
    await form.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
  });

  const url = (await page.getByRole('region', { name: 'Share link', exact: true }).locator('code').textContent()) ?? '';
  expect(url).toMatch(new RegExp(`^${DASHBOARD_URL}/pay/${slug_part}-[0-9A-Za-z]{12}$`));
  const detail_path = new URL(page.url()).pathname;

  await test.step('it is shared by QR code, URL and email, with entries in the share log', async () => {
    const picture = page.getByRole('img', { name: `QR code of the link ${title}` });
    expect(await readQr(picture)).toBe(url);
    await expectSuccess(page, 'Link copied', () => page.getByRole('button', { name: 'Copy link' }).click());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.getByRole('button', { name: 'Email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send by email' });
    await expect(dialog.getByRole('textbox', { name: 'Email (required)' })).toHaveValue('rina@mail.example');
    await dialog.getByRole('button', { name: 'Send email' }).click();
    const log = page.getByRole('region', { name: 'Share log' });
    await expect(log).toContainText('by email to rina@mail.example');
    await expect(log).toContainText('by copying the link');
    await expect
      .poll(async () => (await page.request.get(MAIL_URL)).text(), { timeout: 30_000 })
      .toContain(`Tagihan dari Kopi Nusantara: ${title}`);
  });

  await test.step('the list finds it by combined filters', async () => {
    await page.goto(
      `/payment-link?q=${encodeURIComponent(title)}&status=active&type=single_use&amount_min=150000&amount_max=150000`,
    );
    const list = page.getByRole('region', { name: 'Payment links', exact: true });
    await expect(list).toContainText(title);
    await expect(page.getByRole('region', { name: 'Totals of this filter' })).toContainText('Active');
    await page.goto(`/payment-link?q=${encodeURIComponent(title)}&status=expired`);
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  });

  await test.step('it is extended, deactivated, activated, edited and duplicated', async () => {
    await page.goto(detail_path);
    await page.getByRole('button', { name: 'Extend' }).click();
    const extending = page.getByRole('dialog', { name: 'Extend link' });
    await extending.getByRole('button', { name: '+ 7 days' }).click();
    await expectSuccess(page, 'Link extended', () => extending.getByRole('button', { name: 'Extend' }).click());
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Inactive');
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
    await page.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('form', { name: 'Edit payment link' });
    await editing.getByRole('textbox', { name: 'Title (required)' }).fill(`${title} baru`);
    await editing.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${title} baru`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    for (const text of ['Created', 'Edited', 'Deactivated', 'Activated']) await expect(timeline).toContainText(text);
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(form.getByRole('textbox', { name: 'Title (required)' })).toHaveValue(`${title} baru`);
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft');
  });
});

test('domain 1.8: a user without permission sees why actions are disabled', async ({ openAs, browser_errors }) => {
  browser_errors.expect(/404 \(Not Found\)/);
  const page = await openAs('finance@kopi.example');
  await page.goto('/payment-link');
  const create = page.getByRole('button', { name: 'Create payment link' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/payment-link/create');
  await expect(page.getByRole('heading', { name: 'You cannot create payment links' })).toBeVisible();
  await page.goto('/payment-link/pl_00000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'Payment link not found' })).toBeVisible();
});
