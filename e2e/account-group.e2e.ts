/** Account groups in the browser: a shared user sees the payments of the group's merchants, and loses them when removed. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { waitForInvitation } from './inbox.ts';
import { expect, test } from './journey.ts';
import { expectToFit } from './overflow.ts';
import { DASHBOARD_URL } from './sandbox.ts';

/** Creates a group with two merchants from today on, as the signed-in person of a page; returns its id. */
const createGroup = (page: Page, code: string): Promise<string> =>
  page.evaluate(async (group_code) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('access_token')}`,
    };
    const post = async (path: string, body: object) => {
      const response = await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { data: { id: string } };
    };
    const group = await post('/account-groups', { code: group_code, name: `Grup ${group_code}`, type: 'internal' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date());
    for (const q of ['KOPI', 'BATIK']) {
      const found = await fetch(`/api/v1/merchants?q=${q}`, { headers });
      const { data } = (await found.json()) as { data: { id: string }[] };
      const member = { merchant_id: data[0]?.id, effective_from: today, ends_other: true };
      await post(`/account-groups/${group.data.id}/members`, member);
    }
    return group.data.id;
  }, code);

test('a shared user is invited, reads exactly the merchants of the group, and loses them when removed', async ({
  openAs,
  browser,
  browser_errors,
}) => {
  const code = `GRUP${String(Date.now()).slice(-8)}`;
  const email = `pembaca.${Date.now()}@holding.example`;
  const provider = await openAs('platform_admin@dasbor.example');
  await provider.goto(`${DASHBOARD_URL}/dashboard?tab=transactions`);
  const all = provider.getByRole('region', { name: 'Transactions of all merchants' });
  await expect(all).toContainText('Kopi Nusantara');
  await expectClean(provider);
  const group_id = await createGroup(provider, code);

  await provider.goto(`${DASHBOARD_URL}/account-group`);
  await expect(provider.getByRole('link', { name: `Grup ${code}` })).toBeVisible();
  await provider.goto(`${DASHBOARD_URL}/account-group/${group_id}/?tab=users`);
  await provider.getByRole('button', { name: 'Invite user' }).click();
  const dialog = provider.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByRole('textbox', { name: 'Email (required)' }).fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const users = provider.getByRole('table', { name: 'Shared users' });
  await expect(users).toContainText('Invited');
  await expectClean(provider);

  const context = await browser.newContext();
  browser_errors.watch(context);
  browser_errors.expect(/401 \(Unauthorized\)/);
  const guest = await context.newPage();
  await guest.goto(`${DASHBOARD_URL}${await waitForInvitation(email)}`);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Join Grup ${code}`);
  await guest.getByRole('textbox', { name: 'Name (required)' }).fill('Pembaca Grup');
  await guest.getByLabel('Password (required)', { exact: true }).fill('rain-in-the-month-of-june');
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Grup ${code}`);
  await expect(guest.getByRole('region', { name: 'Group metrics' })).toContainText('Merchants in the group');
  await expectClean(guest);
  await guest.getByRole('tab', { name: 'Transactions' }).click();
  await expect(guest.getByRole('region', { name: 'Transactions of all merchants' })).toContainText('Kopi Nusantara');
  await guest.getByRole('button', { name: 'Merchant', exact: true }).click();
  await expect(guest.getByRole('checkbox')).toHaveCount(2);
  await guest.keyboard.press('Escape');

  await provider.reload();
  await users.getByRole('button', { name: 'Remove' }).click();
  await provider
    .getByRole('dialog', { name: 'Remove this shared user?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(provider.getByText('No shared users yet')).toBeVisible();
  await guest.goto(`${DASHBOARD_URL}/dashboard?tab=transactions`);
  await expect(guest).toHaveURL(/\/login/);
  await context.close();
});

test('a group, its members and its volume are read on any screen @phone', async ({ openAs }) => {
  const page = await openAs('platform_support@dasbor.example');
  await page.goto(`${DASHBOARD_URL}/account-group`);
  await page.getByText('Mitra Nusantara', { exact: true }).first().click();
  await expect(page).toHaveURL(/\/account-group\/agr_/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mitra Nusantara');
  for (const name of ['Members', 'Volume']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectToFit(page);
  }
});
