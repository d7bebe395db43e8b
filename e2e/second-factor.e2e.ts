/** Second factors in the browser: an authenticator app with a step-up, and a passkey instead of a password. */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { nextCode } from './one-time-code.ts';
import { SANDBOX_PASSWORD } from './sandbox.ts';

const DEVELOPER = 'developer@kopi.example';
const SUPPORT = 'support@kopi.example';
const EXPECTED = [/status of 401/, /status of 403/];

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(SANDBOX_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function storeRecoveryCodes(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByLabel('I have stored these codes safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

const signOut = (page: Page): Promise<void> =>
  page.evaluate(() => ['access_token', 'refresh_token', 'session'].forEach((name) => localStorage.removeItem(name)));

test('an authenticator app: enrolment, sign-in, remembered device, and a step-up that repeats the action', async ({
  openAs,
  browser_errors,
}) => {
  test.setTimeout(240_000);
  browser_errors.expect(...EXPECTED);
  const page = await openAs(DEVELOPER);
  await page.goto('/profile');
  const panel = page.getByRole('region', { name: 'Authenticator app' });
  await panel.getByRole('button', { name: 'Set up' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const copy = await setup.getByRole('button', { name: /^Copy Key/ }).getAttribute('aria-label');
  const secret = copy?.split(' ').at(-1) ?? '';
  await setup.getByLabel('One-time code').fill(await nextCode(secret));
  await setup.getByRole('button', { name: 'Enable' }).click();
  await storeRecoveryCodes(page);
  await expect(panel.getByText('Enabled since')).toBeVisible();

  await signOut(page);
  await enterPassword(page, DEVELOPER);
  await page.getByLabel('Remember this device for 30 days').check();
  await page.getByLabel('One-time code').fill(await nextCode(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');

  await signOut(page);
  await enterPassword(page, DEVELOPER);
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/profile');
  await panel.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: 'Disable authenticator app?' })
    .getByRole('button', { name: 'Disable' })
    .click();
  const step_up = page.getByRole('dialog', { name: 'Confirm your identity' });
  await step_up.getByLabel('One-time code').fill(await nextCode(secret));
  await step_up.getByRole('button', { name: 'Confirm' }).click();
  await expect(panel.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a passkey is added, signs in without a password, and is removed', async ({ openAs, browser_errors }) => {
  browser_errors.expect(...EXPECTED);
  const page = await openAs(SUPPORT);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/profile');
  const panel = page.getByRole('region', { name: 'Passkeys' });
  await panel.getByRole('button', { name: 'Add passkey' }).click();
  await storeRecoveryCodes(page);
  await expect(panel.getByText('never used')).toBeVisible();

  await signOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/profile');
  await expect(panel.getByText('last used')).toBeVisible();
  await panel.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('dialog', { name: 'Remove passkey?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByText('Sign in with your fingerprint')).toBeVisible();
});
