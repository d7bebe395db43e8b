/** The first screen after signing in: what it loads, and a payment that updates dashboard and balance without a reload. */
import type { Page } from '@playwright/test';
import { createPayment, payCode, readTransaction } from './api.ts';
import { expect, test } from './journey.ts';
import { KOPI } from './sandbox.ts';
import { listRows, openRow, rupiah } from './display.ts';

test.use({ user: KOPI });

const metric = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Metrics' }).locator('[data-metric]').filter({ hasText: label });
const numberIn = async (text: Promise<string>): Promise<number> =>
  Number(/Rp\s?([\d.]+)/.exec(await text)?.[1]?.replaceAll('.', ''));

test('a payment raises the gross volume and the balance by its net amount, and its journal balances', async ({
  page,
  context,
}) => {
  const balance = await context.newPage();
  await Promise.all([page.goto('/dashboard'), balance.goto('/balance/history/main')]);
  const volume = metric(page, 'Gross volume');
  await expect(volume).toContainText('Rp');
  const now = balance.getByRole('group', { name: 'Balance', exact: true });
  await expect(now).toContainText('Rp');
  const volume_before = await numberIn(volume.innerText());
  const balance_before = await numberIn(now.innerText());

  const code = await createPayment({ amount: 250_000 });
  await payCode(code);

  await expect.poll(() => numberIn(volume.innerText())).toBe(volume_before + 250_000);
  const { net_amount } = await readTransaction(code.transaction_id);
  await expect.poll(() => numberIn(now.innerText())).toBe(balance_before + (net_amount ?? 0));
  // The rows do not jump: they wait behind the pill.
  await balance.getByRole('button', { name: /^\d+ new$/ }).click();
  const row = listRows(balance, 'Movements').filter({ hasText: rupiah(250_000) });
  await expect(row).toBeVisible();
  await openRow(row);
  const journal = balance.getByRole('dialog', { name: 'Journal' });
  await expect(journal).toContainText(rupiah(250_000));
  await expect(journal).toContainText(rupiah(1_750));
});

// A browser asks a server for six files at a time: each dozen of small ones is two more round trips.
for (const path of ['/dashboard', '/transaction', '/settings']) {
  test(`decision 0155: the first screen, ${path}, loads at most 60 scripts and styles`, async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThanOrEqual(60);
  });
}
