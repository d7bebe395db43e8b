/** Preferences: the zone of a user's times on screens, under filters and in files, and what new reports start with. */
import * as fs from 'node:fs';
import { TIME_ZONES, TIME_ZONE_NAMES, type TimeZone, startOfDay, toZonedDay, toLocalTime } from '@dasbor/contract/time';
import type { listTransactions } from '@dasbor/contract/transaction';
import type { Output } from '@dasbor/contract/route';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { get } from './api.ts';
import { downloadExport } from './export-menu.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { expectSuccess } from './toast.ts';
import { listRows, toShownTime } from './display.ts';

test.use({ user: KOPI });
// Each journey changes settings that the next one reads, and leaves them as other journeys expect them.
test.describe.configure({ mode: 'serial' });

const WIT = 'Asia/Jayapura';
const DAY_MS = 86_400_000;
type Payment = Output<typeof listTransactions>['data'][number];

async function put(path: string, body: object): Promise<void> {
  const { access_token } = await sharedSession(KOPI);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
test.afterAll(async () => {
  await put('/profile', { time_zone: 'Asia/Jakarta', locale: 'en' });
  await put('/file-settings', { report_format: 'csv', report_language: null });
});

/** `21 Nov 2026, 23:30 WIB` of an instant in a zone. */
const toShown = (at: string, zone: TimeZone): string =>
  toShownTime(toLocalTime(new Date(at), zone).slice(0, 19).replace('T', ' ')).replace('WIB', TIME_ZONE_NAMES[zone]);

type PaidPayment = Payment & { paid_at: string };

/**
 * A payment that was paid between 22:00 and 24:00 WIB, when the next day has begun in Jayapura. That day is over, so that the
 * payments of other journeys change no count.
 */
async function findLatePayment(): Promise<PaidPayment> {
  for (let days = 2; days <= 59; days += 1) {
    const end = startOfDay(toZonedDay(new Date(Date.now() - (days - 1) * DAY_MS), 'Asia/Jakarta'), 'Asia/Jakarta');
    const from = new Date(end.getTime() - 2 * 3_600_000);
    const query = `date_field=paid_at&from=${from.toISOString()}&to=${end.toISOString()}&limit=1`;
    const found = (await get<Output<typeof listTransactions>>(`/transactions?${query}`)).data[0];
    if (found !== undefined && found.paid_at !== null) return { ...found, paid_at: found.paid_at };
  }
  throw new Error('The history has no payment that was paid after 22:00 WIB');
}

/** Filters the list by one day of the payment, entered as a person does. */
async function filterByPaidDay(page: Page, day: string, zone: TimeZone): Promise<void> {
  const next = toZonedDay(new Date(startOfDay(day, zone).getTime() + DAY_MS), zone);
  const name = TIME_ZONE_NAMES[zone];
  await page.getByRole('search').getByRole('button', { name: 'Created' }).click();
  const from = page.getByRole('textbox', { name: `From (${name})` });
  // Before the editor is open, the last of these texts is one of the list.
  await expect(from).toBeVisible();
  await page.getByText('Paid', { exact: true }).last().click();
  await from.fill(`${day} 00:00`);
  await page.getByRole('textbox', { name: `To, exclusive (${name})` }).fill(`${next} 00:00 ${name}`);
  await page.getByRole('button', { name: 'Apply period' }).click();
  await expect(page).toHaveURL(/date_field=paid_at/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('from')).toBe(startOfDay(day, zone).toISOString());
  expect(searchParams.get('to')).toBe(startOfDay(next, zone).toISOString());
}

async function chooseZone(page: Page, zone: TimeZone): Promise<void> {
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await expectSuccess(page, 'Time zone updated', () =>
    page.getByRole('option', { name: new RegExp(`^${TIME_ZONE_NAMES[zone]} –`) }).click(),
  );
}

test('the preferences have an address of their own', async ({ page }) => {
  await page.goto('/settings?tab=preferences');
  await expect(page.getByRole('tab', { name: 'Preferences' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('WIB – Western Indonesia Time (UTC+7)');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await expect(page).toHaveURL('/settings?tab=preferences');
});

test('another zone shows the same payment at another time and on another day, also in the file', async ({ page }) => {
  const payment = await findLatePayment();
  const day = toZonedDay(new Date(payment.paid_at), WIT);
  expect(day > toZonedDay(new Date(payment.paid_at), 'Asia/Jakarta')).toBe(true);
  const rows = listRows(page, 'Transactions');

  await page.goto(`/transaction?q=${payment.id}`);
  await expect(rows.nth(1)).toContainText(toShown(payment.created_at, 'Asia/Jakarta'));
  await expect(page.getByText('Times are in WIB.')).toBeVisible();
  await filterByPaidDay(page, day, 'Asia/Jakarta');
  await expect(page.getByText('No results')).toBeVisible();

  await page.goto('/settings?tab=preferences');
  await chooseZone(page, WIT);
  await page.getByRole('navigation').getByRole('link', { name: 'Transactions', exact: true }).first().click();
  await expect(page.getByText('Times are in WIT.')).toBeVisible();
  await page.goto(`/transaction?q=${payment.id}`);
  await expect(rows.nth(1)).toContainText(toShown(payment.created_at, WIT));
  await filterByPaidDay(page, day, WIT);
  await expect(rows.nth(1)).toContainText(toShown(payment.created_at, WIT));

  await page.getByRole('searchbox').first().fill('');
  await expect(page).not.toHaveURL(/q=/);
  const { search } = new URL(page.url());
  const { data } = await get<{ data: { count: number }[] }>(`/transactions/summary${search}`);
  const count = data.reduce((sum, each) => sum + each.count, 0);
  expect(count).toBeGreaterThan(1);
  const table = page.getByRole('region', { name: 'Transactions' }).getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  const download = await downloadExport(page, 'CSV');
  const [header = '', ...lines] = fs
    .readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(header).toContain('created_at (WIT)');
  expect(header).not.toContain('WIB');
  expect(lines).toHaveLength(count);
  const line = lines.find((each) => each.includes(payment.id));
  expect(line).toContain(toLocalTime(new Date(payment.created_at), WIT).slice(0, 19).replace('T', ' '));

  await page.goto(`/transaction/${payment.id}`);
  await expect(page.getByText(toShown(payment.paid_at, WIT)).first()).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d\d:\d\d(:\d\d)? WIB/)).toHaveCount(0);
});

test('a metric of a day in WIB opens exactly its payments in a list in WIT', async ({ page }) => {
  const day = toZonedDay(new Date(Date.now() - 3 * DAY_MS), 'Asia/Jakarta');
  const from = startOfDay(day, 'Asia/Jakarta').toISOString();
  const to = new Date(Date.parse(from) + DAY_MS).toISOString();
  await page.goto(`/analytics?from=${day}&to=${day}`);
  const methods = page.getByRole('region', { name: 'Paid volume by method', exact: true });
  const link = methods.getByRole('link', { name: 'Open the list: QRIS' });
  await expect(link).toBeVisible();
  const opened = new URL(String(await link.getAttribute('href')), DASHBOARD_URL);
  expect([opened.searchParams.get('from'), opened.searchParams.get('to')]).toEqual([from, to]);
  await link.click();
  await expect(page.getByRole('search').getByRole('button', { name: /02:00 WIT – .* 02:00 WIT/ })).toBeVisible();
  // The day alone is a day in WIB.
  opened.searchParams.set('from', day);
  opened.searchParams.set('to', day);
  const counted = await get<{ data: { count: number }[] }>(`/transactions/summary${opened.search}`);
  const count = counted.data.reduce((sum, each) => sum + each.count, 0);
  const table = page.getByRole('region', { name: 'Transactions' }).getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
});

test('new reports start with the format and the language of the preferences', async ({ page }) => {
  await page.goto('/settings?tab=preferences');
  const panel = page.getByRole('region', { name: 'Reports', exact: true });
  const format = panel.getByRole('combobox', { name: 'Default format' });
  await expect(format).toHaveValue('CSV');
  await format.click();
  await expectSuccess(page, 'Report preferences saved', () => page.getByRole('option', { name: 'Excel' }).click());
  const language = panel.getByRole('combobox', { name: 'Language of PDF reports' });
  await language.click();
  await expectSuccess(page, 'Report preferences saved', () =>
    page.getByRole('option', { name: 'Bahasa Indonesia' }).click(),
  );
  await page.reload();
  await expect(format).toHaveValue('Excel');
  await expect(language).toHaveValue('Bahasa Indonesia');

  await page.goto('/manage-notifications?files=reports');
  await page.getByRole('tab', { name: 'New report' }).click();
  const form = page.getByRole('form', { name: 'New report' });
  await expect(form.getByRole('radio', { name: 'Excel' })).toBeChecked();
  // SegmentedControl hides its inputs under their labels.
  await form.getByText('PDF', { exact: true }).click();
  await expect(form.getByRole('combobox', { name: 'Language' })).toHaveValue('Bahasa Indonesia');
});

test('every zone is offered', async ({ page }) => {
  await page.goto('/profile');
  for (const zone of TIME_ZONES.toReversed()) {
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await expect(page.getByRole('option', { name: new RegExp(`^${TIME_ZONE_NAMES[zone]} –`) })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await chooseZone(page, 'Asia/Makassar');
  await expect(page.getByText(/\d\d:\d\d WITA/).first()).toBeVisible();
});

test('the preference, a list and a detail fit a desktop and a phone, in both languages', async ({ page }) => {
  const { id } = await findLatePayment();
  for (const [locale, width, colorScheme] of [
    ['en', 1280, 'light'],
    ['id', 390, 'dark'],
  ] as const) {
    await put('/profile', { time_zone: WIT, locale });
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    for (const [name, path] of [
      ['preferences', '/settings?tab=preferences'],
      ['transactions', '/transaction'],
      ['transaction', `/transaction/${id}`],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('main')).toContainText(name === 'preferences' ? 'WIB' : 'WIT');
      await page.screenshot({ path: `test-results/zone-${name}-${width}.png` });
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(scrolled).toBeLessThanOrEqual(0);
    }
  }
});
