/** Staff of the provider in the browser: invited, accepted with an authenticator app, limited to their role, suspended. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { waitForInvitation } from './inbox.ts';
import { expect, test } from './journey.ts';
import { nextCode } from './one-time-code.ts';
import { DASHBOARD_URL } from './sandbox.ts';

const PASSWORD = 'rain-in-the-month-of-june';

test.use({ user: 'platform_admin@dasbor.example' });

const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}-${test.info().project.name}.png` })
    : Promise.resolve();

test('a colleague of finance joins with an authenticator app, does what finance may, and is refused when suspended', async ({
  page,
  browser,
  browser_errors,
}) => {
  test.setTimeout(240_000);
  const email = `keuangan.${Date.now()}@provider.example`;
  await page.goto('/users');
  const table = page.getByRole('table', { name: 'Staff' });
  await expect(table).toContainText('platform_admin@dasbor.example');
  await shot(page, 'staff');
  await expectClean(page);
  await page.getByRole('button', { name: 'Invite staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite staff' });
  await dialog.getByRole('textbox', { name: 'Email (required)' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role (required)' }).click();
  await page.getByRole('option', { name: 'Provider finance' }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();

  const context = await browser.newContext();
  browser_errors.watch(context);
  browser_errors.expect(/status of 401/, /status of 403/);
  const colleague = await context.newPage();
  await colleague.goto(`${DASHBOARD_URL}${await waitForInvitation(email)}`);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Join the provider’s team');
  await colleague.getByRole('textbox', { name: 'Name (required)' }).fill('Wayan Saputra');
  await colleague.getByLabel('Password (required)', { exact: true }).fill(PASSWORD);
  await expect(colleague.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await shot(colleague, 'staff-set-up');
  await expectClean(colleague);
  const copy = await colleague.getByRole('button', { name: /^Copy Key/ }).getAttribute('aria-label');
  const secret = copy?.split(' ').at(-1) ?? '';
  await colleague.getByLabel('One-time code').fill(await nextCode(secret));
  await colleague.getByRole('button', { name: 'Accept invitation' }).click();
  const codes = colleague.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByLabel('I have stored these codes safely').check();
  await codes.getByRole('button', { name: 'Done' }).click();

  const enterPassword = async () => {
    await colleague.getByLabel('Email').fill(email);
    await colleague.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await expect(colleague).toHaveURL(/\/login/);
  await enterPassword();
  await colleague.getByLabel('One-time code').fill(await nextCode(secret));
  await colleague.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Operations');
  const sidebar = colleague.getByRole('navigation', { name: 'Main navigation' });
  await expect(sidebar.getByRole('link', { name: 'Commissions' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await colleague.goto(`${DASHBOARD_URL}/users`);
  await expect(colleague.getByRole('heading', { level: 1 })).not.toHaveText('Staff');

  await page.reload();
  await expect(table).toContainText('Wayan Saputra');
  await page.getByRole('button', { name: 'Actions for Wayan Saputra' }).first().click();
  await shot(page, 'staff-menu');
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('dialog', { name: 'Suspend staff' }).getByRole('button', { name: 'Suspend' }).click();
  await expect(table).toContainText('Suspended');
  await colleague.goto(`${DASHBOARD_URL}/merchant`);
  await expect(colleague).toHaveURL(/\/login/);
  // People who guess passwords do not learn that the account is suspended.
  await enterPassword();
  await expect(colleague.getByText('Incorrect email or password.')).toBeVisible();
  await expect(colleague).toHaveURL(/\/login/);
  await context.close();

  await page.goto('/dashboard?tab=events');
  const activity = page.getByRole('region', { name: 'Staff activity' });
  await expect(activity.getByText('Staff suspended').first()).toBeVisible();
  await shot(page, 'staff-activity');
});
