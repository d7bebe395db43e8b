/** Reports: from a paid payment to the report of its settlement in three formats, its history, and what is made by itself. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { judgeIn, seriousOf } from './axe.ts';
import { expect, test } from './journey.ts';
import { BATIK, DASHBOARD_URL, MAIL_URL } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { rowsOf } from './shown.ts';
import { payShop, settleShopEarly } from './small-shop.ts';
import { expectSuccess } from './toast.ts';

test.use({ user: BATIK });
// Each journey goes on from where the one before left the shop.
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

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await press();
  return download;
}

const history = (page: Page) => page.getByRole('list', { name: 'Reports' }).getByRole('listitem');

test('a payment is settled, and its report is downloaded as CSV, Excel and PDF', async ({ page, context }) => {
  await deliverByEmail();
  await payShop(123_000);
  await expect.poll(settleShopEarly).toBe(200);
  await page.goto('/settlement?status=paid');
  await rowsOf(page, 'Settlements').nth(1).getByRole('link').click();
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

  await expectSuccess(page, 'The report is on its way', () =>
    page.getByRole('button', { name: 'Email report now' }).click(),
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

test('the history tells of each report, which is downloaded, sent again and made anew @phone', async ({ page }) => {
  await page.goto('/manage-notifications?files=reports');
  const width = page.viewportSize()?.width;
  // Whatever other journeys made meanwhile: the newest that has arrived.
  const first = history(page).filter({ hasText: 'Settlement · STL-' }).filter({ hasText: 'Delivered' }).first();
  await expect(first).toBeVisible();
  const found = await judgeIn(page, ['light', 'dark'], (scheme) =>
    page.screenshot({ path: `test-results/reports-${width}-${scheme}.png` }),
  );
  expect(seriousOf(found)).toEqual([]);
  const file = await downloaded(page, () => first.getByRole('button', { name: /^Download settlement_/ }).click());
  expect(await readFile(await file.path(), 'utf8')).toContain('line_no,transaction_id');

  await first.getByRole('button', { name: /^More for Settlement/ }).click();
  const totals = await downloaded(page, () => page.getByRole('menuitem', { name: 'Download totals file' }).click());
  expect(await readFile(await totals.path(), 'utf8')).toMatch(
    /^file=settlement_.+\nrows=\d+\nnet_total=-?\d+\nsha256=/,
  );
  await first.getByRole('button', { name: /^More for Settlement/ }).click();
  await expect(page.getByRole('menuitem', { name: 'By SFTP (not set up)' })).toBeDisabled();
  await expectSuccess(page, 'The report is on its way again', () =>
    page.getByRole('menuitem', { name: 'By email' }).click(),
  );
  const made_anew = history(page)
    .filter({ hasText: /_\d\.pdf/ })
    .filter({ hasText: 'Ready' });
  const before = await made_anew.count();
  await first.getByRole('button', { name: /^More for Settlement/ }).click();
  await expectSuccess(page, 'The report is being made anew', () =>
    page.getByRole('menuitem', { name: 'As PDF' }).click(),
  );
  await expect(made_anew).toHaveCount(before + 1);
});

test('a report of some days is asked for, and another is made by itself from now on', async ({ page }) => {
  await page.goto('/manage-notifications?files=reports');
  await page.getByRole('tab', { name: 'New report' }).click();
  const form = page.getByRole('form', { name: 'New report' });
  await form.getByRole('combobox', { name: 'Report' }).click();
  await page.getByRole('option', { name: 'Fee invoice' }).click();
  await form.getByLabel(/First day/).fill('2099-01-01');
  await form.getByRole('button', { name: 'Make report' }).click();
  await expect(form).toContainText('The first day must not be after the last one.');
  await page.screenshot({ path: 'test-results/reports-new.png' });
  await form.getByLabel(/First day/).fill('2026-11-01');
  await form.getByLabel(/Last day/).fill(new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' }));
  await form.getByRole('button', { name: 'Make report' }).click();
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
  await page.getByRole('button', { name: 'Change the schedule of Transactions' }).click();
  const schedule = page.getByRole('form', { name: 'Schedule of Transactions' });
  await schedule.getByRole('switch', { name: 'Made by itself' }).check();
  await schedule.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await page.screenshot({ path: 'test-results/reports-schedule.png' });
  await expectSuccess(page, 'The schedule of Transactions is saved', () =>
    schedule.getByRole('button', { name: 'Save schedule' }).click(),
  );
  await expect(page.getByRole('list', { name: 'Schedules' })).toContainText('Every Monday at 01:00 WIB');
});
