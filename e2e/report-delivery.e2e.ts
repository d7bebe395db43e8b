/** Report delivery by email, SFTP and both, to the sandbox's own mailbox and SFTP server (specification sections 2, 4 and 5). */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { BATIK, DATA_DIR, KOPI, MAIL_URL, SANDBOX_PASSWORD, SFTP_HOST } from './sandbox.ts';
import { paySmallMerchant, settleEarly, disableDelivery } from './small-merchant.ts';
import { errorToast, expectSuccess } from './toast.ts';

const UPDATED = 'Configuration updated successfully';
const TESTED = 'SFTP connection test successful';
const REFUSED_TEST = /status of 422.*test-sftp-connection/;

test.use({ user: KOPI });
// One configuration: each journey goes on from where the one before left it.
test.describe.configure({ mode: 'serial' });
// Also when a failure repeats them all.
test.beforeAll(async () => expect(await disableDelivery(KOPI)).toBe(200));

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const recipients = (page: Page) => page.getByRole('list', { name: 'Email recipients' }).getByRole('listitem');
const method = (page: Page) => page.getByRole('combobox', { name: 'Delivery Method (required)' });

async function open(page: Page): Promise<void> {
  await page.goto('/manage-notifications?tab=configuration');
  await expect(page.getByRole('heading', { name: 'Report Delivery Configuration' })).toBeVisible();
  await expect(method(page)).toBeVisible();
}

async function choose(page: Page, name: 'Email' | 'SFTP' | 'Both'): Promise<void> {
  await method(page).click();
  await page.getByRole('option', { name, exact: true }).click();
}

async function fillSftp(page: Page, host: string, username: string, password: string): Promise<void> {
  await field(page, 'SFTP host').fill(host);
  await field(page, 'SFTP username').fill(username);
  await field(page, 'SFTP password').fill(password);
}

const save = (page: Page) => expectSuccess(page, UPDATED, () => button(page, 'Save Changes').click());

test('spec §5: the messages of the recipients, and delivery by email', async ({ page }) => {
  await open(page);
  await choose(page, 'Email');
  await expect(page.getByText('0/2 recipients added')).toBeVisible();
  await button(page, 'Save Changes').click();
  await expect(page.getByText('Please add at least one email recipient.')).toBeVisible();

  await button(page, 'Add').click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
  const address = field(page, 'Email recipients (required)');
  await address.fill('   ');
  await button(page, 'Add').click();
  await expect(page.getByText('Email cannot be empty.')).toBeVisible();
  await address.fill('finance@kopi.example');
  await address.press('Enter');
  await expect(page.getByText('1/2 recipients added')).toBeVisible();
  await address.fill('finance@kopi.example');
  await button(page, 'Add').click();
  await expect(page.getByText('This email is already added.')).toBeVisible();
  await address.fill('owner@kopi.example');
  await button(page, 'Add').click();
  await expect(page.getByText('2/2 recipients added')).toBeVisible();
  await address.fill('third@kopi.example');
  await button(page, 'Add').click();
  await expect(page.getByText('You can only add up to 2 email recipients.')).toBeVisible();
  await expect(recipients(page)).toHaveText(['finance@kopi.example', 'owner@kopi.example']);
  await address.fill('');

  await save(page);
  await page.reload();
  await expect(method(page)).toHaveValue('Email');
  await expect(recipients(page)).toHaveText(['finance@kopi.example', 'owner@kopi.example']);
  await button(page, 'Remove owner@kopi.example').click();
  await expect(page.getByText('1/2 recipients added')).toBeVisible();
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await save(page);
});

test('spec §5: an SFTP connection without host, username and password is neither tested nor saved', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'SFTP');
  await field(page, 'SFTP host').fill(SFTP_HOST);
  await button(page, 'Test Connection').click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all SFTP fields before testing the connection.');
  await expect(field(page, 'SFTP username')).toBeFocused();
  await button(page, 'Save Changes').click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all SFTP fields.');
});

test('spec §7: each failure of a connection test has its own message', async ({ page, browser_errors }) => {
  browser_errors.expect(REFUSED_TEST);
  await open(page);
  await choose(page, 'SFTP');
  const failures = [
    [SFTP_HOST, 'not the password', 'The server rejected the user name or password. Check both.'],
    ['localhost:22', SANDBOX_PASSWORD, 'This host or port is not allowed. Use a public SFTP server'],
    ['no-such-host.invalid', SANDBOX_PASSWORD, 'The host name could not be found. Check its spelling.'],
  ] as const;
  for (const [host, password, message] of failures) {
    await fillSftp(page, host, 'sandbox', password);
    await button(page, 'Test Connection').click();
    await expect(errorToast(page, message)).toBeVisible();
  }
});

