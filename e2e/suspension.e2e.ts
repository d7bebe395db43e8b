/** A suspended merchant in the browser: new payments are refused, and a payment of before is refunded. */
import type { Page } from '@playwright/test';
import { payCode } from './api.ts';
import { expectClean } from './axe.ts';
import { waitForInvitation } from './inbox.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL } from './sandbox.ts';

interface Answer<T> {
  status: number;
  code?: string;
  data?: T;
}

/** Sends a POST request as the signed-in person of a page. */
const post = <T>(page: Page, path: string, body: object): Promise<Answer<T>> =>
  page.evaluate(
    async ([to, text]) => {
      const response = await fetch(`/api/v1${to}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
          'idempotency-key': crypto.randomUUID(),
        },
        body: text,
      });
      const { code, data } = (await response.json()) as { code?: string; data?: never };
      return { status: response.status, code, data };
    },
    [path, JSON.stringify(body)] as const,
  );

interface Payment {
  transaction_id: string;
  qr_content: string;
}
const AMOUNT = 15_000;
const createPayment = (page: Page): Promise<Answer<Payment>> =>
  post(page, '/qris-payments', { amount: AMOUNT, expires_in_minutes: 5 });

/** The status and the code of the answer to a new payment. */
const tryPayment = async (page: Page): Promise<[number, string | undefined]> => {
  const { status, code } = await createPayment(page);
  return [status, code];
};

/** Accepts the newest invitation to an address. */
async function join(page: Page, { email, name, brand }: Record<'email' | 'name' | 'brand', string>): Promise<void> {
  await page.goto(`${DASHBOARD_URL}${await waitForInvitation(email)}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(brand);
  await page
    .getByRole('textbox', { name: 'Name (required)' })
    .or(page.getByLabel('Nama (required)'))
    .first()
    .fill(name);
  await page.locator('input[type=password]').first().fill('rain-in-the-month-of-june');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/dashboard/);
}

/** The owner requests a refund of a payment in full, and a colleague approves it. */
async function refund(owner: Page, colleague: Page, id: string): Promise<void> {
  const requested = await post<{ id: string }>(owner, `/transactions/${id}/refunds`, {
    amount: AMOUNT,
    reason: 'order_cancelled',
  });
  expect([requested.status, requested.code]).toEqual([201, undefined]);
  await colleague.goto(`${DASHBOARD_URL}/transaction/${id}`);
  // The interface is in the language of the invitation.
  const approval = /^(Approve|Setujui)$/;
  await colleague.getByRole('button', { name: approval }).click();
  await colleague
    .getByRole('dialog')
    .getByRole('button', { name: /^(Approve|Setujui)/ })
    .click();
  await expect(colleague.getByRole('dialog')).toBeHidden();
  await owner.goto(`${DASHBOARD_URL}/transaction/${id}`);
  await expect(owner.getByRole('heading', { level: 1 })).toContainText(/Refunded|Dikembalikan/);
}

test('a suspension stops new payments and keeps refunds', async ({ openAs, browser, browser_errors }) => {
  test.slow();
  const no = String(Date.now()).slice(-8);
  const email = `pemilik.${no}@warung.example`;
  const page = await openAs('platform_admin@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/merchant`);
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
  await join(owner, { email, name: 'Bu Ani', brand: `Warung ${no}` });
  const first = await createPayment(owner);
  expect(first.status).toBe(201);
  if (first.data === undefined) throw new Error('The payment has no data');
  await payCode(first.data);
  const invitation = { email: `kasir.${no}@warung.example`, role: 'superadmin' };
  expect((await post(owner, '/users/invitations', invitation)).status).toBe(201);
  const others = await browser.newContext();
  browser_errors.watch(others);
  const colleague = await others.newPage();
  await join(colleague, { email: invitation.email, name: 'Pak Budi', brand: `Warung ${no}` });

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: `Suspend Warung ${no}` });
  await dialog.getByLabel('Reason (required)').fill('Chargebacks');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended: Chargebacks')).toBeVisible();
  await expectClean(page);
  await expect.poll(() => tryPayment(owner), { timeout: 10_000 }).toEqual([409, 'merchant_not_active']);
  await refund(owner, colleague, first.data.transaction_id);
  expect(await tryPayment(owner)).toEqual([409, 'merchant_not_active']);
  await context.close();
  await others.close();
});
