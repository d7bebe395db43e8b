/** Disbursements: requested, approved, paid and returned, one by one and as a batch whose errors are corrected. */
import type { Page } from '@playwright/test';
import { get, post } from './api.ts';
import { listRows, rupiah } from './display.ts';
import { topUpPayout } from './ended-batch.ts';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { BANK_URL } from './sandbox.ts';

const FINANCE = 'finance@kopi.example';
const APPROVER = 'approver@kopi.example';
/** Dewi Lestari at the sandbox bank's BNI. */
const RETURNED = { bank_code: '009', account_no: '0090000003' };
const PROVIDER = 'platform_admin@dasbor.example';

test.use({ user: FINANCE });
// The bank returns the transfer that the first journey sends.
test.describe.configure({ mode: 'serial' });

async function simulate(path: string, body: object): Promise<void> {
  const answer = await fetch(`${BANK_URL}/simulate${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}
const setOutcome = (outcome: 'returned' | 'success') =>
  simulate('/transfer/behaviour', { account_no: RETURNED.account_no, outcome });

test.beforeAll(() => topUpPayout(5_000_000));
test.afterAll(() => setOutcome('success'));

const unique = (name: string): string => `${name}-${Date.now().toString(36).toUpperCase()}`;
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** A disbursement that the superadmin requested through the API. */
const request = async (body: object): Promise<string> =>
  (await post<{ data: { id: string } }>('/disbursements', body)).data.id;

async function fillAccount(page: Page, account: { bank: string; account_no: string }) {
  const form = page.getByRole('dialog', { name: 'Create disbursement' });
  await form.getByRole('combobox', { name: /Bank/ }).click();
  await page.getByRole('option', { name: account.bank }).click();
  await form.getByRole('textbox', { name: /Account number/ }).fill(account.account_no);
  await form.getByRole('button', { name: 'Check name' }).click();
  return form;
}

/** The disbursement that the receiving bank returns. */
let returned = '';

test('one is checked, approved by another person and paid; others are rejected and scheduled @phone', async ({
  page,
  openAs,
  browser_errors,
}) => {
  await setOutcome('returned');
  const returned_reference = unique('RETURNED');
  returned = await request({ ...RETURNED, amount: 25_000, merchant_reference: returned_reference });
  const rejected_reference = unique('REJECTED');
  const account = { bank_code: '014', account_no: '8010000002' };
  const rejected = await request({ ...account, amount: 30_000, merchant_reference: rejected_reference });
  const schedule_at = new Date(Date.now() + 36 * 3_600_000).toISOString();
  const later_reference = unique('LATER');
  await request({ ...account, amount: 35_000, merchant_reference: later_reference, schedule_at });

  await page.goto('/disbursement');
  await expect(title(page)).toHaveText('Disbursements');
  await page.getByRole('button', { name: 'Create disbursement' }).first().click();
  const form = await fillAccount(page, { bank: 'Bank Central Asia', account_no: '8010000001' });
  await expect(form.getByText('SARI PRATIWI')).toBeVisible();
  // More than the balance: the summary says so, and the server refuses it without losing the form.
  browser_errors.expect(/status of 422.*disbursements/);
  await form.getByRole('textbox', { name: /Amount/ }).fill('249000000');
  const reference = unique('INVOICE');
  await form.getByRole('textbox', { name: /Reference/ }).fill(reference);
  await expect(form.getByText('The payout balance does not cover this amount.', { exact: false })).toBeVisible();
  await form.getByRole('button', { name: 'Request approval' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'The payout balance is' })).toBeVisible();
  await form.getByRole('textbox', { name: /Amount/ }).fill('150000');
  await expect(form.getByRole('region', { name: 'Summary' })).toContainText('Balance after');
  await form.getByRole('button', { name: 'Request approval' }).click();
  await expect(page).toHaveURL(/\/disbursement\/dsb_/);
  await expect(title(page)).toContainText('Awaiting approval');
  await expect(page.getByText('0 of 1 approvals')).toBeVisible();

  const approver = await openAs(APPROVER);
  await approver.goto('/disbursement?view=awaiting-approval');
  const waiting = listRows(approver, 'Awaiting approval');
  await waiting.filter({ hasText: rejected_reference }).getByRole('button', { name: 'Reject' }).click();
  const rejection = approver.getByRole('dialog', { name: 'Reject disbursement' });
  await rejection.getByRole('textbox', { name: /Reason/ }).fill('Paid in cash');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(waiting.filter({ hasText: rejected_reference })).toHaveCount(0);
  for (const one of [reference, returned_reference, later_reference]) {
    await waiting.filter({ hasText: one }).getByRole('checkbox').check();
  }
  await approver.getByRole('button', { name: /^Approve 3 \(/ }).click();
  await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approver.getByText('3 of 3 approved')).toBeVisible();
  await approver.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await expect(title(page)).toContainText('Completed');
  await expect(page.getByText('1 of 1 approvals')).toBeVisible();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);

  await page.goto(`/disbursement/${rejected}`);
  await expect(title(page)).toContainText('Rejected');
  await expect(page.getByText('Paid in cash').first()).toBeVisible();
  await page.goto('/disbursement?view=scheduled');
  await expect(listRows(page, 'Disbursements').filter({ hasText: later_reference })).toContainText('Approved');
});

test('a batch with errors is corrected, approved in part and paid, with its result @phone', async ({
  page,
  openAs,
}) => {
  const [first, second, third, fourth] = [unique('A'), unique('B'), unique('C'), unique('D')];
  const header = 'reference_id,amount,bank_code,account_name,account_number,description,email';
  const upload = async (name: string, rows: string) => {
    await page.goto('/disbursement?view=batches&upload=1');
    const dialog = page.getByRole('dialog', { name: 'Upload batch' });
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await dialog.getByLabel('Choose file').first().setInputFiles(file);
    await dialog.getByRole('button', { name: 'Upload and validate' }).click();
    await expect(page).toHaveURL(/\/disbursement\/dsbb_/);
  };
  await upload(
    `${unique('payroll')}.csv`,
    [
      header,
      `${first},20000,BCA,Sari Pratiwi,8010000001,Salary,`,
      `${second},twenty,BCA,Budi Santoso,8010000002,Salary,`,
      `${third},40000,BCA,Someone Entirely Else,8010000002,Salary,`,
      `${fourth},50000,Nowhere,Rina Kusuma,0080000005,Salary,nobody`,
    ].join('\n'),
  );
  await expect(title(page)).toContainText('Needs correction');
  const rows = listRows(page, 'Rows of the batch');
  await rows
    .filter({ hasText: second })
    .getByRole('button', { name: /^Edit Amount of row 2/ })
    .click();
  await page.getByRole('textbox', { name: 'Edit Amount of row 2' }).fill('30000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Errors (1)')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download errors' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const errors = Buffer.concat(chunks).toString();
  expect(errors).toContain('This bank is unknown.');
  const batch_url = page.url();

  await upload(`${unique('fixed')}.csv`, errors.replace('Nowhere', '008').replace('nobody', ''));
  await expect(title(page)).toContainText('Ready');

  await page.goto(batch_url);
  await page.getByText('All (4)').click();
  await page.getByRole('button', { name: 'Delete row 4' }).click();
  await expect(title(page)).toContainText('Ready');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit for approval' });
  await dialog.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(title(page)).toContainText('Awaiting approval');

  const approver = await openAs(APPROVER);
  await approver.goto(batch_url);
  await expect(approver.getByText('0 of 1 approvals')).toBeVisible();
  await listRows(approver, 'Rows of the batch').filter({ hasText: third }).getByRole('checkbox').check();
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  const approval = approver.getByRole('dialog', { name: 'Approve' });
  await expect(approval).toContainText(`2 disbursements of ${rupiah(50_000)} in total`);
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();

  await expect(title(page)).toContainText('Completed');
  await expect(rows.filter({ hasText: third })).toContainText('Excluded by an approver');
  const result = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download result' }).click();
  expect((await result).suggestedFilename()).toMatch(/\.csv$/);
});

test('the lists and the form on a phone, in the dark @phone-only', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const view of ['single', 'batches', 'awaiting-approval', 'scheduled', 'beneficiaries']) {
    await page.goto(`/disbursement?view=${view}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectToFit(page);
  }
  await page.goto('/disbursement?create=1');
  await expect(page.getByRole('dialog', { name: 'Create disbursement' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request approval' })).toBeInViewport();
});

test('one that the receiving bank returned is requested again', async ({ page }) => {
  await page.goto(`/disbursement/${returned}`);
  // The system itself asks about ended transfers after half a minute: it may have found the return before.
  await expect(title(page)).toContainText(/Completed|Returned/);
  // As the provider's staff do.
  const { data } = await get<{ data: { merchant_id: string } }>('/profile');
  const checked = await post(`/merchants/${data.merchant_id}/transfers/${returned}/check`, {}, PROVIDER);
  expect(checked).toEqual({ data: { status: 'returned' } });
  await expect(title(page)).toContainText('Returned');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(/Returned.*Completed/s);
  await page.getByRole('button', { name: 'Create again' }).click();
  const retry = page.getByRole('dialog', { name: 'Create again' });
  await retry.getByRole('button', { name: 'Request approval' }).click();
  await expect(page).not.toHaveURL(new RegExp(returned));
  await expect(title(page)).toContainText('Awaiting approval');
});
