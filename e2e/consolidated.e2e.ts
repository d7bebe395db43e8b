/** Consolidated settlement in the browser: chosen by the provider, approved by a second person, seen by the merchant. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { BATIK, DASHBOARD_URL } from './sandbox.ts';

test.use({ user: 'platform_finance@dasbor.example' });

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : Promise.resolve();

/** Changes a membership of Batik Lestari over the API, as the signed-in person of a page. */
const changeMembership = (page: Page, group_id: string, change: 'join' | 'leave'): Promise<void> =>
  page.evaluate(
    async ([id, kind]) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
      };
      const read = async (path: string) =>
        ((await (await fetch(`/api/v1${path}`, { headers })).json()) as { data: { id: string }[] }).data[0]?.id ?? '';
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date());
      const members = `/account-groups/${id}/members`;
      const [path, body] =
        kind === 'join'
          ? [members, { merchant_id: await read('/merchants?q=BATIK'), effective_from: day, ends_other: true }]
          : [`${members}/${await read(members)}/end`, { effective_to: day }];
      const response = await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
    },
    [group_id, change] as const,
  );

test('a group is paid to its owner: chosen, approved in the merchant, and taken back when the merchant leaves', async ({
  page,
  openAs,
}) => {
  const code = `PUSAT${String(Date.now()).slice(-8)}`;
  await page.goto('/account-group');
  await page.getByRole('button', { name: 'Create group' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create account group' });
  await form.getByRole('textbox', { name: 'Name (required)' }).fill(`Grup ${code}`);
  await form.getByRole('textbox', { name: 'Code (required)' }).fill(code);
  await form.getByRole('combobox', { name: 'Type (required)' }).click();
  await page.getByRole('option', { name: 'Holding' }).click();
  await form.getByRole('combobox', { name: 'Settlement (required)' }).click();
  await page.getByRole('option', { name: 'All merchants to the account of the owner' }).click();
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(form.getByText('Choose the owner merchant that receives the settlements.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Owner merchant' }).fill('Kopi');
  await page.getByRole('option', { name: /Kopi Nusantara/ }).click();
  await shot(page, `consolidated-form-${test.info().project.name}`);
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(/\/account-group\/agr_/);
  const group_id = /agr_\w+/.exec(page.url())?.[0] ?? '';
  await changeMembership(page, group_id, 'join');

  const merchant = await openAs(BATIK);
  await expect(async () => {
    await merchant.goto(`${DASHBOARD_URL}/settings?tab=payouts`);
    await expect(merchant.getByText('New bank account awaiting approval')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(merchant.getByText(`Account of the owner of the group Grup ${code}`)).toBeVisible();
  await shot(merchant, `consolidated-member-${test.info().project.name}`);
  await expectClean(merchant);
  await merchant.getByRole('button', { name: 'Approve account' }).click();
  await expect(merchant.getByText('New bank account, not in use yet')).toBeVisible();

  await page.goto(`/account-group/${group_id}/?tab=settlements`);
  await expect(page.getByRole('heading', { name: 'Settlements by day' })).toBeVisible();
  await expect(page.getByText(/No settlements in this period|Settlement date/).first()).toBeVisible();
  await shot(page, `consolidated-days-${test.info().project.name}`);
  await expectClean(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText('All merchants to the account of the owner')).toBeVisible();

  await changeMembership(page, group_id, 'leave');
  await expect(async () => {
    await merchant.goto(`${DASHBOARD_URL}/settings?tab=payouts`);
    await expect(merchant.getByRole('heading', { name: /bank account/i }).first()).toBeVisible();
    await expect(merchant.getByText('New bank account, not in use yet')).toHaveCount(0, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
});
