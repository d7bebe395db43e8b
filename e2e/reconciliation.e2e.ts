/** Reconciliation in the browser: a bank statement is matched with the movements of merchants until nothing is open. */
import { expectClean } from './axe.ts';
import {
  MAKER,
  approveRequest,
  buildStatement,
  getLine,
  getLines,
  getTotals,
  listUnmatchedTransfers,
  newAccountNumber,
  requestWriteOff,
  showLines,
  toWibDay,
  uploadStatement,
} from './bank-statement-steps.ts';
import { rupiah } from './display.ts';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { DASHBOARD_URL } from './sandbox.ts';

const CHECKER = 'platform_admin@dasbor.example';

test('a statement is matched by reference, the rest is written off by two persons, and it cannot be uploaded twice', async ({
  openAs,
  browser_errors,
}) => {
  browser_errors.expect(/409 \(Conflict\)/);
  const [transfer] = await listUnmatchedTransfers();
  if (transfer === undefined) throw new Error('Every transfer is matched');
  const { day, reference, amount } = transfer;
  const account_no = newAccountNumber();
  const csv = buildStatement([
    { day, description: 'Settlement payout', reference, amount },
    { day, description: 'Administration fee', reference: `ADM-${account_no}`, amount: 6_500 },
  ]);

  const maker = await openAs(MAKER);
  await uploadStatement(maker, csv, account_no);
  await expect(maker).toHaveURL(/\/bank-statement\/[a-z]+_/);
  await expect(getLines(maker)).toContainText('Administration fee');
  await showLines(maker, 'All');
  await expect(getLine(maker, 'Settlement payout')).toContainText('Same reference and amount');
  await expectClean(maker);
  await requestWriteOff(maker, 'Administration fee', 'Monthly fee of the bank');

  const checker = await openAs(CHECKER);
  await checker.goto(maker.url());
  await approveRequest(checker, 'Administration fee', 'Written off');
  await expect(getTotals(checker)).toContainText(/Open\s*Rp\s0/);

  // The bank returned the fee: the write-off is reversed, again by two persons, and the line is open.
  await maker.reload();
  await showLines(maker, 'All');
  await getLine(maker, 'Administration fee').getByRole('button', { name: 'Reverse' }).click();
  const reversal = maker.getByRole('dialog', { name: /^Reverse write-off of/ });
  await reversal.getByRole('textbox', { name: 'Reason (required)' }).fill('Returned by the bank');
  await reversal.getByRole('button', { name: 'Request reversal' }).click();
  await expect(getLines(maker)).toContainText('Reversal awaits approval');
  await checker.reload();
  await approveRequest(checker, 'Administration fee', 'Open');
  await expect(getTotals(checker)).toContainText(/Open\s*-Rp\s6\.500/);
  const search = getLines(maker).getByRole('searchbox', { name: 'Reference or description' });
  await search.fill('Settlement payout');
  await expect(getLines(maker)).not.toContainText('Administration fee');

  await expect((await uploadStatement(maker, csv, account_no)).getByRole('alert')).toBeVisible();
});

test('a statement is matched by hand and written off by two persons until nothing is open @phone', async ({
  openAs,
}) => {
  const [matched, ...by_hand] = (await listUnmatchedTransfers()).slice(0, 3);
  if (matched === undefined || by_hand.length < 2) throw new Error('Too few transfers are not matched');
  const together = by_hand.reduce((sum, { amount }) => sum + amount, 0);
  const account_no = newAccountNumber();
  const fee = `ADM-${account_no}`;
  const { day } = matched;
  const csv = buildStatement([
    { day, description: 'Settlement payout', reference: matched.reference, amount: matched.amount },
    { day, description: 'Two payouts in one sum', reference: '', amount: together },
    { day, description: 'Administration fee', reference: fee, amount: 6_500 },
  ]);

  const maker = await openAs(MAKER);
  await uploadStatement(maker, csv, account_no);
  await expect(maker).toHaveURL(/\/bank-statement\/[a-z]+_/);
  await expect(getLine(maker, 'Two payouts in one sum')).toContainText('Open');
  await expect(getLines(maker)).not.toContainText('Settlement payout');
  await expectToFit(maker);
  await showLines(maker, 'Matched');
  await expect(getLine(maker, 'Settlement payout')).toContainText('Same reference and amount');
  await expectToFit(maker);

  await showLines(maker, 'All');
  await getLine(maker, 'Two payouts in one sum').getByRole('button', { name: 'Match' }).click();
  const match = maker.getByRole('dialog', { name: `Match -${rupiah(together)}` });
  await match.getByRole('checkbox', { name: 'Only this amount' }).uncheck();
  for (const { reference } of by_hand) {
    await match.getByRole('textbox', { name: 'ID or bank reference' }).fill(reference);
    // A transfer that the bank returned has a second movement with its reference.
    await expect(match.getByText(reference).first()).toBeVisible();
    await match.getByRole('checkbox', { name: /· Transfer ·/ }).check();
  }
  await expectToFit(maker);
  await expectClean(maker, '[role=dialog]');
  await match.getByRole('button', { name: 'Match' }).click();
  await expect(match).toBeHidden();
  await expect(getLine(maker, 'Two payouts in one sum')).toContainText('Manual');
  await requestWriteOff(maker, 'Administration fee', 'Monthly fee of the bank');

  const checker = await openAs(CHECKER);
  await checker.goto(maker.url());
  await approveRequest(checker, 'Administration fee', 'Written off');
  await expect(getTotals(checker)).toContainText(/Open\s*Rp\s0/);
  await expectToFit(checker);
  await expectClean(checker);
});

test('a line with sen is written off and withdrawn @phone', async ({ openAs }) => {
  const day = toWibDay(new Date().toISOString());
  const account_no = newAccountNumber();
  // A file is accepted once.
  const csv = `Date,Description,Debit,Credit,Balance\n${day},Jasa giro ${account_no},,1234.56,1001234.56\n`;
  const page = await openAs(MAKER);
  await uploadStatement(page, csv, account_no);
  await expect(page).toHaveURL(/\/bank-statement\/[a-z]+_/);
  await expect(getLines(page)).toContainText('Rp 1.234,56');
  await expectToFit(page);
  await requestWriteOff(page, 'Jasa giro', 'Interest of the account');
  await getLine(page, 'Jasa giro').getByRole('button', { name: 'Withdraw request' }).click();
  await expect(getLine(page, 'Jasa giro').getByRole('button', { name: 'Write off' })).toBeVisible();
});

test('unmatched movements are at their own address, on the screen and on the dashboard @phone', async ({ openAs }) => {
  const page = await openAs(MAKER);
  for (const address of ['/bank-statement', '/dashboard?tab=reconciliation']) {
    await page.goto(DASHBOARD_URL + address);
    await page.getByText('Unmatched movements', { exact: true }).first().click();
    await expect(page).toHaveURL(/[?&]view=movements/);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Payment', exact: true }).click();
    await expect(page).toHaveURL(/object_type=payment/);
    const sums = page.getByRole('group', { name: 'Totals by type' });
    await expect(sums).toContainText('Payment');
    await page.reload();
    await expect(sums).toContainText('Payment');
    await expect(sums).not.toContainText('Transfer');
    await expectToFit(page);
    await expectClean(page);
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Bank statements' })).toBeChecked();
    expect(page.url()).toBe(DASHBOARD_URL + address);
  }
});
