/** The security of an account: a forgotten password, a changed one, and a session that is ended elsewhere. */
import type { Page } from '@playwright/test';
import { findMessage, waitForMessage } from './inbox.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, SANDBOX_PASSWORD } from './sandbox.ts';

// No other journey signs in as this person, whose password changes.
const EMAIL = 'baru@warung.example';
// Differ in a repeated run: a former password is refused.
const RUN = Date.now().toString(36);
const SECOND = `tujuh-belas-perahu-layar ${RUN}`;
const THIRD = `sembilan kapal di dermaga ${RUN}`;
test.describe.configure({ mode: 'serial' });

const RESET_LINK = /\/reset-password\/[\w-]{43}/;

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto(`${DASHBOARD_URL}/login?redirect=%2Fprofile`);
  await page.getByRole('textbox', { name: 'Email (required)' }).fill(EMAIL);
  await page.getByLabel('Password (required)').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a forgotten password is reset with the link of the email, and the new one signs in', async ({ page }) => {
  await page.goto(`${DASHBOARD_URL}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in form has an email field too.
  await expect(page).toHaveURL(/\/forgot-password/);
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
  // Of a run that is repeated: it works once.
  const former = await findMessage('email', EMAIL, RESET_LINK);
  await page.getByRole('textbox', { name: 'Email (required)' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible({ timeout: 30_000 });
  await page.goto(DASHBOARD_URL + (await waitForMessage('email', EMAIL, RESET_LINK, former)));
  await page.getByLabel('New password (required)', { exact: true }).fill(SECOND);
  await page.getByLabel('Confirm new password (required)').fill(SECOND);
  await page.getByRole('button', { name: 'Set new password' }).click();
  // Before the password is set, the page has a link back to the sign-in.
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, SECOND);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('a changed password signs out everywhere', async ({ page, openAs, browser_errors }) => {
  browser_errors.expect(/401/);
  const elsewhere = await openAs(EMAIL, SECOND);
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await signIn(page, SECOND);
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByLabel('Current password (required)').fill(SECOND);
  await page.getByLabel('New password (required)', { exact: true }).fill(THIRD);
  await page.getByLabel('Confirm new password (required)').fill(THIRD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, THIRD);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  expect(SANDBOX_PASSWORD).not.toBe(THIRD);
});

test('a session is ended from another device', async ({ page, openAs, browser_errors }) => {
  browser_errors.expect(/401/);
  const elsewhere = await openAs(EMAIL, THIRD);
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await signIn(page, THIRD);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(sessions.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
});
