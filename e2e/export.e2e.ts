/** Exports: short lists download directly, long ones are prepared in the background and listed in the drawer. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import type { Page } from '@playwright/test';
import { analyze, filterSerious } from './axe.ts';
import { chooseExportFormat, downloadExport } from './export-menu.ts';
import { expect, test } from './journey.ts';
import { DATA_DIR, KOPI } from './sandbox.ts';

test.use({ user: KOPI });

/** Counts the rows of a file without its header, with gnumeric. */
function countRows(file: string, extension: string): number {
  const copy = `${file}.${extension}`;
  fs.copyFileSync(file, copy);
  execFileSync('ssconvert', [copy, `${copy}.csv`], { stdio: 'pipe' });
  const lines = fs.readFileSync(`${copy}.csv`, 'utf8').trimEnd().split('\n');
  fs.rmSync(copy);
  fs.rmSync(`${copy}.csv`);
  return lines.length - 1;
}

/** Forces a background export: the sandbox has too few rows for one. */
const forceBackground = (page: Page) =>
  page.route('**/api/v1/exports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const input = route.request().postDataJSON() as Record<string, unknown>;
    await route.continue({ postData: JSON.stringify({ ...input, only_if_large: false }) });
  });
const state = (n: number, list: string, status: string, more: object = {}) => ({
  id: `exp_01k0k0p1nvsantara00000000${n}`,
  list,
  status,
  format: 'csv',
  params: {},
  query: { status: ['success', 'failed'], from: '2026-10-31T17:00:00.000Z' },
  row_count: 48_210,
  rows_done: 0,
  size_bytes: 0,
  files: [],
  error: null,
  created_by: 'usr_x',
  created_by_name: 'Fitri Handayani',
  created_at: `2026-11-20T07:0${9 - n}:00.000Z`,
  finished_at: null,
  expires_at: null,
  ...more,
});
const part = (part_no: number, row_count: number) => ({
  part_no,
  name: `deposits-2026-11-20-part-${part_no}.csv`,
  row_count,
  size_bytes: row_count * 97,
});
/** One export per status. */
const STATES = [
  state(0, 'qris-payments', 'waiting'),
  state(1, 'refunds', 'running', { rows_done: 12_400 }),
  state(2, 'deposits', 'ready', { files: [part(1, 50_000), part(2, 8_214)], expires_at: '2099-11-27T07:00:00.000Z' }),
  state(3, 'transactions', 'failed', { error: 'Reading the list took too long. Choose a shorter period.' }),
  state(4, 'settlements', 'cancelled'),
  state(5, 'payment-links', 'expired', { format: 'xlsx', query: {} }),
];

const getDrawer = (page: Page) => page.getByRole('dialog', { name: 'Exports and reports' });

test('every short list downloads directly', async ({ page }) => {
  const lists: [address: string, format: 'CSV' | 'Excel', file: RegExp][] = [
    ['/transaction?status=success', 'Excel', /^transactions-/],
    ['/transaction?view=refunds', 'CSV', /^refunds-/],
    ['/settlement', 'Excel', /^settlements-/],
    ['/payment-link', 'CSV', /^payment-links-/],
    ['/virtual-account', 'Excel', /^virtual-accounts-/],
    ['/qris-payment', 'CSV', /^qris-payments-/],
    ['/qris-payment?view=codes', 'Excel', /^qris-stickers-/],
    ['/deposit-va', 'CSV', /^deposits-/],
    ['/balance/history/main', 'Excel', /^statement-pending-settlement-/],
  ];
  for (const [address, format, file] of lists) {
    await test.step(`${address} as ${format}`, async () => {
      await page.goto(address);
      const download = await downloadExport(page, format);
      const extension = format === 'CSV' ? 'csv' : 'xlsx';
      expect(download.suggestedFilename()).toMatch(new RegExp(`${file.source}\\d{4}-\\d\\d-\\d\\d\\.${extension}$`));
      expect(countRows(await download.path(), extension)).toBeGreaterThanOrEqual(0);
    });
  }
});

test('a long export is prepared in the background, shown in the drawer, downloaded and deleted @phone', async ({
  page,
}, { project }) => {
  await forceBackground(page);
  await page.goto('/transaction?status=success');
  await chooseExportFormat(page, 'Excel');
  const said = page.getByRole('dialog', { name: 'Export', exact: true });
  await expect(said).toContainText(/This export has [\d,]+ rows\. It is prepared in the background/);
  await page.screenshot({ path: `test-results/export-prepared-${project.name}.png` });
  await said.getByRole('button', { name: 'View exports' }).click();

  const drawer = getDrawer(page);
  await expect(page).toHaveURL(/status=success&files=exports/);
  const row = drawer.getByRole('listitem', { name: 'Transactions as Excel' }).first();
  await expect(row).toContainText('Ready');
  await expect(row).toContainText('status Paid');
  const found = await analyze(page, ['light', 'dark'], (scheme) =>
    page.screenshot({ path: `test-results/exports-${scheme}-${project.name}.png` }),
  );
  expect(filterSerious(found)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^Download transactions-/ }).click(),
  ]);
  const wanted = Number(/([\d,]+) rows/.exec(await row.innerText())?.[1]?.replaceAll(',', ''));
  expect(countRows(await download.path(), 'xlsx')).toBe(wanted);

  await test.step('the requester receives an email with a link to the drawer', async () => {
    const folder = `${DATA_DIR}/mailbox`;
    await expect
      .poll(() =>
        fs
          .readdirSync(folder)
          .map((name) => fs.readFileSync(`${folder}/${name}`, 'utf8'))
          .some((mail) => /^Subject: Export ready: Transactions/m.test(mail) && mail.includes('files=3Dexports')),
      )
      .toBe(true);
  });

  await row.getByRole('button', { name: 'Delete Transactions as Excel' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this export?' });
  await expect(question).toContainText('deleted for all users');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/transaction\?status=success$/);
});

test('the drawer opens from the top bar on any screen, with empty and failed states', async ({
  page,
  browser_errors,
}) => {
  browser_errors.expect(/503/);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Exports and reports/ }).click();
  const drawer = getDrawer(page);
  await expect(drawer.getByRole('tab', { name: 'Exports' })).toHaveAttribute('aria-selected', 'true');
  await expect(drawer.getByText('No exports yet').or(drawer.getByRole('list', { name: 'Exports' }))).toBeVisible();
  await page.screenshot({ path: 'test-results/exports-first.png' });
  await drawer.getByRole('tab', { name: 'Reports' }).click();
  await expect(page).toHaveURL(/\/dashboard\?files=reports/);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.route('**/api/v1/exports?*', (route) => route.fulfill({ json: { data: STATES, next_cursor: null } }));
  await page.goto('/dashboard?files=exports');
  await expect(drawer.getByRole('listitem', { name: 'Refunds as CSV' })).toContainText('12,400 of 48,210 rows');
  await expect(drawer.getByRole('progressbar', { name: 'Refunds: progress' })).toHaveAttribute('aria-valuenow', '25');
  await expect(drawer.getByRole('button', { name: /^Download deposits-.*-part-2/ })).toBeVisible();
  expect(filterSerious(await analyze(page, ['light', 'dark']))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: 'test-results/exports-states.png' });

  await page.route('**/api/v1/exports?*', (route) =>
    route.fulfill({
      status: 503,
      json: { detail: 'Not now.', status_code: 503, code: 'unavailable', request_id: 'req_x' },
    }),
  );
  await page.goto('/dashboard?files=exports');
  await expect(drawer.getByRole('alert')).toContainText('Not now.');
  await page.screenshot({ path: 'test-results/exports-failed.png' });
});
