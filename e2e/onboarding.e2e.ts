/** A stranger becomes a merchant: registration, verification, settlement account, first payment and first settlement. */
import type { Page } from '@playwright/test';
import { createSession } from './session.ts';
import { waitForInvitation, waitForMessage } from './inbox.ts';
import { listRows, rupiah } from './display.ts';
import { expect, test } from './journey.ts';
import { payCode } from './api.ts';
import { DASHBOARD_URL } from './sandbox.ts';

const NUMBER = String(Date.now()).slice(-8);
const BUSINESS = `Warung ${NUMBER}`;
const EMAIL = `ayu-${NUMBER}@warung.example`;
const COLLEAGUE = `budi-${NUMBER}@warung.example`;
const PHONE = `+62812${NUMBER}`;
const PASSWORD = 'hujan-di-bulan-juni';
const KTP = 'Identity card (KTP) or passport: Ayu Lestari';
const SELFIE = 'Selfie with identity card: Ayu Lestari';
const AMOUNT = 64_000;

const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/onboarding-${name}.png`, fullPage: true })
    : Promise.resolve();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: `${label} (required)` }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function register(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page, 'Create an account')).toBeVisible();
  await page.getByRole('radio', { name: /Individual/ }).check();
  await page.getByRole('textbox', { name: 'Full name (required)' }).fill('Ayu Lestari');
  await page.getByRole('textbox', { name: 'Business name (required)' }).fill(BUSINESS);
  await page.getByRole('textbox', { name: 'Email (required)' }).fill(EMAIL);
  await page.getByRole('textbox', { name: 'Mobile number (required)' }).fill(PHONE);
  await page.getByLabel('New password (required)', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password (required)', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();

  await page.goto(DASHBOARD_URL + (await waitForMessage('email', EMAIL, /\/verification-email\/[\w-]{43}/)));
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(heading(page, 'Email confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(heading(page, 'Verify your mobile number')).toBeVisible();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`We sent a code to ${PHONE}.`)).toBeVisible();
  const code = await waitForMessage('sms', PHONE, /^\d{6}/);
  await page.getByRole('textbox', { name: 'Code (required)' }).fill(code);
  await page.getByRole('button', { name: 'Verify number' }).click();
  await expect(heading(page, 'Your mobile number is verified')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The steps of the home, and what is not possible before the activation. */
async function expectLimited(page: Page): Promise<void> {
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(step('Verify your mobile number').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step('Complete your business profile').getByRole('link', { name: 'Open profile' })).toBeVisible();
  await shot(page, 'home');
  await page.goto('/qris-payment');
  await expect(page.getByText('Your business is not active yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New QRIS payment' }).first()).toHaveAttribute('aria-disabled', 'true');
}

/** Uploads a screenshot of the page as the document: its content is not checked by a machine. */
async function upload(page: Page, action: 'Upload' | 'Replace', document: string): Promise<void> {
  const picture = { name: 'scan.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `${action} ${document}` }).click();
  await (await choosing).setFiles(picture);
  if (document === KTP) await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('group', { name: document })).toContainText('Waiting for review');
}

async function fillForm(page: Page): Promise<void> {
  await page.goto('/register-flow');
  await page.getByRole('link', { name: /Continue where you left off/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Business' })).toBeVisible();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  // Wrong input is shown at its fields and loses nothing.
  await expect(page.getByRole('textbox', { name: 'Description (required)' })).toHaveAttribute('aria-invalid', 'true');
  await shot(page, 'business');
  await page.getByRole('textbox', { name: 'Legal name (required)' }).fill('Ayu Lestari');
  await choose(page, 'Industry', 'Restaurant or café');
  await page.getByRole('textbox', { name: 'Description (required)' }).fill('Nasi dan sayur');
  await page.getByRole('textbox', { name: 'Business email (required)' }).fill(EMAIL);
  await page.getByRole('textbox', { name: 'Business phone (required)' }).fill(PHONE);
  await page.getByRole('textbox', { name: 'Expected monthly volume (required)' }).fill('15000000');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Address' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Street address (required)' }).fill('Jalan Melati 1');
  await choose(page, 'Province', 'Daerah Khusus Ibukota Jakarta');
  await choose(page, 'Regency or city', 'Kota Administrasi Jakarta Selatan');
  await choose(page, 'District', 'Tebet');
  await choose(page, 'Village', 'Tebet Timur');
  await page.getByRole('textbox', { name: 'Postal code (required)' }).fill('12820');
  await shot(page, 'address');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('button', { name: 'Add person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByRole('textbox', { name: 'Full name (required)' }).fill('Ayu Lestari');
  await dialog.getByRole('textbox', { name: 'NIK' }).fill('3174015507920001');
  await dialog.getByRole('button', { name: 'Save person' }).click();
  await expect(dialog).toBeHidden();
  await shot(page, 'people');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await upload(page, 'Upload', KTP);
  await upload(page, 'Upload', SELFIE);
  await shot(page, 'documents');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Submit for verification' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for verification' }).click();
  await expect(page.getByText('Profile submitted').first()).toBeVisible();
  await shot(page, 'submitted');
}

async function requestBetterDocument(provider: Page): Promise<void> {
  await provider.goto(`/merchant?q=${NUMBER}`);
  await provider.getByRole('link', { name: BUSINESS }).click();
  await provider.getByRole('tab', { name: 'Verification' }).click();
  await provider.getByRole('button', { name: new RegExp(`^${KTP.replaceAll(/[()]/g, '\\$&')}`) }).click();
  await provider.getByRole('button', { name: 'Reject', exact: true }).click();
  const rejection = provider.getByRole('dialog', { name: `Reject ${KTP}?` });
  await rejection.getByRole('radio', { name: 'Not readable' }).check();
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(rejection).toBeHidden();
  await provider.getByRole('button', { name: 'Request changes' }).click();
  const revision = provider.getByRole('dialog', { name: 'Request changes?' });
  await revision.getByRole('textbox').fill('Please upload a sharper scan.');
  await revision.getByRole('button', { name: 'Request changes' }).click();
  await expect(revision).toBeHidden();
  await shot(provider, 'review');
}

async function correct(page: Page): Promise<void> {
  await waitForMessage('email', EMAIL, /sharper scan/);
  await page.goto('/business-profile');
  await expect(page.getByText('Please upload a sharper scan.').first()).toBeVisible();
  await expect(page.getByRole('group', { name: KTP })).toContainText('Rejected: Not readable');
  await shot(page, 'revision');
  await upload(page, 'Replace', KTP);
  await page.getByRole('button', { name: 'Submit again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText('We received your profile').first()).toBeVisible();
}

async function approve(provider: Page): Promise<void> {
  await provider.reload();
  await provider.getByRole('button', { name: 'Approve merchant' }).click();
  const approval = provider.getByRole('dialog', { name: 'Approve this merchant?' });
  await shot(provider, 'approve');
  await approval.getByRole('button', { name: 'Approve merchant' }).click();
  await expect(approval).toBeHidden();
  await expect(heading(provider, BUSINESS)).toContainText('Active');
}

async function inviteColleague(page: Page, join: Page): Promise<void> {
  await page.goto('/users');
  await page.getByRole('button', { name: 'Invite users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite users' });
  await dialog.getByRole('textbox', { name: 'Emails (required)' }).fill(COLLEAGUE);
  await dialog.getByRole('combobox', { name: 'Role (required)' }).click();
  await page.getByRole('option', { name: 'Superadmin' }).click();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 1 invitations sent');
  await join.goto(DASHBOARD_URL + (await waitForInvitation(COLLEAGUE)));
  await join.getByRole('textbox', { name: 'Name (required)' }).fill('Budi Santoso');
  await join.getByLabel('Password (required)', { exact: true }).fill(PASSWORD);
  await join.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(join).toHaveURL(/\/dashboard/);
}

async function setSettlementAccount(page: Page, colleague: Page): Promise<void> {
  await page.goto('/settings?tab=payouts');
  await page.getByRole('button', { name: /Add account|Change account/ }).click();
  await page.getByRole('combobox', { name: /Bank/ }).click();
  await page.getByRole('option', { name: 'Bank Central Asia' }).click();
  await page.getByRole('textbox', { name: /Account number/ }).fill('8010000001');
  await page.getByRole('button', { name: 'Request account' }).click();
  await expect(page.getByText('New bank account awaiting approval')).toBeVisible();
  await colleague.goto('/approvals');
  await listRows(colleague, 'Approvals').getByRole('button', { name: 'Approve' }).first().click();
  const dialog = colleague.getByRole('dialog', { name: 'Approve this request?' });
  await dialog.getByRole('button', { name: 'Approve request' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('New bank account awaiting approval')).toBeHidden();
  await shot(page, 'account');
}

async function receivePayment(page: Page): Promise<void> {
  await page.goto('/qris-payment?create=1');
  const sheet = page.getByRole('dialog', { name: 'New QRIS payment' });
  await sheet.getByRole('textbox', { name: 'Amount (required)' }).fill(String(AMOUNT));
  const answer = page.waitForResponse((each) => each.url().endsWith('/qris-payments') && each.status() === 201);
  await sheet.getByRole('button', { name: `Create QR code for ${rupiah(AMOUNT)}` }).click();
  const { data } = (await (await answer).json()) as { data: { qr_content: string } };
  await expect(sheet.getByRole('img', { name: /QRIS code/ })).toBeVisible();
  await payCode(data);
  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible();
  await page.goto('/dashboard');
  await shot(page, 'first-payment');
}

/** The provider settles without waiting for the day. */
async function settle(page: Page, merchant_id: string): Promise<void> {
  const { access_token } = await createSession('platform_admin@dasbor.example');
  await expect
    .poll(async () => {
      const answer = await fetch(`${DASHBOARD_URL}/api/v1/merchants/${merchant_id}/settlements/early`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': crypto.randomUUID() },
      });
      return answer.status;
    })
    .toBe(200);
  await page.goto('/settlement');
  await expect(listRows(page, 'Settlements').filter({ hasText: 'Rp' }).first()).toBeVisible();
  await shot(page, 'settlement');
}

test('a stranger registers, is verified, and gets the first payment and the first settlement', async ({
  page,
  openAs,
  browser,
  browser_errors,
}) => {
  test.slow();
  // The empty form is refused, and the invited colleague has no session yet.
  browser_errors.expect(/status of 40[01]/);
  await register(page);
  await expectLimited(page);
  await fillForm(page);
  const provider = await openAs('platform_compliance@dasbor.example');
  await requestBetterDocument(provider);
  await correct(page);
  await approve(provider);
  const colleague = await (await browser.newContext()).newPage();
  await inviteColleague(page, colleague);
  await setSettlementAccount(page, colleague);
  await receivePayment(page);
  await settle(page, /mer_\w+/.exec(provider.url())?.[0] ?? '');
  await colleague.context().close();
});
