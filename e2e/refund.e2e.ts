/** Refunds in the browser: asked for by one person, approved by another, given back by the bank; and one taken back. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createPayment, payCode, readTransaction } from './api.ts';
import { expect, test } from './journey.ts';
import { BANK_URL } from './sandbox.ts';
import { rowsOf, rupiah } from './shown.ts';

const FINANCE = 'finance@kopi.example';
const APPROVER = 'approver@kopi.example';
test.use({ user: FINANCE });

/** A payment that was paid by QRIS, with an amount by which it is found. */
async function paid(): Promise<{ id: string; amount: number; reference: string }> {
  const amount = 200_000 + (Date.now() % 90_000);
  const reference = `REFUND-${Date.now()}`;
  const code = await createPayment({ amount, merchant_reference: reference });
  await payCode(code);
  const id = code.transaction_id ?? '';
  await expect.poll(async () => (await readTransaction(id)).status).toBe('success');
  return { id, amount, reference };
}

/** What remains of a small merchant's fee, as the server rounds it. */
function feeBackOf(amount: number, part: number): number {
  const fee = Math.floor((amount * 70 + 5_000) / 10_000);
  const vat = Math.floor((fee * 12 * 11 + 600) / 1_200);
  const share = (whole: number) => Math.floor((2 * whole * part + amount) / (2 * amount));
  return share(fee) + share(vat);
}

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

test('a part goes back the way it came, once somebody else has approved @phone', async ({ page, openAs }) => {
  const { id, amount, reference } = await paid();
  await page.goto(`/transaction/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund of the payment of ${rupiah(amount)}` });
  const field = dialog.getByRole('textbox', { name: 'Amount (required)' });
  await expect(field).toHaveValue(rupiah(amount));
  await field.fill(String(amount + 1));
  await dialog.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(dialog.getByText(`At most ${rupiah(amount)} can be given back.`)).toBeVisible();
  await field.fill('50000');
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Order cancelled' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The beans were sold out');
  const back = feeBackOf(amount, 50_000);
  await expect(dialog.getByText(rupiah(50_000 - back), { exact: true })).toBeVisible();
  await shot(page, `refund-dialog-${test.info().project.name}`);
  await expectClean(page);
  await dialog.getByRole('button', { name: `Ask for ${rupiah(50_000)}` }).click();

  const panel = page.getByRole('region', { name: 'Refunds' });
  await expect(panel.getByText('Pending')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const approver = await openAs(APPROVER);
  await approver.goto('/transaction?view=awaiting-approval');
  const waiting = rowsOf(approver, 'Refunds that wait for approval').filter({ hasText: reference });
  await expect(waiting).toContainText('Order cancelled');
  await shot(approver, `refund-waiting-${test.info().project.name}`);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  const approval = approver.getByRole('dialog', { name: 'Approve this refund?' });
  await expect(approval.getByText('The beans were sold out')).toBeVisible();
  await expect(approval.getByText(rupiah(50_000 - back), { exact: true })).toBeVisible();
  await approval.getByRole('button', { name: `Give back ${rupiah(50_000)}` }).click();
  await expect(approval).toBeHidden();

  await expect(panel.getByText('Succeeded')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Partially refunded');
  await shot(page, `refund-panel-${test.info().project.name}`);

  await page.goto('/transaction?view=refunds');
  const row = rowsOf(page, 'Refunds').filter({ hasText: reference });
  await expect(row).toContainText('Succeeded');
  await shot(page, `refund-list-${test.info().project.name}`);
  await expectClean(page);
});

test('a transfer shows who gets it before it is sent; a rejection says why, and nobody decides alone', async ({
  page,
  openAs,
  complaints,
}) => {
  // The refusal of the closed account.
  complaints.expect(/status of 422.*account-checks/);
  const { id, amount } = await paid();
  await page.goto(`/transaction/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund of the payment of ${rupiah(amount)}` });
  await dialog.getByRole('textbox', { name: 'Amount (required)' }).fill('60000');
  await dialog.getByText('Bank transfer', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Bank (required)' }).click();
  await page.getByRole('option', { name: 'Bank Central Asia' }).click();
  const number = dialog.getByRole('textbox', { name: 'Account number (required)' });
  await number.fill('8010000018');
  await dialog.getByRole('button', { name: 'Check name' }).click();
  await expect(dialog.getByText('This account is closed.')).toBeVisible();
  await number.fill('8010000001');
  await dialog.getByRole('button', { name: 'Check name' }).click();
  await expect(dialog.getByText('SARI PRATIWI', { exact: true })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Customer request' }).click();
  await expect(dialog.getByText(rupiah(62_775), { exact: true }).first()).toBeVisible();
  await shot(page, 'refund-transfer');
  await dialog.getByRole('button', { name: `Ask for ${rupiah(60_000)}` }).click();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Pending')).toBeVisible();

  const approver = await openAs(APPROVER);
  await approver.goto(`/transaction/${id}`);
  const panel = approver.getByRole('region', { name: 'Refunds' });
  await panel.getByRole('button', { name: 'Reject' }).click();
  const rejection = approver.getByRole('dialog', { name: 'Reject this refund?' });
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(rejection.getByText('Say why, for who asked.')).toBeVisible();
  await rejection.getByRole('textbox', { name: 'Reason (required)' }).fill('The goods were sent');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(panel.getByText('Rejected: The goods were sent')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Rejected: The goods were sent')).toBeVisible();
});

test('many at once are answered one by one, and a payment that the bank takes back says so', async ({
  page,
  context,
}) => {
  const [first, second] = [await paid(), await paid()];
  await page.goto('/transaction?q=REFUND-');
  for (const { reference } of [first, second]) {
    await page.getByRole('checkbox', { name: `Choose ${reference}` }).check();
  }
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund 2 payments' });
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Fraud' }).click();
  await dialog.getByRole('button', { name: 'Ask for 2 refunds' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 of 2 asked for');
  await shot(page, 'refund-bulk');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const reversed = await paid();
  await page.goto(`/transaction/${reversed.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success');
  const bank = await context.newPage();
  await bank.goto(BANK_URL);
  await bank.getByRole('button', { name: new RegExp(`^Reverse ${rupiah(reversed.amount)}`) }).click();
  await expect(bank.getByText(`${rupiah(reversed.amount)} reversed. The partner will be notified.`)).toBeVisible();
  await shot(bank, 'refund-bank');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reversed');
});
