/** No serious finding of axe on any built screen: light and dark, wide and on a phone. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { BANK_URL, KOPI, MAIL_URL } from './sandbox.ts';
import { rowsOf } from './shown.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] })
      .analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`);
    // All screens are judged, whatever one of them lacks.
    expect.soft(serious, `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** Half-way through a transition nothing has its colour. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map((each) => each.finished));
  });

interface Screen {
  name: string;
  path: string;
  /** What must be there before it is judged. */
  ready: (page: Page) => Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

const PUBLIC: Screen[] = [
  { name: 'login', path: '/login', ready: heading('Sign in') },
  { name: 'not available', path: '/register', ready: heading('Create an account') },
  { name: 'fallback', path: '/nothing', ready: heading('Page not found') },
  { name: 'bank', path: BANK_URL, ready: (page) => expect(page.getByRole('switch').first()).toBeVisible() },
  { name: 'mailbox', path: MAIL_URL, ready: heading('Sandbox mailbox') },
];

const SIGNED_IN: Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: async (page) => {
      await heading('Dashboard')(page);
      await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Rp');
    },
  },
  {
    name: 'balance',
    path: '/balance/history/main',
    ready: (page) => expect(rowsOf(page, 'Movements').nth(3)).toBeVisible(),
  },
  { name: 'profile', path: '/profile', ready: heading('Profile') },
  {
    name: 'transactions',
    path: '/transaction?status=success,expired,failed,cancelled',
    ready: (page) => expect(rowsOf(page, 'Transactions').nth(3)).toBeVisible(),
  },
  {
    name: 'transaction',
    path: '/transaction?status=success',
    ready: async (page) => {
      await rowsOf(page, 'Transactions').getByRole('link').first().click();
      await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
    },
  },
  {
    name: 'QRIS payments',
    path: '/qris-payment',
    ready: (page) => expect(rowsOf(page, 'QRIS payments').nth(3)).toBeVisible(),
  },
  {
    name: 'new QRIS payment',
    path: '/qris-payment?create=1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create QR code' }).click();
      await expect(page.getByText('Enter the amount to pay.')).toBeVisible();
    },
  },
  {
    name: 'QRIS payment',
    path: '/qris-payment',
    ready: async (page) => {
      await rowsOf(page, 'QRIS payments').getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 2, name: 'Payload' })).toBeVisible();
    },
  },
  {
    name: 'notifications',
    path: '/manage-notifications',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Successful Payments' }).click();
      await page.getByText('Daily summary', { exact: true }).click();
      await expect(page.getByText('You have unsaved changes')).toBeVisible();
    },
  },
  {
    name: 'reset',
    path: '/manage-notifications',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Reset to Default' }).click();
      await expect(page.getByRole('dialog', { name: 'Reset Notifications' })).toBeVisible();
    },
  },
  {
    name: 'search',
    path: '/profile',
    ready: async (page) => {
      await heading('Profile')(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'configuration',
    path: '/manage-notifications?tab=configuration',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Delivery Method (required)' }).click();
      await page.getByRole('option', { name: 'Both' }).click();
      await page.getByRole('textbox', { name: 'SFTP host' }).fill('sftp.kopi.example');
      await page.getByRole('textbox', { name: 'SFTP username' }).fill('other');
      await page.getByRole('button', { name: 'Test Connection' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** Each screen in a page of its own, of one browser: what is loaded once stays loaded. */
async function expectAllAccessible(context: BrowserContext, screens: Screen[]): Promise<void> {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      const page = await context.newPage();
      await page.goto(path);
      await ready(page);
      await expectAccessible(page, name);
      await page.close();
    });
  }
}

test('axe finds nothing serious on the public screens, light or dark @phone', async ({ context }) => {
  await expectAllAccessible(context, PUBLIC);
});

test.describe('signed in', () => {
  test.use({ user: KOPI });
  test('axe finds nothing serious on any screen, light or dark @phone', async ({ context }) => {
    test.setTimeout(300_000);
    await expectAllAccessible(context, SIGNED_IN);
  });
});
