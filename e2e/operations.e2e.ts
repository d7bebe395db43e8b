/**
 * The provider's operations: an exception is worked off, banks are watched, merchants are informed, and prices,
 * holidays and outages are kept.
 */
import type { Page } from '@playwright/test';
import { createPayment, post, resetBank, setBankSwitches } from './api.ts';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';

const ADMIN = 'platform_admin@dasbor.example';
/** How long the slow bank takes. */
const DELAY_MS = 3_000;
/** More than a twentieth of what other journeys sent to the bank within the last quarter of an hour. */
const SLOW_CALLS = 10;
const unique = (name: string): string => `${name} ${Date.now().toString(36).toUpperCase()}`;
const at = (path: string): string => `${DASHBOARD_URL}${path}`;

/** `2027-01-05` days ahead, and as a field of the English dashboard reads it. */
function dayAhead(days: number): { day: string; typed: string } {
  const date = new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000);
  const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
  return { day: `${year}-${month}-${day}`, typed: `${day}/${month}/${year}` };
}

const openProvider = async (openAs: (email: string) => Promise<Page>, path: string): Promise<Page> => {
  const provider = await openAs(ADMIN);
  await provider.goto(at(path));
  return provider;
};

test('an exception is assigned and closed with a note @phone', async ({ openAs }) => {
  // A callback without a signature matches nothing.
  await fetch(at('/snap/v1.0/qr/qr-mpm-notify'), { method: 'POST', body: '{}' });
  const provider = await openProvider(openAs, '/dashboard?tab=exceptions');
  const exception = provider.getByRole('listitem').filter({ hasText: 'Bank callbacks could not be matched' }).first();
  await exception.getByRole('button', { name: 'Assign to me' }).click();
  await expect(exception).toContainText('Assigned to you');
  await exception.getByRole('button', { name: 'Close with note' }).click();
  const dialog = provider.getByRole('dialog', { name: 'Close with note' });
  await dialog.getByRole('textbox').fill('A test of our own.');
  await dialog.getByRole('button', { name: 'Close with note' }).click();
  await expect(provider.getByText('Exception closed')).toBeVisible();
  await provider.getByRole('tab', { name: 'Activity' }).click();
  await expect(provider.getByText('Exception closed').first()).toBeVisible();
});

test('an announcement is published, and dismissed for good by the user who read it', async ({ openAs }) => {
  const title = unique('Maintenance');
  const provider = await openProvider(openAs, '/announcement');
  await provider.getByRole('button', { name: 'Create announcement' }).first().click();
  const form = provider.getByRole('dialog', { name: 'Create announcement' });
  await form.getByLabel(/Title in English/).fill(title);
  await form.getByLabel(/Text in English/).fill('Reports are late tonight.');
  await form.getByLabel(/Title in Indonesian/).fill(`${title} (ID)`);
  await form.getByLabel(/Text in Indonesian/).fill('Laporan terlambat malam ini.');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(provider.getByRole('region', { name: 'Preview' })).toContainText('Laporan terlambat malam ini.');
  await expectClean(provider);
  await provider.getByRole('button', { name: 'Publish' }).click();
  await provider.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(provider.getByRole('button', { name: 'End now' })).toBeVisible();

  const merchant = await openAs(KOPI);
  await merchant.goto(at('/transaction'));
  const banners = merchant.getByRole('region', { name: 'Announcements from your payment provider' });
  await expect(banners).toContainText(title);
  await banners.getByRole('button', { name: `Dismiss announcement: ${title}` }).click();
  await expect(merchant.getByText(title)).toHaveCount(0);
  await merchant.reload();
  await expect(merchant.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(merchant.getByText(title)).toHaveCount(0);
  await merchant.goto(at('/announcement'));
  await expect(merchant.getByRole('list', { name: 'Announcements' })).toContainText(title);
  await provider.getByRole('button', { name: 'End now' }).click();
  await provider.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(merchant.getByRole('list', { name: 'Announcements' })).toContainText('Ended');
});

test('a holiday shows what it moves, and a future fee is added and withdrawn', async ({ openAs }) => {
  const name = unique('Hari libur');
  const { typed } = dayAhead(40);
  const provider = await openProvider(openAs, '/pricing?tab=holidays');
  await provider.getByRole('button', { name: 'Add holiday' }).click();
  const form = provider.getByRole('dialog', { name: 'Add holiday' });
  await form.getByLabel(/^Date/).fill(typed);
  await form.getByLabel(/^Name/).fill(name);
  await expect(form.getByRole('region', { name: 'Settlement dates that change' })).toBeVisible();
  await form.getByRole('button', { name: 'Add holiday' }).click();
  await expect(provider.getByText('Holiday added')).toBeVisible();

  await provider.getByRole('tab', { name: 'Fees' }).click();
  const fee = unique('Virtual account');
  await provider.getByRole('button', { name: 'Add version' }).click();
  const rule = provider.getByRole('dialog', { name: 'Add version' });
  await rule.getByLabel(/^Name/).fill(fee);
  await expect(rule.getByRole('region', { name: 'Fee preview' })).toContainText('Rp 700');
  await rule.getByLabel(/^Valid from/).fill(dayAhead(30).typed);
  await rule.getByRole('button', { name: 'Add version' }).click();
  const added = provider.getByRole('listitem').filter({ hasText: fee });
  await expect(added).toContainText('Upcoming');
  await added.getByRole('button', { name: 'Withdraw version' }).click();
  await provider.getByRole('dialog').getByRole('button', { name: 'Withdraw version' }).click();
  await expect(added).toHaveCount(0);
});

test('an outage is shown at its payment method on the pay page until it is over', async ({ openAs, browser }) => {
  const text = unique('BCA is being repaired');
  const provider = await openProvider(openAs, '/dashboard?tab=outages');
  await provider.getByRole('button', { name: 'Add outage' }).first().click();
  const form = provider.getByRole('dialog', { name: 'Add outage' });
  await form.getByRole('combobox', { name: /Bank/ }).click();
  await provider.getByRole('option', { name: 'Bank Central Asia', exact: true }).click();
  await form.getByLabel(/Text in English/).fill(text);
  await form.getByLabel(/Text in Indonesian/).fill(text);
  await form.getByRole('button', { name: 'Save outage' }).click();
  const row = provider.getByRole('row').filter({ hasText: 'BCA' }).filter({ hasText: 'Current' });
  await expect(row.first()).toBeVisible();

  const { data: link } = await post<{ data: { url: string } }>('/payment-links', {
    type: 'single_use',
    title: 'Kopi susu',
    amount: 50_000,
    channels: ['QRIS', 'BCA', 'BNI'],
  });
  const customer = await browser.newPage();
  await customer.goto(new URL(new URL(link.url).pathname, DASHBOARD_URL).href);
  await expect(customer.getByRole('button').filter({ hasText: text })).toHaveCount(1);
  await row.first().getByRole('button', { name: 'End now' }).click();
  await provider.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(provider.getByText('Outage ended')).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('button').filter({ hasText: 'BCA' })).toBeVisible();
  await expect(customer.getByText(text)).toHaveCount(0);
  await customer.close();
});

