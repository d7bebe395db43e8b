/** A stranger becomes a merchant: registration, email, text message, and the steps that remain. */
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, MAIL_URL } from './sandbox.ts';

const EMAIL = `ayu-${Date.now()}@warung.example`;
const PHONE = `+62812${String(Date.now()).slice(-8)}`;
const PASSWORD = 'hujan-di-bulan-juni';

interface Message {
  channel: string;
  to: string;
  text: string;
}
async function findMessage(channel: string, to: string): Promise<string> {
  const answer = await fetch(`${MAIL_URL}/messages`);
  const { data } = (await answer.json()) as { data: Message[] };
  return data.find((message) => message.channel === channel && message.to === to)?.text ?? '';
}
async function waitForMessage(channel: string, to: string, pattern: RegExp): Promise<string> {
  let found = '';
  await expect(async () => {
    found = pattern.exec(await findMessage(channel, to))?.[0] ?? '';
    expect(found).not.toBe('');
  }).toPass({ timeout: 40_000 });
  return found;
}

test('register, confirm the email, verify the mobile number, and see the steps to the first payment', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
  await page.getByRole('radio', { name: /Personal/ }).check();
  await page.getByRole('textbox', { name: 'Full name (required)' }).fill('Ayu Lestari');
  await page.getByRole('textbox', { name: 'Business name (required)' }).fill('Warung Ayu');
  await page.getByRole('textbox', { name: 'Email (required)' }).fill(EMAIL);
  await page.getByRole('textbox', { name: 'Mobile number (required)' }).fill(PHONE);
  await page.getByLabel('New password (required)', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password (required)', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();

  const link = await waitForMessage('email', EMAIL, /\/verification-email\/[\w-]{43}/);
  await page.goto(DASHBOARD_URL + link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Verify your mobile number' })).toBeVisible();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`We sent a code to ${PHONE}.`)).toBeVisible();
  const code = await waitForMessage('sms', PHONE, /^\d{6}/);
  await page.getByRole('textbox', { name: 'Code (required)' }).fill(code);
  await page.getByRole('button', { name: 'Verify number' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your mobile number is verified' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(step('Verify your mobile number').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step('Complete your business profile').getByRole('link', { name: 'Open profile' })).toBeVisible();
  await page.goto('/qris-payment');
  await expect(page.getByText('Your business is not active yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New QRIS payment' }).first()).toHaveAttribute('aria-disabled', 'true');
});
