/** A payment link from the form to the customer's hands: made with a preview, sent, found, changed and ended. */
import { judgeIn, seriousOf } from './axe.ts';
import { expect, test } from './journey.ts';
import { readQr } from './read-qr.ts';
import { DASHBOARD_URL, KOPI, MAIL_URL } from './sandbox.ts';
import { expectSuccess } from './toast.ts';

test.use({
  user: KOPI,
  // One pixel to a pixel: reading a code off a picture three times as sharp takes nine times as long.
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: 'reduce' },
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('domain 1.8: a link is made with a preview, sent, found, changed and taken out of use @phone', async ({
  page,
  context,
}) => {
  const title = `Paket kopi ${Date.now() % 1_000_000}`;
  const form = page.getByRole('form', { name: 'New payment link' });
  const preview = page.getByRole('region', { name: 'Preview of the pay page' });
  const slug_part = `e2e-${Date.now() % 1_000_000}`;

  await test.step('the form says what is wrong, and shows what the customer will see', async () => {
    await page.goto('/payment-link');
    await page
      .getByRole('button', { name: /New payment link|Create your first link/ })
      .first()
      .click();
    await form.getByRole('button', { name: 'Create the link' }).click();
    await expect(form.getByRole('textbox', { name: 'Title (required)' })).toBeFocused();
    await expect(form.getByText('Fill this in.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Title (required)' }).fill(title);
    await form.getByRole('button', { name: 'Add an item' }).click();
    const item = form.getByRole('group', { name: 'Item 1' });
    await item.getByRole('textbox', { name: 'Name' }).fill('Kopi Gayo 250 g');
    await item.getByRole('textbox', { name: 'Quantity' }).fill('2');
    await item.getByRole('textbox', { name: 'Price of one' }).fill('75000');
    // The amount follows the items.
    await expect(form.getByRole('textbox', { name: 'Amount (required)' })).toHaveValue('Rp 150.000');
    await form.getByRole('radio', { name: /^The customer/ }).check();
    await expect(form.getByText('Bank Indonesia forbids a surcharge on QRIS', { exact: false })).toBeVisible();
    await form.getByRole('checkbox', { name: /^QRIS/ }).uncheck();
    await expect(preview).toContainText(title);
    await expect(preview).toContainText('2 × Kopi Gayo 250 g');
    await expect(preview).toContainText('Virtual account BNI');
    await expect(preview).toContainText('Rp 154.440');
    await preview.getByText('EN', { exact: true }).click();
    await expect(preview).toContainText('BNI virtual account');
    await form.getByRole('textbox', { name: 'Customer name' }).fill('Rina Kartika');
    await form.getByRole('textbox', { name: 'Customer e-mail' }).fill('rina@mail.example');
    await form.getByRole('textbox', { name: 'Beginning of the address' }).fill(slug_part);
    // The other screens of links are judged with all screens.
    expect.soft(seriousOf(await judgeIn(page, ['dark', 'light'])), 'the filled form').toEqual([]);
    await form.getByRole('button', { name: 'Create the link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
  });

  const url = (await page.getByRole('region', { name: 'Link', exact: true }).locator('code').textContent()) ?? '';
  expect(url).toMatch(new RegExp(`^${DASHBOARD_URL}/pay/${slug_part}-[0-9A-Za-z]{12}$`));
  const detail_path = new URL(page.url()).pathname;

  await test.step('it is handed out by picture, address and e-mail, and the log says so', async () => {
    const picture = page.getByRole('img', { name: `QR code of the link ${title}` });
    expect(await readQr(picture, context)).toBe(url);
    await expectSuccess(page, 'Link copied', () => page.getByRole('button', { name: 'Copy link' }).click());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.getByRole('button', { name: 'E-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send by e-mail' });
    await expect(dialog.getByRole('textbox', { name: 'E-mail (required)' })).toHaveValue('rina@mail.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const log = page.getByRole('region', { name: 'Share log' });
    await expect(log).toContainText('by e-mail to rina@mail.example');
    await expect(log).toContainText('by copying the address');
    await expect
      .poll(async () => (await page.request.get(MAIL_URL)).text(), { timeout: 30_000 })
      .toContain(`Tagihan dari Kopi Nusantara: ${title}`);
  });

  await test.step('the list finds it by all filters together', async () => {
    await page.goto(
      `/payment-link?q=${encodeURIComponent(title)}&status=active&type=single_use&amount_min=150000&amount_max=150000`,
    );
    const list = page.getByRole('region', { name: 'Payment links', exact: true });
    await expect(list).toContainText(title);
    await expect(page.getByRole('region', { name: 'Totals of this filter' })).toContainText('Active');
    await page.goto(`/payment-link?q=${encodeURIComponent(title)}&status=expired`);
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  });

  await test.step('it is changed, extended, taken out of use and brought back', async () => {
    await page.goto(detail_path);
    await page.getByRole('button', { name: 'Extend' }).click();
    const extending = page.getByRole('dialog', { name: 'Extend the link' });
    await extending.getByRole('button', { name: '+ 7 days' }).click();
    await expectSuccess(page, 'The link ends later now', () =>
      extending.getByRole('button', { name: 'Extend' }).click(),
    );
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Inactive');
    await page.getByRole('button', { name: 'Activate' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
    await page.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('form', { name: 'Edit the payment link' });
    await editing.getByRole('textbox', { name: 'Title (required)' }).fill(`${title} baru`);
    await editing.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${title} baru`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    for (const words of ['Created', 'Edited', 'Deactivated', 'Activated']) await expect(timeline).toContainText(words);
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(form.getByRole('textbox', { name: 'Title (required)' })).toHaveValue(`${title} baru`);
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft');
  });
});

test('domain 1.8: who may only look sees why nothing can be changed', async ({ openAs, complaints }) => {
  complaints.expect(/404 \(Not Found\)/);
  const page = await openAs('finance@kopi.example');
  await page.goto('/payment-link');
  const create = page.getByRole('button', { name: 'New payment link' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/payment-link/create');
  await expect(page.getByRole('heading', { name: 'You cannot make payment links' })).toBeVisible();
  await page.goto('/payment-link/pl_00000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'Payment link not found' })).toBeVisible();
});
