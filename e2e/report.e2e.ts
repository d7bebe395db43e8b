/** Reports: from a payment to the report of its settlement in three formats, the history, and schedules. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { analyze, filterSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { BATIK, DASHBOARD_URL, MAIL_URL } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { listRows } from './display.ts';
import { paySmallMerchant, settleEarly } from './small-merchant.ts';
import { expectSuccess } from './toast.ts';

test.use({ user: BATIK });
// Each journey continues from the state of the one before.
test.describe.configure({ mode: 'serial' });

/** Reports of the small shop go to one address. */
async function deliverByEmail(): Promise<void> {
  const { access_token } = await sharedSession(BATIK);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/notification-configurations`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email_delivery_enabled: true, email_recipients: 'books@batik.example' }),
  });
  expect(answer.status).toBe(200);
}

// Each project begins with it: on a phone, the journey that creates the first report is left out.
test.beforeAll(deliverByEmail);

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await press();
  return download;
}

const history = (page: Page) => page.getByRole('list', { name: 'Reports' }).getByRole('listitem');

test('a payment is settled, and its report is downloaded as CSV, Excel and PDF', async ({ page, context }) => {
  await paySmallMerchant(123_000);
  await expect.poll(settleEarly).toBe(200);
  await page.goto('/settlement?status=paid');
  await listRows(page, 'Settlements').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/batch_id=stl_/);
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toContainText('Rp');
  const net = /Rp\s?([\d.]+)/.exec(await headline.innerText())?.[1] ?? 'no net';
  const take = (kind: string) =>
    downloaded(page, async () => {
      await page.getByRole('button', { name: 'Download report' }).click();
      await page.getByRole('menuitem', { name: kind, exact: true }).click();
    });

  const csv = await take('CSV');
  expect(csv.suggestedFilename()).toMatch(/^settlement_BATIK_\d{8}_STL-\d{8}-\d{3}\.csv$/);
  const [header = '', ...lines] = (await readFile(await csv.path(), 'utf8')).trim().split('\n');
  const at = header.split(',').indexOf('net_amount');
  const sum = lines.reduce((total, line) => total + Number(line.split(',')[at]), 0);
  expect(sum).toBe(Number(net.replaceAll('.', '')));
  const xlsx = await take('Excel');
  expect(execFileSync('unzip', ['-Z1', await xlsx.path()], { encoding: 'utf8' })).toContain('xl/worksheets/sheet2.xml');
  const pdf = await take('PDF');
  const text = execFileSync('pdftotext', ['-layout', await pdf.path(), '-'], { encoding: 'utf8' });
  expect(text).toContain(`Equal: Rp ${net}`);

  await expectSuccess(page, 'Report queued for delivery', () =>
    page.getByRole('button', { name: 'Send report by email' }).click(),
  );
  await page.screenshot({ path: 'test-results/settlement-report.png' });
  const mailbox = await context.newPage();
  await expect
    .poll(async () => {
      await mailbox.goto(MAIL_URL);
      return mailbox.getByRole('link', { name: /Settlement/ }).count();
    })
    .toBeGreaterThan(0);
});

test('a report in the history is downloaded, resent and regenerated @phone', async ({ page }) => {
  await page.goto('/manage-notifications?files=reports');
  const width = page.viewportSize()?.width;
  // The newest delivered report: other journeys create reports meanwhile.
  const first = history(page).filter({ hasText: 'Settlement · STL-' }).filter({ hasText: 'Delivered' }).first();
  await expect(first).toBeVisible();
  const found = await analyze(page, ['light', 'dark'], (scheme) =>
    page.screenshot({ path: `test-results/reports-${width}-${scheme}.png` }),
  );
  expect(filterSerious(found)).toEqual([]);
  const file = await downloaded(page, () => first.getByRole('button', { name: /^Download settlement_/ }).click());
  expect(await readFile(await file.path(), 'utf8')).toContain('line_no,transaction_id');

  await first.getByRole('button', { name: /^More actions for Settlement/ }).click();
  const totals = await downloaded(page, () => page.getByRole('menuitem', { name: 'Download totals file' }).click());
  expect(await readFile(await totals.path(), 'utf8')).toMatch(
    /^file=settlement_.+\nrows=\d+\nnet_total=-?\d+\nsha256=/,
  );
  await first.getByRole('button', { name: /^More actions for Settlement/ }).click();
  await expect(page.getByRole('menuitem', { name: 'By SFTP (not configured)' })).toBeDisabled();
  await expectSuccess(page, 'The report is being resent', () =>
    page.getByRole('menuitem', { name: 'By email' }).click(),
  );
  const regenerated = history(page)
    .filter({ hasText: /_\d\.pdf/ })
    .filter({ hasText: 'Ready' });
  const before = await regenerated.count();
  await first.getByRole('button', { name: /^More actions for Settlement/ }).click();
  await expectSuccess(page, 'The report is being regenerated', () =>
    page.getByRole('menuitem', { name: 'As PDF' }).click(),
  );
  await expect(regenerated).toHaveCount(before + 1);
});

/** Covers the payments of the small shop's history. */
const PERIOD_MS = 30 * 86_400_000;
const toWibDay = (at_ms: number): string => new Date(at_ms).toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

test('a report of a period is created, and another one is scheduled', async ({ page }) => {
  await page.goto('/manage-notifications?files=reports');
  await page.getByRole('tab', { name: 'New report' }).click();
  const form = page.getByRole('form', { name: 'New report' });
  await form.getByRole('combobox', { name: 'Report' }).click();
  await page.getByRole('option', { name: 'Fee invoice' }).click();
  await form.getByRole('textbox', { name: /^First day/ }).fill('2099-01-01');
  await form.getByRole('button', { name: 'Create report' }).click();
  await expect(form).toContainText('The first day must not be after the last day.');
  await page.screenshot({ path: 'test-results/reports-new.png' });
  await form.getByRole('textbox', { name: /^First day/ }).fill(toWibDay(Date.now() - PERIOD_MS));
  await form.getByRole('textbox', { name: /^Last day/ }).fill(toWibDay(Date.now()));
  await form.getByRole('button', { name: 'Create report' }).click();
  const made = history(page).filter({ hasText: 'Fee invoice' }).first();
  await expect(made).toContainText('Ready');
  const invoice = await downloaded(page, () => made.getByRole('button', { name: /^Download fee_invoice/ }).click());
  const text = execFileSync('pdftotext', ['-layout', await invoice.path(), '-'], { encoding: 'utf8' });
  expect(text).toContain('INV-BATIK-');

  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Deposit' }).check();
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByText('No results').click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(history(page).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Schedules' }).click();
  await page.getByRole('button', { name: 'Change schedule: Transactions' }).click();
  const schedule = page.getByRole('form', { name: 'Schedule: Transactions' });
  await schedule.getByRole('switch', { name: 'Create automatically' }).check();
  await schedule.getByRole('combobox', { name: 'Frequency' }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await page.screenshot({ path: 'test-results/reports-schedule.png' });
  await expectSuccess(page, 'Schedule saved: Transactions', () =>
    schedule.getByRole('button', { name: 'Save schedule' }).click(),
  );
  await expect(page.getByRole('list', { name: 'Schedules' })).toContainText('Every Monday at 01:00 WIB');
});
