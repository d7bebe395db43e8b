/** A virtual account from the form to the bank and back, on all open screens. */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { BANK_URL, BATIK, KOPI } from './sandbox.ts';
import { listRows, rupiah } from './display.ts';

test.use({ user: KOPI });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function openSheet(page: Page): Promise<void> {
  await page.goto('/virtual-account');
  await page.getByRole('button', { name: 'New virtual account' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New virtual account' })).toBeVisible();
}

/** Submits the form of the bank's page, which may reject the payment. */
async function payAtBank(bank: Page, number: string, amount?: number): Promise<void> {
  await bank.goto(`${BANK_URL}/?va_number=${number}`);
  if (amount !== undefined) await bank.getByLabel(/^Amount in rupiah \(required/).fill(String(amount));
  await bank.getByRole('button', { name: 'Pay number' }).click();
}

test('a closed number is created and paid at the bank while all open screens update @phone', async ({
  page,
  context,
  openAs,
  browser_errors,
}) => {
  // The bank's page receives one error on purpose.
  browser_errors.expect(/status of 422.*simulate\/va\/pay/);
  const amount = 100_000 + (Date.now() % 80_000);
  const reference = `VA-${Date.now()}`;
  await openSheet(page);
  const sheet = page.getByRole('dialog', { name: 'New virtual account' });
  // The first error is shown and focused before anything is sent.
  await sheet.getByRole('button', { name: 'Create virtual account' }).click();
  await expect(sheet.getByText('Select a bank.')).toBeVisible();
  await choose(page, 'Bank (required)', 'BCA');
  await sheet.getByRole('textbox', { name: 'Holder name (required)' }).fill('Kopi Nusantara');
  await sheet.getByRole('textbox', { name: 'Amount (required)', exact: true }).fill('9999');
  await expect(sheet.getByText('The minimum amount for BCA is Rp 10.000.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Amount (required)', exact: true }).fill(String(amount));
  await sheet.getByRole('textbox', { name: 'Merchant reference' }).fill(reference);
  await sheet.getByRole('textbox', { name: 'Customer email' }).fill('sari@mail.example');
  await sheet.getByRole('button', { name: `Create virtual account for ${rupiah(amount)}` }).click();
  await expect(sheet.getByText('Active')).toBeVisible();
  const path = (await sheet.getByRole('link', { name: 'View virtual account details' }).getAttribute('href')) ?? '';

  const [list, detail] = [await context.newPage(), await context.newPage()];
  await Promise.all([list.goto(`/virtual-account?q=${reference}`), detail.goto(path)]);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Active');
  const number = (await detail.getByRole('heading', { level: 1 }).textContent())?.match(/\d{18}/)?.[0] ?? '';
  expect(number).toMatch(/^39025\d{13}$/);
  const row = listRows(list, 'Virtual accounts').filter({ hasText: number });
  await expect(row).toContainText('Active');
  await expect(detail.getByRole('region', { name: 'How to pay' })).toContainText('ATM BCA');
  await expect(detail.getByRole('link', { name: 'Simulate payment' })).toHaveAttribute('href', /va_number=39025/);

  const bank = await context.newPage();
  await payAtBank(bank, number, amount - 1);
  await expect(bank.getByRole('alert')).toHaveText('The amount does not match the billed amount.');
  await payAtBank(bank, number);
  await expect(bank.getByRole('alert')).toHaveText(/^Paid Rp .* to KOPI NUSANTARA\. Reference \d{12}\.$/);

  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Paid');
  const payments = detail.getByRole('table', { name: 'Payments' });
  // A phone shows cards, without the row of headers.
  await expect(payments.getByRole('row').filter({ hasText: 'Rp' })).toHaveCount(1);
  await expect(payments).toContainText(rupiah(amount));
  await expect(payments).toContainText('Matched');
  await expect(detail.getByRole('region', { name: 'Bank inquiries' })).toContainText('Payable');
  await expect(detail.getByRole('region', { name: 'Timeline' })).toContainText(/Paid.*Opened.*Created/s);
  await expect(row).toContainText('Paid');
  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible();
  await payments.getByRole('link').click();
  await expect(detail.getByRole('heading', { level: 1 })).toContainText(rupiah(amount));
  await expect(detail.getByRole('region', { name: 'Timeline' })).toContainText('Paid');

  const stranger = await openAs(BATIK);
  await stranger.goto('/virtual-account');
  await expect(stranger.getByText('No virtual accounts yet')).toBeVisible();
});

test('a reusable number is edited, sent, synced and deactivated', async ({ page }) => {
  await openSheet(page);
  const sheet = page.getByRole('dialog', { name: 'New virtual account' });
  await choose(page, 'Bank (required)', 'BNI');
  await sheet.getByRole('textbox', { name: 'Holder name (required)' }).fill('Langganan Kopi');
  await choose(page, 'Type (required)', 'Reusable: any number of payments');
  await choose(page, 'Amount type (required)', 'Between a minimum and a maximum');
  await sheet.getByRole('textbox', { name: 'Minimum amount (required)' }).fill('20000');
  await sheet.getByRole('textbox', { name: 'Maximum amount (required)' }).fill('90000');
  await choose(page, 'Expires after (required)', 'Never');
  await sheet.getByRole('button', { name: 'Create virtual account' }).click();
  await sheet.getByRole('link', { name: 'View virtual account details' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('Active');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('ExpiresNever');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Edit virtual account' });
  await change.getByRole('textbox', { name: 'Maximum amount (required)' }).fill('95000');
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(change).toBeHidden();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Changed: maximum amount Rp 95.000');

  await page.getByRole('button', { name: 'Send instructions' }).click();
  const send = page.getByRole('dialog', { name: 'Send instructions' });
  await send.getByRole('textbox', { name: 'Email (required)' }).fill('langganan@mail.example');
  await send.getByRole('button', { name: 'Send email', exact: true }).click();
  await expect(page.getByText('Sent to langganan@mail.example')).toBeVisible();

  await page.getByRole('button', { name: 'Check status' }).click();
  await expect(page.getByText('No changes at the bank')).toBeVisible();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  const confirm = page.getByRole('dialog', { name: 'Deactivate this virtual account?' });
  await expect(confirm).toContainText('can no longer be paid');
  await confirm.getByRole('button', { name: 'Deactivate' }).click();
  await expect(title).toContainText('Inactive');
  await page.goto('/virtual-account?q=langganan%20kopi&status=inactive');
  await expect(listRows(page, 'Virtual accounts').filter({ hasText: 'LANGGANAN KOPI' }).first()).toContainText(
    'Inactive',
  );
});
