/** Commissions in the browser: a rule is drafted by one staff member of the provider and approved by another. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { DASHBOARD_URL } from './sandbox.ts';

/** Creates an account group that Kopi Nusantara owns, as the signed-in person of a page. */
const createGroup = (page: Page, code: string): Promise<number> =>
  page.evaluate(async (group_code) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('access_token')}`,
    };
    const merchants = await fetch('/api/v1/merchants?q=KOPI', { headers });
    const { data } = (await merchants.json()) as { data: { id: string }[] };
    const body = { code: group_code, name: `Mitra ${group_code}`, type: 'reseller', owner_merchant_id: data[0]?.id };
    const created = await fetch('/api/v1/account-groups', { method: 'POST', headers, body: JSON.stringify(body) });
    return created.status;
  }, code);

test('a commission rule is drafted with the simulator, approved by another person, and gets a next version', async ({
  openAs,
}) => {
  const code = `MITRA${String(Date.now()).slice(-8)}`;
  const maker = await openAs('platform_finance@dasbor.example');
  await maker.goto(`${DASHBOARD_URL}/account-group-commission`);
  await expect(maker.getByRole('heading', { level: 1 })).toHaveText('Commissions');
  expect(await createGroup(maker, code)).toBe(201);
  await maker.getByRole('button', { name: 'Create rule' }).first().click();
  const sheet = maker.getByRole('dialog', { name: 'Create commission rule' });
  await sheet.getByRole('combobox', { name: 'Account group (required)' }).fill(code);
  await maker.getByRole('option', { name: `Mitra ${code} (${code})` }).click();
  await sheet.getByLabel('Name (required)').fill('Partner share');
  await sheet.getByLabel('Rate').fill('0.25');
  const simulator = sheet.getByRole('region', { name: 'Simulator' });
  await expect(simulator).toContainText(/Commission\s*Rp\s250/);
  await expectClean(maker);
  await sheet.getByRole('button', { name: 'Save draft' }).click();
  await expect(maker).toHaveURL(/\/account-group-commission\/cmr_/);
  await expect(maker.getByRole('heading', { level: 1 })).toContainText('Partner share');
  await maker.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(maker.getByRole('heading', { level: 1 })).toContainText('Awaiting approval');
  await expect(maker.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const checker = await openAs('platform_admin@dasbor.example');
  await checker.goto(maker.url());
  await checker.getByRole('button', { name: 'Approve' }).click();
  await checker.getByRole('button', { name: 'Approve request' }).click();
  await expect(checker.getByRole('region', { name: 'Terms' })).toContainText('Putri Maharani');
  await expect(checker.getByRole('heading', { level: 1 })).toContainText('Active');
  await expectClean(checker);

  await checker.getByRole('button', { name: 'Actions' }).click();
  await checker.getByRole('menuitem', { name: 'Create new version' }).click();
  const version = checker.getByRole('dialog', { name: 'Create new version' });
  await version.getByLabel('Rate').fill('0.3');
  await version.getByRole('button', { name: 'Save draft' }).click();
  await expect(checker.getByRole('region', { name: 'Versions' })).toContainText('Version 2');
});

test('a commission statement is submitted, approved by another person, paid and downloaded', async ({ openAs }) => {
  const maker = await openAs('platform_finance@dasbor.example');
  await maker.goto(`${DASHBOARD_URL}/account-group-commission`);
  await maker.getByRole('searchbox').fill('Mitra Nusantara');
  await maker.getByRole('link', { name: 'Reseller share' }).click();
  await maker.getByRole('tab', { name: 'Statements' }).click();
  const statements = maker.getByRole('table', { name: 'Commission statements' });
  await expect(statements.getByRole('link', { name: /^COM-/ }).first()).toBeVisible();
  await expectClean(maker);
  await statements
    .getByRole('row', { name: /Closed/ })
    .first()
    .getByRole('link', { name: /^COM-/ })
    .click();
  await expect(maker.getByRole('table', { name: 'Merchants' })).toContainText('Batik Lestari');
  await maker.getByRole('button', { name: 'Submit for approval' }).click();
  const dialog = maker.getByRole('dialog', { name: 'Submit this statement for approval?' });
  await expect(dialog).toContainText(/Rp\s[\d.]+ is sent to the bank account of Kopi Nusantara/);
  await dialog.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(maker.getByText('Awaiting approval').first()).toBeVisible();
  await expect(maker.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const checker = await openAs('platform_admin@dasbor.example');
  await checker.goto(maker.url());
  await checker.getByRole('button', { name: 'Approve' }).click();
  await checker.getByRole('button', { name: 'Approve request' }).click();
  await expect(async () => {
    await checker.reload();
    await expect(checker.getByRole('region', { name: 'Timeline' })).toContainText('Credited by the bank', {
      timeout: 2_000,
    });
  }).toPass();
  await expect(checker.getByRole('region', { name: 'Timeline' })).toContainText('Paid');
  await expectClean(checker);

  const download = checker.waitForEvent('download');
  await checker.getByRole('button', { name: 'Export' }).click();
  await checker.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^COM-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Batik Lestari');
});

test('a rule and its statements are read on any screen @phone', async ({ openAs }) => {
  const page = await openAs('platform_finance@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/account-group-commission?q=Reseller`);
  await page.getByText('Reseller share', { exact: true }).first().click();
  await expect(page).toHaveURL(/\/account-group-commission\/cmr_/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reseller share');
  await expectToFit(page);
  await page.goto(`${DASHBOARD_URL}/account-group-commission?tab=statements`);
  await page.getByText(/^COM-/).first().click();
  await expect(page.getByText('Batik Lestari').first()).toBeVisible();
  await expectToFit(page);
});