/** `p95 240 ms` and `p95 3.2 s` in seconds. */
function readP95(text: string): number {
  const [, value, unit] = /p95 ([\d.]+) (ms|s)/.exec(text) ?? [];
  return Number(value) / (unit === 'ms' ? 1_000 : 1);
}

test.describe('bank channels', () => {
  test.afterEach(resetBank);

  test('a bank that slows down and then goes down is shown, and its outage is declared from there', async ({
    openAs,
  }) => {
    const create = () => createPayment({ amount: 25_000 }).catch(() => null);
    await create();
    const provider = await openProvider(openAs, '/dashboard?tab=channels');
    // Merchants with their own credentials have panels of their own.
    const bank = provider.getByRole('region', { name: 'Bank', exact: true });
    const qris = bank.getByRole('row').filter({ hasText: 'QRIS' });
    await expect(qris).toContainText('100%');
    const usual_s = readP95(await qris.innerText());
    await expectClean(provider);

    await setBankSwitches({ generate_delay_ms: DELAY_MS });
    const started_ms = Date.now();
    await Promise.all(Array.from({ length: SLOW_CALLS }, create));
    const slowest_s = (Date.now() - started_ms) / 1_000;
    await provider.reload();
    await expect(qris).toContainText(/p95 \d+(\.\d)? s/);
    const p95_s = readP95(await qris.innerText());
    expect(p95_s).toBeGreaterThanOrEqual(DELAY_MS / 1_000);
    // As slow as a busy machine makes it; counted in steps of a tenth.
    expect(p95_s).toBeLessThanOrEqual(Math.max(usual_s, slowest_s) * 1.1 + 0.1);

    await setBankSwitches({ generate_delay_ms: 0, offline: true });
    await Promise.all(Array.from({ length: 3 }, create));
    await provider.reload();
    await expect(qris).toContainText('5034700');
    await expect(qris).toContainText(/Failing|Degraded/);

    await qris.getByRole('button', { name: 'Add outage' }).click();
    const form = provider.getByRole('dialog', { name: 'Add outage' });
    await expect(form.getByRole('checkbox', { name: 'QRIS' })).toBeChecked();
    await form.getByRole('button', { name: 'Save outage' }).click();
    await expect(qris).toContainText('Outage declared');
    await provider.getByRole('tab', { name: 'Outages' }).click();
    const outage = provider.getByRole('row').filter({ hasText: 'QRIS' }).filter({ hasText: 'Current' }).first();
    await outage.getByRole('button', { name: 'End now' }).click();
    await provider.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
    await expect(provider.getByText('Outage ended')).toBeVisible();
  });
});
