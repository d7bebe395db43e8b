/** The list of transactions: filters, keys, columns and the file of exactly what is shown. */
import * as fs from 'node:fs';
import { bankShortName } from '@dasbor/contract/bank';
import { methodLabel } from '@dasbor/contract/labels';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { downloadExport } from './export-menu.ts';
import { KOPI } from './sandbox.ts';
import { listRows, rupiah, toStatusLabel, toShownTime } from './display.ts';

test.use({ user: KOPI });

const chip = (page: Page, name: string | RegExp) => page.getByRole('search').getByRole('button', { name });

/** Whether the amounts of the rows that are shown, the first money of each, never grow. */
async function areAmountsDescending(page: Page): Promise<boolean> {
  const texts = await listRows(page, 'Transactions').allInnerTexts();
  const amounts = texts
    .flatMap((text) => /Rp\s?([\d.]+)/.exec(text)?.[1] ?? [])
    .map((text) => text.replaceAll('.', ''));
  return amounts.length > 1 && amounts.every((amount, n) => n === 0 || Number(amount) <= Number(amounts[n - 1]));
}

test('filters live in the address: a reload finds the same list', async ({ page }) => {
  await page.goto('/transaction');
  await chip(page, 'Status').click();
  await page.getByRole('checkbox', { name: 'Expired' }).check();
  await page.getByRole('checkbox', { name: 'Cancelled' }).check();
  await page.keyboard.press('Escape');
  await chip(page, 'Amount').click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('25000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-amount/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    status: 'expired,cancelled',
    amount_min: '25000',
    sort: '-amount',
  });
  const links = listRows(page, 'Transactions').getByRole('link');
  const idsShown = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('title')));
  await expect(listRows(page, 'Transactions').nth(1)).toContainText(/Expired|Cancelled/);
  // The rows of the former order stay until the others have arrived.
  await expect.poll(() => areAmountsDescending(page)).toBe(true);
  const before = await idsShown();
  await page.reload();
  await expect.poll(idsShown).toEqual(before);
  await expect(chip(page, 'Status Expired, Cancelled')).toBeVisible();
  await expect(chip(page, 'Amount ≥ Rp 25.000')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await chip(page, 'Clear filters').click();
  await expect(page).toHaveURL('/transaction?sort=-amount');
});

test('j, k, Enter and Esc move through the list and its details, / searches and ? lists the keys', async ({ page }) => {
  await page.goto('/transaction');
  const links = listRows(page, 'Transactions').getByRole('link');
  await expect(links.nth(2)).toBeVisible();
  const ids = await links.evaluateAll((all) => all.slice(0, 3).map((link) => link.getAttribute('title')));
  for (const key of ['j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(`/transaction/${ids[1]}`);
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/transaction');
  await expect(links.nth(2)).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/transaction/${ids[0]}`);
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(links.nth(2)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search ID, reference, customer, VA number, RRN' });
  await expect(search).toBeFocused();
  await search.fill(ids[2] ?? '');
  await expect(page).toHaveURL(`/transaction?q=${ids[2]}`);
  await expect(listRows(page, 'Transactions').getByRole('link')).toHaveCount(1);
});

/** For each column of the screen: the columns of the file, and what the screen shows of them. */
const COLUMNS: Record<string, { written: string[]; shown: (...cells: string[]) => string }> = {
  Created: { written: ['created_at (WIB)'], shown: toShownTime },
  'Transaction ID': { written: ['id'], shown: (id) => `${id.slice(0, 4)}…${id.slice(-8)}` },
  'Merchant reference': { written: ['merchant_reference'], shown: (reference) => reference },
  Customer: { written: ['customer_name', 'customer_email'], shown: (name, email) => name || email },
  Method: {
    written: ['method', 'channel_code'],
    shown: (method = '', channel = '') =>
      method === 'virtual_account' ? `${bankShortName(channel)} VA` : methodLabel(method, 'en'),
  },
  Amount: { written: ['amount', 'currency'], shown: (amount) => rupiah(Number(amount)) },
  Status: { written: ['status'], shown: toStatusLabel },
  // Unpaid payments have no net amount and no settlement.
  Net: { written: ['net_amount', 'refunded_amount'], shown: (net) => (net === '' ? '' : rupiah(Number(net))) },
  Settlement: { written: ['settlement_status', 'settlement_date'], shown: (status) => toStatusLabel(status) },
  Failure: { written: ['failure_code', 'failure_message'], shown: (_code, message) => message },
};

test('the CSV holds exactly the rows and columns that are shown, in their order', async ({ page }) => {
  // Wide enough for all columns: the file holds the chosen ones at any width.
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/transaction?status=failed,cancelled&sort=amount');
  const rows = listRows(page, 'Transactions');
  await expect(rows.nth(1)).toContainText(/Failed|Cancelled/);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Source' }).click();
  await page.getByRole('checkbox', { name: 'Failure' }).click();
  await page.keyboard.press('Escape');
  const heads = (await rows.first().getByRole('columnheader').allInnerTexts()).map((text) =>
    text.replace(/\s*[↑↓↕]/, ''),
  );
  const columns = heads.filter((head) => head !== '');
  expect(columns).toEqual(expect.arrayContaining(Object.keys(COLUMNS)));
  expect(columns).toHaveLength(Object.keys(COLUMNS).length);

  const download = await downloadExport(page, 'CSV');
  const [head = [], ...lines] = parseCsv(fs.readFileSync(await download.path(), 'utf8'));
  expect(head).toEqual(columns.flatMap((column) => COLUMNS[column]?.written));
  const table = page.getByRole('region', { name: 'Transactions' }).getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', String(lines.length + 1));
  const shown = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
  );
  expect(shown.length).toBeGreaterThan(3);
  const expected = lines.slice(0, shown.length).map((cells) =>
    columns.map((column) => {
      const written = COLUMNS[column]?.written.map((name) => cells[head.indexOf(name)] ?? '') ?? [];
      return COLUMNS[column]?.shown(...written) || '–';
    }),
  );
  // The first cell is the row selection.
  expect(shown.map((cells) => cells.slice(1, columns.length + 1))).toEqual(expected);
});

/** RFC 4180: quoted cells may hold commas, quotes and line breaks. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',' && end !== '') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

test('a phone shows the bank of a virtual account whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/transaction?method=virtual_account');
  const methods = page.getByTitle(/^Virtual account · /);
  await expect(methods.first()).toBeVisible();
  const cut = await methods.evaluateAll((all) =>
    all
      .flatMap((method) => [method.parentElement ?? method, method, ...method.children])
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  expect(cut).toHaveLength(0);
});

test('seven tabs at once: all show the list and all are live', async ({ context }) => {
  test.slow();
  // A stream per tab would use up the six connections that a browser opens to one host.
  const tabs = await Promise.all(Array.from({ length: 7 }, () => context.newPage()));
  const started_ms = Date.now();
  await Promise.all(tabs.slice(0, 6).map((tab) => tab.goto('/transaction')));
  // On a fast machine all seven would send more requests within a second than a session may: a hundred.
  await expect.poll(() => Date.now() - started_ms).toBeGreaterThan(1_000);
  await tabs[6]?.goto('/transaction');
  for (const tab of tabs) {
    // Seven pages that start at once take seven times as long as one.
    await expect(listRows(tab, 'Transactions').nth(1)).toBeVisible({ timeout: 180_000 });
    await expect(tab.getByText('Live', { exact: true })).toBeAttached();
  }
});
