/** Refunds in the browser: requested, approved by a second person and executed; and a reversal. */
import type { Page } from '@playwright/test';
import { APPROVER } from './one-time-code.ts';
import { createPayment, payCode, readTransaction } from './api.ts';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { BANK_URL } from './sandbox.ts';
import { listRows, rupiah } from './display.ts';
import { createAmount } from './unique-values.ts';

const FINANCE = 'finance@kopi.example';
test.use({ user: FINANCE });

/** A payment that was paid by QRIS, with an amount by which it is found. */
async function paid(): Promise<{ id: string; amount: number; reference: string }> {
  const amount = await createAmount(200_000);
  const reference = `REFUND-${Date.now()}`;
  const code = await createPayment({ amount, merchant_reference: reference });
  await payCode(code);
  const id = code.transaction_id ?? '';
  await expect.poll(async () => (await readTransaction(id)).status).toBe('success');
  return { id, amount, reference };
}

/** Reversed fee of a small merchant, as the server rounds it. */
function calculateReversedFee(amount: number, part: number): number {
  const fee = Math.floor((amount * 70 + 5_000) / 10_000);
  const vat = Math.floor((fee * 12 * 11 + 600) / 1_200);
  const share = (whole: number) => Math.floor((2 * whole * part + amount) / (2 * amount));
  return share(fee) + share(vat);
}

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

test('a partial refund to the original payment method after a second approval @phone', async ({ page, openAs }) => {
  const { id, amount, reference } = await paid();
  await page.goto(`/transaction/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund payment of ${rupiah(amount)}` });
  const field = dialog.getByRole('textbox', { name: 'Amount (required)' });
  await expect(field).toHaveValue(rupiah(amount));
  await field.fill(String(amount + 1));
  await dialog.getByRole('button', { name: 'Request refund' }).click();
  await expect(dialog.getByText(`The refundable amount is ${rupiah(amount)}.`)).toBeVisible();
  await field.fill('50000');
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Order cancelled' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The beans were sold out');
  const back = calculateReversedFee(amount, 50_000);
  await expect(dialog.getByText(rupiah(50_000 - back), { exact: true })).toBeVisible();
  await shot(page, `refund-dialog-${test.info().project.name}`);
  await expectClean(page);
  await dialog.getByRole('button', { name: `Request refund of ${rupiah(50_000)}` }).click();

  const panel = page.getByRole('region', { name: 'Refunds' });
  await expect(panel.getByText('Pending')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const approver = await openAs(APPROVER);
  await approver.goto('/transaction?view=awaiting-approval');
  const waiting = listRows(approver, 'Refunds awaiting approval').filter({ hasText: reference });
  await expect(waiting).toContainText('Order cancelled');
  await shot(approver, `refund-waiting-${test.info().project.name}`);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  const approval = approver.getByRole('dialog', { name: 'Approve this refund?' });
  await expect(approval.getByText('The beans were sold out')).toBeVisible();
  await expect(approval.getByText(rupiah(50_000 - back), { exact: true })).toBeVisible();
  await approval.getByRole('button', { name: 'Approve refund' }).click();
  await expect(approval).toBeHidden();

  await expect(panel.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Partially refunded');
  await shot(page, `refund-panel-${test.info().project.name}`);

  await page.goto('/transaction?view=refunds');
  const row = listRows(page, 'Refunds').filter({ hasText: reference });
  await expect(row).toContainText('Completed');
  await shot(page, `refund-list-${test.info().project.name}`);
  await expectClean(page);
});

test('a transfer shows the account name first; a rejection shows its reason', async ({
  page,
  openAs,
  browser_errors,
}) => {
  // The refusal of the closed account.
  browser_errors.expect(/status of 422.*account-checks/);
  const { id, amount } = await paid();
  await page.goto(`/transaction/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund payment of ${rupiah(amount)}` });
  await dialog.getByRole('textbox', { name: 'Amount (required)' }).fill('60000');
  await dialog.getByText('Bank transfer', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Bank (required)' }).click();
  await page.getByRole('option', { name: 'Bank Central Asia' }).click();
  const number = dialog.getByRole('textbox', { name: 'Account number (required)' });
  await number.fill('8010000018');
  await dialog.getByRole('button', { name: 'Check account name' }).click();
  await expect(dialog.getByText('This account is closed. Use another account.')).toBeVisible();
  await number.fill('8010000001');
  await dialog.getByRole('button', { name: 'Check account name' }).click();
  await expect(dialog.getByText('SARI PRATIWI', { exact: true })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Customer request' }).click();
  await expect(dialog.getByText(rupiah(62_775), { exact: true }).first()).toBeVisible();
  await shot(page, 'refund-transfer');
  await dialog.getByRole('button', { name: `Request refund of ${rupiah(60_000)}` }).click();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Pending')).toBeVisible();

  const approver = await openAs(APPROVER);
  await approver.goto(`/transaction/${id}`);
  const panel = approver.getByRole('region', { name: 'Refunds' });
  await panel.getByRole('button', { name: 'Reject' }).click();
  const rejection = approver.getByRole('dialog', { name: 'Reject this refund?' });
  await rejection.getByRole('button', { name: 'Reject refund' }).click();
  await expect(rejection.getByText('Enter a reason for the requester.')).toBeVisible();
  await rejection.getByRole('textbox', { name: 'Reason (required)' }).fill('The goods were sent');
  await rejection.getByRole('button', { name: 'Reject refund' }).click();
  await expect(panel.getByText('Rejected: The goods were sent')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Rejected: The goods were sent')).toBeVisible();
});

test('bulk refunds have individual results, and a reversed payment shows its status', async ({ page, context }) => {
  const [first, second] = [await paid(), await paid()];
  await page.goto('/transaction?q=REFUND-');
  for (const { reference } of [first, second]) {
    await page.getByRole('checkbox', { name: `Select ${reference}` }).check();
  }
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund 2 payments' });
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Fraud' }).click();
  await dialog.getByRole('button', { name: 'Request 2 refunds' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 of 2 refunds requested');
  await shot(page, 'refund-bulk');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const reversed = await paid();
  await page.goto(`/transaction/${reversed.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  const bank = await context.newPage();
  await bank.goto(BANK_URL);
  await bank.getByRole('button', { name: new RegExp(`^Reverse ${rupiah(reversed.amount)}`) }).click();
  await expect(bank.getByText(`${rupiah(reversed.amount)} reversed. The partner will be notified.`)).toBeVisible();
  await shot(bank, 'refund-bank');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reversed');
});
