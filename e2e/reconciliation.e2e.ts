/** Reconciliation in the browser: a bank statement is matched with the movements of merchants until nothing is open. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { measureOverflow } from './overflow.ts';
import { DASHBOARD_URL } from './sandbox.ts';

interface Payout {
  bank_reference: string | null;
  net_amount: number;
  paid_at: string | null;
}

/** Settlements that the bank paid, as the signed-in user of a page reads them. */
const listPaidSettlements = (page: Page): Promise<Payout[]> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    const answer = await fetch('/api/v1/settlements?status=paid&limit=50', { headers });
    return ((await answer.json()) as { data: Payout[] }).data;
  });

const toWibDay = (at: string): string => new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 10);

test('a statement is matched by reference, the rest is written off by two persons, and it cannot be uploaded twice', async ({
  openAs,
  complaints,
}, { retry }) => {
  complaints.expect(/409 \(Conflict\)/);
  const merchant = await openAs('superadmin@kopi.example');
  await merchant.goto(`${DASHBOARD_URL}/settlement`);
  // A movement explains one line only: a repeated test takes the next one.
  const payout = (await listPaidSettlements(merchant)).filter(({ bank_reference }) => bank_reference !== null)[retry];
  if (payout?.paid_at === undefined || payout.paid_at === null) throw new Error('No settlement was paid');
  const day = toWibDay(payout.paid_at);
  const opening = 500_000_000;
  const account_no = String(Date.now()).slice(-10);
  const after = opening - payout.net_amount;
  const csv = [
    'Date,Description,Reference,Debit,Credit,Balance',
    `${day},Settlement payout,${payout.bank_reference ?? ''},${payout.net_amount},,${after}`,
    `${day},Administration fee,ADM-${account_no},6500,,${after - 6_500}`,
  ].join('\n');
  const file = { name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(`${csv}\n`) };

  const maker = await openAs('platform_finance@dasbor.example');
  await maker.goto(`${DASHBOARD_URL}/bank-statement`);
  const upload = async () => {
    await maker.getByRole('button', { name: 'Upload statement' }).first().click();
    const dialog = maker.getByRole('dialog', { name: 'Upload bank statement' });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('textbox', { name: 'Account number (required)' }).fill(account_no);
    await dialog.getByRole('button', { name: 'Upload and match' }).click();
    return dialog;
  };
  await upload();
  await expect(maker).toHaveURL(/\/bank-statement\/[a-z]+_/);
  const lines = maker.getByRole('region', { name: 'Lines' });
  await expect(lines).toContainText('Administration fee');
  await lines.getByText('All', { exact: true }).click();
  await expect(lines).toContainText('Settlement payout');
  await expect(lines).toContainText('Same reference and amount');
  await expectClean(maker);
  await lines
    .getByRole('row', { name: /Administration fee/ })
    .getByRole('button', { name: 'Write off' })
    .click();
  const write_off = maker.getByRole('dialog', { name: /^Write off/ });
  await write_off.getByRole('textbox', { name: 'Reason (required)' }).fill('Monthly fee of the bank');
  await write_off.getByRole('button', { name: 'Request write-off' }).click();
  await expect(lines).toContainText('Write-off awaits approval');

  const checker = await openAs('platform_admin@dasbor.example');
  await checker.goto(maker.url());
  await checker.getByRole('region', { name: 'Lines' }).getByText('All', { exact: true }).click();
  const waiting = checker.getByRole('row', { name: /Administration fee/ });
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toContainText('Written off');
  await expect(checker.getByRole('region', { name: 'Reconciliation' })).toContainText(/Open\s*Rp\s0/);

  // The bank returned the fee: the write-off is reversed, again by two persons, and the line is open.
  await maker.reload();
  await lines.getByText('All', { exact: true }).click();
  await lines
    .getByRole('row', { name: /Administration fee/ })
    .getByRole('button', { name: 'Reverse' })
    .click();
  const reversal = maker.getByRole('dialog', { name: /^Reverse write-off of/ });
  await reversal.getByRole('textbox', { name: 'Reason (required)' }).fill('Returned by the bank');
  await reversal.getByRole('button', { name: 'Request reversal' }).click();
  await expect(lines).toContainText('Reversal awaits approval');
  await checker.reload();
  await checker.getByRole('region', { name: 'Lines' }).getByText('All', { exact: true }).click();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toContainText('Open');
  await expect(checker.getByRole('region', { name: 'Reconciliation' })).toContainText(/Open\s*-Rp\s6\.500/);
  const search = lines.getByRole('searchbox', { name: 'Reference or description' });
  await search.fill('Settlement payout');
  await expect(lines).not.toContainText('Administration fee');
  await maker.goto(`${DASHBOARD_URL}/bank-statement`);
  await maker.getByText('Unmatched movements', { exact: true }).first().click();
  await expect(maker.getByRole('group', { name: 'Sums by kind' })).toContainText('Payment');
  await expectClean(maker);

  await maker.goto(`${DASHBOARD_URL}/bank-statement`);
  const dialog = await upload();
  await expect(dialog.getByRole('alert')).toBeVisible();
});

test('a line is written off and withdrawn, and unmatched movements are read, on any screen', async ({ openAs }) => {
  const account_no = String(Date.now()).slice(-10);
  const day = toWibDay(new Date().toISOString());
  const csv = `Date,Description,Debit,Credit,Balance\n${day},Jasa giro,,1234.56,1001234.56\n`;
  const page = await openAs('platform_finance@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/bank-statement`);
  await page.getByRole('button', { name: 'Upload statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload bank statement' });
  const file = { name: 'giro.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: 'Account number (required)' }).fill(account_no);
  await dialog.getByRole('button', { name: 'Upload and match' }).click();
  await expect(page).toHaveURL(/\/bank-statement\/[a-z]+_/);
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(lines).toContainText('Rp 1.234,56');
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await lines.getByRole('button', { name: 'Write off' }).click();
  const write_off = page.getByRole('dialog', { name: 'Write off Rp 1.234,56' });
  await write_off.getByRole('textbox', { name: 'Reason (required)' }).fill('Interest of the account');
  await write_off.getByRole('button', { name: 'Request write-off' }).click();
  await expect(lines).toContainText('Write-off awaits approval');
  await lines.getByRole('button', { name: 'Withdraw' }).click();
  await expect(lines.getByRole('button', { name: 'Write off' })).toBeVisible();
  await page.goto(`${DASHBOARD_URL}/dashboard?tab=reconciliation`);
  await page.getByText('Unmatched movements', { exact: true }).first().click();
  await expect(page.getByRole('group', { name: 'Sums by kind' })).toContainText('Payment');
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});
