/** A deposit VA: topped up at the bank, reviewed, paused, and alerted when the payout balance is low. */
import { BANK_URL, BATIK, KOPI, MAIL_URL } from './sandbox.ts';
import { resetBank, setBankSwitches } from './api.ts';
import { expect, test } from './journey.ts';
import { listRows, rupiah } from './display.ts';

test.use({ user: KOPI });
test.afterAll(() => resetBank());

const pay = async (va_number: string, amount: number): Promise<void> => {
  const answer = await fetch(`${BANK_URL}/simulate/va/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ va_number, amount }),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
};

test('a number tops the payout balance up at once, and money to a paused one is held', async ({
  page,
  context,
  browser_errors,
  openAs,
}) => {
  await page.goto('/deposit-va');
  await expect(page.getByRole('heading', { level: 1, name: 'Deposit VA' })).toBeVisible();
  await expect(listRows(page, 'Virtual accounts').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Add virtual account' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add virtual account' });
  await form.getByRole('combobox', { name: /Bank/ }).click();
  await page.getByRole('option', { name: 'Bank Rakyat Indonesia' }).click();
  await form.getByRole('button', { name: 'Add virtual account' }).click();
  const number_row = listRows(page, 'Virtual accounts').filter({ hasText: 'BRI' });
  await expect(number_row).toContainText('Active');
  const va_number = (await number_row.getByRole('link').innerText()).trim();
  expect(va_number).toMatch(/^10001\d{5}0{8}$/);

  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const metric = page.getByRole('region', { name: 'Payout balance', exact: true });
  await expect(metric).toContainText('Rp');
  const amount = 1_250_000;
  const before = Number(/Rp\s?([\d.]+)/.exec(await metric.innerText())?.[1]?.replaceAll('.', ''));
  await pay(va_number, amount);
  await expect(metric).toContainText(rupiah(before + amount));
  const fresh = page.getByRole('button', { name: /^\d+ new$/ });
  const deposit_row = listRows(page, 'Deposits').filter({ hasText: rupiah(amount) });
  await expect(fresh.or(deposit_row).first()).toBeVisible();
  if (await fresh.isVisible()) await fresh.click();
  await expect(deposit_row.first()).toContainText('Credited');

  await deposit_row.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(rupiah(amount));
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Credited');
  await expect(page.getByRole('region', { name: 'Provider log' })).toContainText('/v1.0/transfer-va/payment');
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: va_number }).click();
  await expect(page.getByRole('region', { name: 'Number', exact: true })).toContainText(va_number);
  await expect(page.getByRole('region', { name: 'Credited by day' })).toContainText('Table');
  await expect(page.getByRole('tab', { name: 'Another bank' })).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inactive');
  await setBankSwitches({ va_skip_inquiry: true });
  await pay(va_number, 70_000);
  await setBankSwitches({ va_skip_inquiry: false });
  await expect(page.getByRole('table', { name: 'Deposits of this virtual account' })).toContainText('In review');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');

  // An email is sent when the balance is low.
  await page.goto('/deposit-va');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const alert = page.getByRole('dialog', { name: 'Low-balance alert' });
  await alert.getByRole('textbox', { name: /Alert below/ }).fill(String(before + amount + 1));
  await alert.getByRole('textbox', { name: /Recipients/ }).fill('treasury@kopi.example, cfo@kopi.example');
  await alert.getByRole('button', { name: 'Save alert' }).click();
  await expect(metric).toContainText('Low balance: below');
  const mailbox = await context.newPage();
  await expect
    .poll(
      async () => {
        await mailbox.goto(MAIL_URL);
        return mailbox.getByText('Low payout balance for Kopi Nusantara').count();
      },
      { timeout: 30_000 },
    )
    .toBe(2);

  // A transfer above the available balance is rejected.
  browser_errors.expect(/status of 422.*balance-transfers/);
  await page.getByRole('button', { name: 'Transfer to payout balance' }).click();
  const transfer = page.getByRole('dialog', { name: 'Transfer to payout balance' });
  await transfer.getByRole('textbox', { name: /Amount/ }).fill('900000000000');
  await transfer.getByRole('button', { name: 'Request approval' }).click();
  await expect(transfer.getByRole('alert')).toHaveText('The available balance is insufficient. Enter a lower amount.');

  const other_merchant = await openAs(BATIK);
  await other_merchant.goto('/deposit-va');
  await expect(other_merchant.getByText('No virtual accounts yet')).toBeVisible();
  await expect(other_merchant.getByText(va_number)).toHaveCount(0);
});

test('the screens of deposits on a phone, in the dark @phone-only', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/deposit-va');
  await expect(page.getByRole('region', { name: 'Payout balance', exact: true })).toContainText('Rp');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
