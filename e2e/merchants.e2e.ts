/** The provider's merchants in the browser: added with an owner, suspended, and viewed without changing anything. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { waitForInvitation } from './inbox.ts';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { BANK_URL, DASHBOARD_URL } from './sandbox.ts';

/** The status and the code of a QRIS payment that the signed-in person of a page creates. */
const createPayment = (page: Page): Promise<[number, string | undefined]> =>
  page.evaluate(async () => {
    const response = await fetch('/api/v1/qris-payments', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ amount: 15_000, expires_in_minutes: 5 }),
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  });

/** One staff member of the provider requests an adjustment on the open merchant of a page, another approves it. */
async function adjustBalance(checker: Page, maker: Page): Promise<void> {
  await maker.goto(`${checker.url()}?tab=balances`);
  await maker.getByRole('button', { name: 'Request adjustment' }).click();
  const request = maker.getByRole('dialog', { name: 'Request adjustment' });
  await request.getByLabel('Amount (required)').fill('12500');
  await request.getByLabel('Reason (required)').fill('Starting credit');
  await expectClean(maker);
  await request.getByRole('button', { name: 'Request adjustment' }).click();
  await expect(maker.getByRole('region', { name: 'Adjustments' })).toContainText('Awaiting approval');
  await expect(maker.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await checker.getByRole('tab', { name: 'Balances' }).click();
  await checker.getByRole('button', { name: 'Approve' }).click();
  await checker.getByRole('button', { name: 'Approve request' }).click();
  await expect(checker.getByRole('region', { name: 'Adjustments' })).toContainText('Posted');
  await expect(checker.getByRole('region', { name: 'Balances' })).toContainText('12.500');
}

interface Handover {
  client_key: string;
  client_secret: string;
  bank_client_key: string;
  bank_client_secret: string;
  bank_public_key_pem: string;
}

const sendToBank = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${BANK_URL}/simulate${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json();
};

/** The open merchant of a page gets its own bank credentials for QRIS. */
async function agreeWithBank(page: Page): Promise<void> {
  const given = (await sendToBank('POST', '/partners', { name: 'Warung' })) as Handover;
  await page.getByRole('tab', { name: 'Channels' }).click();
  const row = page.getByRole('row', { name: /^QRIS/ });
  await expect(row).toContainText('Provider’s credentials');
  await row.getByRole('button', { name: 'Add merchant credentials' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merchant credentials for QRIS' });
  await dialog.getByLabel('Merchant client key (required)').fill(given.client_key);
  await dialog.getByLabel('Merchant client secret (required)').fill(given.client_secret);
  await dialog.getByLabel('Bank client key (required)').fill(given.bank_client_key);
  await dialog.getByLabel('Bank client secret (required)').fill(given.bank_client_secret);
  await dialog.getByLabel('Bank public key (PEM) (required)').fill(given.bank_public_key_pem);
  await dialog.getByRole('checkbox', { name: /credits collected payments/ }).check();
  await expectClean(page);
  await dialog.getByRole('button', { name: 'Save credentials' }).click();
  const keys = page.getByRole('dialog', { name: 'Keys for QRIS' });
  const partner_public_key_pem = await keys.getByRole('region', { name: 'Our public key' }).innerText();
  await sendToBank('PUT', `/partners/${given.client_key}/key`, { partner_public_key_pem });
  await keys.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).toContainText('Merchant’s credentials, not active');
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(row).toContainText('Accepted');
  await expect(row).not.toContainText('not active');
  await expectClean(page);
}

test('a merchant is added, its owner joins and takes a payment, and a suspension stops the next one', async ({
  openAs,
  browser,
  browser_errors,
}) => {
  const no = String(Date.now()).slice(-8);
  const email = `pemilik.${no}@warung.example`;
  const page = await openAs('platform_admin@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/merchant`);
  await expect(page.getByRole('region', { name: 'Merchants' })).toContainText('Kopi Nusantara');
  await expectClean(page);
  await page.getByRole('button', { name: 'Add merchant' }).click();
  await expect(page).toHaveURL(/\/add-merchant/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add merchant');
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Email of the owner (required)', email);
  await page.getByRole('radio', { name: /Already verified/ }).check();
  await fill('Code (required)', `W${no}`);
  await fill('Brand name (required)', `Warung ${no}`);
  await fill('Legal name (required)', `CV Warung ${no}`);
  await page.getByRole('combobox', { name: 'Entity type (required)' }).click();
  await page.getByRole('option', { name: 'Limited partnership (CV)' }).click();
  await fill('MCC (required)', '5812');
  await fill('NMID (required)', `ID30000${no}`);
  await fill('City (required)', 'BANDUNG');
  await expectClean(page);
  await page.getByRole('button', { name: 'Add merchant' }).click();
  await expect(page).toHaveURL(/\/merchant\/mer_/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Warung ${no}`);

  const context = await browser.newContext();
  browser_errors.watch(context);
  browser_errors.expect(/401 \(Unauthorized\)/, /409 \(Conflict\)/);
  const owner = await context.newPage();
  await owner.goto(`${DASHBOARD_URL}${await waitForInvitation(email)}`);
  await expect(owner.getByRole('heading', { level: 1 })).toContainText(`Warung ${no}`);
  await owner
    .getByRole('textbox', { name: 'Name (required)' })
    .or(owner.getByLabel('Nama (required)'))
    .first()
    .fill('Bu Ani');
  await owner.locator('input[type=password]').first().fill('rain-in-the-month-of-june');
  await owner.locator('button[type=submit]').click();
  await expect(owner).toHaveURL(/\/dashboard/);
  expect(await createPayment(owner)).toEqual([201, undefined]);

  await adjustBalance(page, await openAs('platform_finance@dasbor.example'));
  await agreeWithBank(page);
  expect(await createPayment(owner)).toEqual([201, undefined]);

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: `Suspend Warung ${no}` });
  await dialog.getByLabel('Reason (required)').fill('Chargebacks');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended: Chargebacks')).toBeVisible();
  await expectClean(page);
  await expect.poll(() => createPayment(owner), { timeout: 10_000 }).toEqual([409, 'merchant_not_active']);
  await context.close();
});

test('support views a merchant under a banner, changes nothing, and ends it', async ({ openAs, browser_errors }) => {
  browser_errors.expect(/403 \(Forbidden\)/);
  const page = await openAs('platform_support@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/merchant`);
  await page.getByRole('link', { name: 'Batik Lestari' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Batik Lestari');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'View as merchant' }).click();
  const dialog = page.getByRole('dialog', { name: 'View the dashboard of Batik Lestari' });
  await dialog.getByLabel('Reason (required)').fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'View as merchant' }).click();
  const banner = page.getByRole('region', { name: 'Viewing as merchant' });
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(banner).toContainText('You are viewing Batik Lestari.');
  await expectClean(page);
  await page.goto(`${DASHBOARD_URL}/transaction`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions');
  expect((await createPayment(page))[0]).toBe(403);
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page).toHaveURL(/\/merchant\/mer_/);
  await expect(banner).toHaveCount(0);
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Read-only view by the provider ended');
});

test('a merchant is found and read, and opened for changes, on any screen @phone', async ({ openAs }) => {
  const page = await openAs('platform_admin@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/merchant`);
  await page.getByRole('searchbox').fill('Batik');
  await page.getByText('Batik Lestari', { exact: true }).first().click();
  await expect(page).toHaveURL(/\/merchant\/mer_/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Batik Lestari');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const name of ['Balances', 'Settlement terms', 'Transactions']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectToFit(page);
  }
  await page.goto(`${DASHBOARD_URL}/edit-merchant/${id}`);
  await expect(page.getByLabel('Brand name (required)', { exact: true })).toHaveValue('Batik Lestari');
  await expectToFit(page);
});
