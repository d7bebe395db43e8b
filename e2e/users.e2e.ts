/** Users in the browser: invited, accepted, restricted and suspended; custom roles; several merchants of one person. */
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { waitForInvitation } from './inbox.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';
import { createMark } from './unique-values.ts';

test.use({ user: KOPI });

const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}-${test.info().project.name}.png` })
    : Promise.resolve();

test('an invited person joins with restricted access, and loses it when suspended @phone', async ({
  page,
  browser,
  browser_errors,
}) => {
  const email = `kasir.${Date.now()}@kopi.example`;
  await page.goto('/users');
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('superadmin@kopi.example');
  await shot(page, 'users');
  await expectClean(page);
  await page.getByRole('button', { name: 'Invite users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite users' });
  await dialog.getByRole('textbox', { name: 'Emails (required)' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role (required)' }).click();
  await page.getByRole('option', { name: 'Support' }).click();
  await shot(page, 'users-invite');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 1 invitations sent');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText(email);
  await shot(page, 'users-invitations');

  const context = await browser.newContext();
  browser_errors.watch(context);
  browser_errors.expect(/401 \(Unauthorized\)/);
  const guest = await context.newPage();
  await guest.goto(`${DASHBOARD_URL}${await waitForInvitation(email)}`);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Join Kopi Nusantara');
  await guest.getByRole('textbox', { name: 'Name (required)' }).fill('Kasir Baru');
  await guest.getByLabel('Password (required)', { exact: true }).fill('rain-in-the-month-of-june');
  await shot(guest, 'register-member');
  await expectClean(guest);
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(/\/dashboard/);
  await guest.goto(`${DASHBOARD_URL}/users`);
  await expect(guest.getByRole('heading', { level: 1 })).not.toHaveText('Users');

  await page.getByRole('tab', { name: 'Users' }).click();
  await page
    .getByRole('searchbox', { name: 'Search name or email' })
    .or(page.getByPlaceholder('Search name or email'))
    .first()
    .fill(email);
  // The list that the search replaces would take its menu with it.
  await expect(page.getByRole('table', { name: 'Users' })).not.toContainText('superadmin@kopi.example');
  await page.getByRole('button', { name: 'Actions for Kasir Baru' }).click();
  await shot(page, 'users-menu');
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('dialog', { name: 'Suspend user' }).getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Suspended');
  await guest.goto(`${DASHBOARD_URL}/transaction`);
  await expect(guest).toHaveURL(/\/login/);
  await context.close();
});

test('a custom role is composed by levels and given to a user', async ({ page }) => {
  const name = `Auditor ${createMark()}`;
  await page.goto('/users?tab=roles');
  await page.getByRole('button', { name: 'Create role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  await dialog.getByRole('textbox', { name: 'Name (required)' }).fill(name);
  await dialog.getByRole('radio', { name: 'Transactions: View' }).check();
  await dialog.getByRole('radio', { name: 'Audit log: View' }).check();
  await expect(dialog.getByRole('radio', { name: 'Audit log: Manage' })).toBeDisabled();
  await shot(page, 'users-role');
  await expectClean(page);
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('table', { name: 'Roles' })).toContainText(name);
  await shot(page, 'users-roles');
  await page.getByRole('button', { name: `Delete role ${name}` }).click();
  await page.getByRole('dialog', { name: 'Delete role' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('table', { name: 'Roles' })).not.toContainText(name);
});

test('a person with two merchants switches between them', async ({ page, openAs }) => {
  const email = 'operator@kopi.example';
  const batik = await openAs('superadmin@batik.example');
  await batik.goto('/users?tab=invitations');
  await batik.getByRole('button', { name: 'Invite users' }).first().click();
  const dialog = batik.getByRole('dialog', { name: 'Invite users' });
  await dialog.getByRole('textbox', { name: 'Emails (required)' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role (required)' }).click();
  await batik.getByRole('option', { name: 'Finance' }).click();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 1 invitations sent');
  const link = await waitForInvitation(email);
  const operator = await page.context().browser()!.newContext();
  const own = await operator.newPage();
  await own.goto(`${DASHBOARD_URL}${link}`);
  await own.getByLabel('Password (required)', { exact: true }).fill('sandbox-only-2026');
  await own.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(own).toHaveURL(/\/dashboard/);
  await own.getByRole('button', { name: 'Switch merchant (Kopi Nusantara)' }).click();
  await shot(own, 'switcher');
  await own.getByRole('menuitem', { name: /Batik Lestari/ }).click();
  await expect(own.getByRole('button', { name: 'Switch merchant (Batik Lestari)' })).toBeVisible();
  await own.goto(`${DASHBOARD_URL}/users`);
  await operator.close();
});