test('spec §2, §4: delivery by SFTP is tested and saved, and its password is never shown', async ({
  page,
  browser_errors,
}) => {
  browser_errors.expect(/status of 422.*notification-configurations/);
  await open(page);
  await choose(page, 'SFTP');
  await fillSftp(page, SFTP_HOST, 'sandbox', SANDBOX_PASSWORD);
  const password = field(page, 'SFTP password');
  await expect(password).toHaveAttribute('type', 'password');
  await button(page, 'Show password').click();
  await expect(password).toHaveAttribute('type', 'text');
  await button(page, 'Hide password').click();
  await expect(password).toHaveAttribute('type', 'password');
  await expectSuccess(page, TESTED, () => button(page, 'Test Connection').click());
  await expect(page.getByText(/^SHA256:/)).toBeVisible();

  await field(page, 'SFTP host').fill('localhost:22');
  await button(page, 'Save Changes').click();
  await expect(errorToast(page, 'This host or port is not allowed')).toBeVisible();
  await field(page, 'SFTP host').fill(SFTP_HOST);
  await save(page);
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(method(page)).toHaveValue('SFTP');
    await expect(field(page, 'SFTP host')).toHaveValue(SFTP_HOST);
    await expect(password).toHaveValue('');
    await expect(page.getByText('A password is stored. Leave this field empty to keep it.')).toBeVisible();
  }
});

test('decisions: `both` is saved as both, and a report reaches mailbox and server while the history follows', async ({
  page,
  context,
}) => {
  await open(page);
  await choose(page, 'Both');
  if ((await recipients(page).count()) === 0) {
    await field(page, 'Email recipients (required)').fill('finance@kopi.example');
    await button(page, 'Add').click();
  }
  await save(page);
  await page.reload();
  await expect(method(page)).toHaveValue('Both');

  const run = deliveries(page).first();
  const former = await findLatestFile(page);
  await button(page, 'Send the latest settlement report').click();
  await expect(run).not.toContainText(former);
  await expectDelivered(run);
  const file_name = await readFileName(run, /settlement_KOPI_\d{8}_STL-[\d-]+(_\d+)?\.csv/);
  const delivered = await expectOnServer(run, file_name);

  const mailbox = await context.newPage();
  await mailbox.goto(MAIL_URL);
  const batch_no = /STL-[\d-]+/.exec(file_name)?.[0];
  await mailbox
    .getByRole('link', { name: `Settlement report ${batch_no} for Kopi Nusantara` })
    .first()
    .click();
  await expect(mailbox.getByText('finance@kopi.example')).toBeVisible();
  const [download] = await Promise.all([
    mailbox.waitForEvent('download'),
    mailbox.getByRole('link', { name: file_name }).click(),
  ]);
  expect(fs.readFileSync(await download.path(), 'utf8')).toBe(delivered);
});

test.describe('of a small shop', () => {
  test.use({ user: BATIK });

  test('domain 1.7: a paid settlement is reported automatically to mailbox and server @phone', async ({ page }) => {
    await open(page);
    await choose(page, 'Both');
    if ((await recipients(page).count()) === 0) {
      await field(page, 'Email recipients (required)').fill('ratna@batik.example');
      await button(page, 'Add').click();
    }
    await fillSftp(page, SFTP_HOST, 'sandbox', SANDBOX_PASSWORD);
    await save(page);
    const run = deliveries(page).first();
    const former = await findLatestFile(page);

    await paySmallMerchant(64_000);
    await expect.poll(settleEarly).toBe(200);
    // The list shows the newest ten, so its length does not always grow.
    await expect(run).not.toContainText(former);
    await expectDelivered(run);
    await run.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/delivery-history-${page.viewportSize()?.width}.png` });
    await expectOnServer(run, await readFileName(run, /settlement_BATIK_\d{8}_STL-[\d-]+\.csv/));
    // The other journeys of the small shop find it as it was.
    expect(await disableDelivery()).toBe(200);
  });
});

const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');

/** The file of the newest delivery. */
async function findLatestFile(page: Page): Promise<string> {
  await expect(deliveries(page).first().or(page.getByText('No deliveries yet'))).toBeVisible();
  const texts = await deliveries(page).allInnerTexts();
  return /settlement_\w+-\w+-\w+\.csv/.exec(texts.join('\n'))?.[0] ?? 'no report';
}

async function expectDelivered(run: Locator): Promise<void> {
  await expect(run).toContainText('Sent by email', { timeout: 20_000 });
  await expect(run).toContainText('Uploaded', { timeout: 20_000 });
  await expect(run).toContainText('Email delivered');
  await expect(run).toContainText('SFTP delivered');
}

async function readFileName(run: Locator, pattern: RegExp): Promise<string> {
  const name = pattern.exec(await run.innerText())?.[0] ?? '';
  expect(name).toMatch(pattern);
  return name;
}

/** The report on the server, verified against its totals file. */
async function expectOnServer(run: Locator, file_name: string): Promise<string> {
  const report = fs.readFileSync(path.join(DATA_DIR, 'sftp', file_name), 'utf8');
  const totals = fs.readFileSync(path.join(DATA_DIR, 'sftp', `${file_name}.sum`), 'utf8');
  const rows = report.trim().split(/\r?\n/);
  expect(rows[0]).toMatch(/^line_no.*transaction_id.*net_amount/);
  await expect(run).toContainText(`${(rows.length - 1).toLocaleString('en-GB')} row`);
  expect(totals).toContain(`rows=${rows.length - 1}\n`);
  expect(totals).toContain(`sha256=${createHash('sha256').update(report).digest('hex')}`);
  return report;
}
