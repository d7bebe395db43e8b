/** No amount, status, id or action of a list is cut off, at any width and in both languages. */
import type { Page } from '@playwright/test';
import { createEndedBatch } from './ended-batch.ts';
import { expect, test } from './journey.ts';
import { openScreen } from './open-screen.ts';
import { KOPI } from './sandbox.ts';

test.use({ user: KOPI });

const LISTS = [
  '/transaction',
  '/transaction?view=refunds',
  '/transaction?view=awaiting-approval',
  '/transaction?view=duplicate-payments',
  '/settlement',
  '/payment-link',
  '/virtual-account',
  '/qris-payment',
  '/qris-payment?view=codes',
  '/deposit-va',
  '/balance/history/main',
  '/cash-flow',
] as const;
/** Indonesian texts are the longer ones: English is checked at the narrowest widths only. */
const LANGUAGES = {
  en: { name: 'English', widths_px: [1280, 390] },
  id: { name: 'Bahasa Indonesia', widths_px: [1280, 1440, 1920, 390] },
} as const;

/** Amounts, chips, buttons, ids and sentences of the lists that are not whole in their cell or card, with their text. */
function findCut(): string[] {
  const cut: string[] = [];
  for (const part of document.querySelectorAll<HTMLElement>(
    'main tbody td [data-tone], main tbody td button, main tbody td [class*=amount]',
  )) {
    const cell = part.closest('td') as HTMLElement;
    const [own, frame] = [part.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (own.width === 0 || cell.closest('[aria-hidden]')) continue;
    if (own.right > frame.right + 1 || own.left < frame.left - 1)
      cut.push(`${cell.dataset['column'] ?? 'card'}: ${part.textContent || part.getAttribute('aria-label')}`);
  }
  for (const cell of document.querySelectorAll<HTMLElement>('main [data-whole]')) {
    if (cell.scrollWidth > cell.clientWidth) cut.push(`${cell.dataset['column']}: ${cell.textContent}`);
  }
  for (const id of document.querySelectorAll<HTMLElement>('main tbody td [title*="_"]')) {
    if (id.textContent.includes('…') && id.scrollWidth > id.clientWidth) cut.push(`id: ${id.title}`);
  }
  for (const text of document.querySelectorAll<HTMLElement>('main tbody td [data-complete]')) {
    const column = (text.closest('td') as HTMLElement).getBoundingClientRect();
    const is_outside = text.getBoundingClientRect().right > column.right + 1;
    if (text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1 || is_outside)
      cut.push(`text: ${text.textContent}`);
  }
  return cut;
}

/** A table chooses its columns in the frame after its width changed, and widens them in the next. */
async function waitForFit(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Lists that scroll sideways at this width although their columns could give way. */
const findScrolling = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-scrolls], main [data-fits]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((frame) => frame.getAttribute('aria-label') ?? '');

/** By how many pixels the page is wider than the window. */
const getOverflow = (): number => document.documentElement.scrollWidth - innerWidth;

async function openList(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Shows the dashboard in a language, which is a setting of the user, whom other journeys share. */
const showIn = (page: Page, language: string) =>
  page.route('**/api/v1/profile', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"locale":"\w+"/, `"locale":"${language}"`);
    await route.fulfill({ response: answer, body });
  });

/** The longest reason for which a row is not paid. */
const LONGEST_REASON = {
  en: 'Another disbursement with this reference was created before the batch was paid',
  id: 'Tidak ada layanan transfer untuk jumlah ini ke bank tersebut saat batch dibayar',
};

/** Shows the longest reason in the rows of a batch; only the column is under test. */
async function lengthenReasons(page: Page, language: keyof typeof LONGEST_REASON): Promise<void> {
  await page.route('**/api/v1/disbursement-batches/*/rows?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /"not_paid_reason":"[^"]+"/g,
      `"not_paid_reason":"${LONGEST_REASON[language]}"`,
    );
    await route.fulfill({ response: answer, body });
  });
}

let batch_path = '';
test.beforeAll(async () => {
  batch_path = `/disbursement/${await createEndedBatch()}`;
});

for (const [language, { name, widths_px }] of Object.entries(LANGUAGES)) {
  test(`amounts, statuses, ids and actions of all lists are whole, ${name}`, async ({ page }) => {
    test.slow();
    await showIn(page, language);
    await lengthenReasons(page, language as keyof typeof LANGUAGES);
    for (const path of [...LISTS, '/disbursement', batch_path]) {
      await openList(page, path);
      if (path === batch_path)
        await expect(page.getByText(LONGEST_REASON[language as keyof typeof LANGUAGES])).toBeVisible();
      for (const width of widths_px) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(waitForFit);
        await expect.poll(() => page.evaluate(findCut), `${path} at ${width}`).toEqual([]);
        await expect.poll(() => page.evaluate(findScrolling), `${path} scrolls at ${width}`).toEqual([]);
        // The screen follows the width after a moment.
        await expect.poll(() => page.evaluate(getOverflow), `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('the chips of filters fit the sheet of a phone, Bahasa Indonesia', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await showIn(page, 'id');
  await openList(page, '/transaction?issuer=none,GoPay,ShopeePay&failure_code=bank_refused,none');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const chips = page.getByRole('dialog').locator('[data-set]');
  await expect(chips).toHaveCount(2);
  const beyond = await chips.evaluateAll((all) =>
    all.map((chip) => {
      const row = chip.parentElement as HTMLElement;
      return chip.getBoundingClientRect().right - row.getBoundingClientRect().right;
    }),
  );
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
});

test('on a phone the row of filters has one line, and a filter of the sheet applies', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/users', '/balance/history/main', '/cash-flow', '/analytics']) {
    await openList(page, path);
    const row = page.getByRole('search', { name: /^Filter/ });
    await expect(row.getByRole('button', { name: 'Filters' }), path).toBeVisible();
    expect((await row.boundingBox())?.height, path).toBeLessThanOrEqual(40);
  }
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter analytics' });
  await sheet.getByRole('button', { name: 'Interval' }).click();
  await page.getByRole('radio', { name: 'Weeks' }).click();
  await expect(page).toHaveURL('/analytics?interval=week');
});

test('the tabs of the settings are whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page, '/manage-notifications');
  const tabs = page.getByRole('navigation', { name: 'Settings area' }).getByRole('link');
  await expect(tabs).not.toHaveCount(0);
  const ends = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThanOrEqual(390);
});

test('every entry of the sidebar fits the height of a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openList(page, '/transaction');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  const last = sidebar.getByRole('link').last();
  const ends = await Promise.all([last.boundingBox(), sidebar.getByRole('button').last().boundingBox()]);
  const [entry, fold] = ends.map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
  expect(entry?.bottom).toBeLessThanOrEqual(fold?.top ?? 0);
  expect(fold?.bottom).toBeLessThanOrEqual(720);
});

test('domain 1.3: the closing balance of each day is in sight beside the columns that scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openList(page, '/cash-flow');
  const cells = page.getByRole('region', { name: 'By day' }).locator('tbody tr td:last-child');
  await expect(cells).not.toHaveCount(0);
  const ends = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThanOrEqual(1280);
});
