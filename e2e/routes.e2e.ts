/** Every route of specification section 2, and what each role sees of the frame (section 6). */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { openScreen } from './open-screen.ts';
import { KOPI } from './sandbox.ts';

type Routes = readonly (readonly [path: string, heading: string])[];

const PUBLIC: Routes = [
  ['/register', 'Create an account'],
  ['/register-member', 'Invitation not valid'],
  ['/login', 'Sign in'],
  ['/verification-email/tok', 'Confirm your email'],
  ['/verification-email-check', 'Check your email'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/tok', 'This link no longer works'],
  ['/resend-email/a%40kopi.example', 'Resend the email'],
  ['/mobile-verification', 'Verify your mobile number'],
  ['/register-flow', 'Create an account'],
  ['/register-form/enterprise', 'Register a company'],
  ['/register-form/personal', 'Register as an individual'],
];

const PROTECTED: Routes = [
  ['/dashboard', 'Dashboard'],
  ['/analytics', 'Analytics'],
  ['/cash-flow', 'Cash flow'],
  ['/balance/history/main', 'Pending balance'],
  ['/changepassword', 'Change password'],
  ['/transaction', 'Transactions'],
  ['/transaction/txn_unknown', 'Payment not found'],
  ['/settlement', 'Settlement'],
  ['/settlement/qris', 'Settlement'],
  ['/settlement/report/detail', 'Settlement not found'],
  ['/payment-link', 'Payment links'],
  ['/payment-link/pl_unknown', 'Payment link not found'],
  ['/payment-link/create', 'New payment link'],
  ['/invoice', 'Invoices'],
  ['/invoice/inv_1', 'Invoice not found'],
  ['/profile', 'Profile'],
  ['/business-profile', 'Business profile'],
  ['/users', 'Users'],
  ['/settings', 'Settings'],
  ['/api-settings', 'API settings'],
  ['/api-settings/create-webhook', 'Create webhook'],
  ['/virtual-account', 'Virtual accounts'],
  ['/virtual-account/va_unknown', 'Virtual account not found'],
  ['/qris-payment', 'QRIS payments'],
  ['/qris-payment/qr_unknown', 'QRIS payment not found'],
  ['/deposit-va', 'Deposit VA'],
  ['/deposit-va/dva_unknown', 'Virtual account not found'],
  ['/disbursement', 'Disbursements'],
  ['/disbursement/dis_1', 'Disbursement not found'],
  ['/announcement', 'Announcements'],
  ['/manage-notifications', 'Email Notifications'],
];

/** Screens of the provider's staff; users of a merchant see the fallback page. */
const PROVIDER: Routes = [
  ['/merchant', 'Merchants'],
  ['/add-merchant', 'Add merchant'],
  ['/merchant/mer_1', 'Merchant not found'],
  ['/edit-merchant/mer_1', 'Merchant not found'],
  ['/account-group', 'Account groups'],
  ['/account-group/agr_1/', 'Account group not found'],
  ['/account-group-commission', 'Commissions'],
  ['/account-group-commission/cmr_1', 'Commission rule not found'],
  ['/announcement/ann_1', 'Announcement not found'],
  ['/pricing', 'Pricing and terms'],
  ['/bank-statement', 'Bank statements'],
  ['/bank-statement/bst_1', 'Bank statement not found'],
];

const TABS = ['Profile', 'Business', 'Users', 'Settings', 'Manage Notifications'];
const settingsTabs = (page: Page) => page.getByRole('navigation', { name: 'Settings area' }).getByRole('link');
const sidebarGroups = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('group');

async function expectFallback(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.", { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
  const support = page.getByRole('link', { name: 'Contact support' });
  await expect(support).toHaveAttribute('href', 'mailto:support@dasbor.example');
  await expect(support).toHaveAccessibleDescription('support@dasbor.example');
}

test('spec §2: every public route opens a page, any other public path the fallback', async ({
  page,
  browser_errors,
}) => {
  // The token of the path is not one.
  browser_errors.expect(/status of 400 .*reset-links/);
  for (const [path, heading] of PUBLIC) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true }), path).toBeVisible();
  }
  for (const path of ['/nothing', '/register-form/other', '/verification-email']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expectFallback(page);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
});

test('spec §2: without the session marker every protected path leads to /login', async ({ page }) => {
  await page.goto('/login');
  for (const path of ['/', '/dashboard', '/account-group/ag_1/', '/transaction/unknown/deeper', '/settings?a=1&b=2']) {
    await page.goto(path, { waitUntil: 'commit' });
    const target = path === '/' ? '/dashboard' : path;
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(target)}`);
  }
});

test.describe('signed in as superadmin', () => {
  test.use({ user: KOPI });

  test('spec §2: every protected route opens a screen in the frame', async ({ page, browser_errors }) => {
    browser_errors.expect(
      /status of (400|404).*(transactions|qris-payments|payment-links|virtual-accounts|deposit-vas|disbursements|invoices)\//,
    );
    test.slow();
    for (const [path, heading] of PROTECTED) {
      await openScreen(page, path);
      await expect(page.getByRole('heading', { name: heading, exact: true }).first(), path).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main navigation' }), path).toBeVisible();
    }
  });

  test("spec §2: the provider's routes show the fallback page to a merchant, and open for the provider", async ({
    page,
    openAs,
    browser_errors,
  }) => {
    browser_errors.expect(
      /status of (400|404).*(merchants|account-groups|account-group-commissions|bank-statements|announcements)\//,
    );
    const provider = await openAs('platform_admin@dasbor.example');
    for (const [path, heading] of PROVIDER) {
      await page.goto(path, { waitUntil: 'commit' });
      await expectFallback(page);
      await openScreen(provider, path);
      await expect(provider.getByRole('heading', { name: heading, exact: true }).first(), path).toBeVisible();
    }
  });

  test('spec §2: / leads to /dashboard, and any other protected path shows the fallback page in the frame', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/dashboard');
    for (const path of ['/dashboard/deeper', '/settlement/qris/deeper/still', '/api-settings/unknown']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expectFallback(page);
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Go back home' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('spec §2: a thin progress bar runs once to its end on each route change', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    // The bar shows for half a second: the page itself records its values.
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
        if (value !== undefined && value !== null && Number(value) !== seen.at(-1)) seen.push(Number(value));
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.getByRole('link', { name: 'Analytics' }).click();
    await expect(page).toHaveURL('/analytics');
    const readSeen = () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
    // The address changes before the bar appears.
    await expect.poll(async () => (await readSeen()).at(-1)).toBeGreaterThan(80);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    const seen = await readSeen();
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('spec §2: the tab is highlighted whose route the path contains', async ({ page }) => {
    await page.goto('/profile');
    for (const name of TABS) {
      await settingsTabs(page).filter({ hasText: name }).click();
      await expect(settingsTabs(page).and(page.locator('[aria-current=page]'))).toHaveText(name);
    }
  });

  test("spec §6: role access of 'disabled' hides the Manage Notifications tab, and the screen is the fallback page", async ({
    page,
  }) => {
    await page.route('**/api/v1/merchant-role-access', (route) =>
      route.fulfill({ json: { data: { access: 'disabled' } } }),
    );
    await page.goto('/profile');
    await expect(settingsTabs(page)).toHaveText(TABS.slice(0, 4));
    await page.goto('/manage-notifications');
    await expectFallback(page);
  });

  test("spec §6: a feature flag of 'disabled' makes manage notifications the fallback page", async ({ page }) => {
    await page.route('**/api/v1/feature-flags', (route) =>
      route.fulfill({ json: { data: { manage_notifications: 'disabled' } } }),
    );
    await page.goto('/manage-notifications');
    await expectFallback(page);
  });
});

/** The sidebar by role: visible groups, and screens that are hidden. */
const SIDEBAR: Record<string, { groups: string[]; absent: string[] }> = {
  superadmin: { groups: ['Home', 'Payments', 'Money out', 'Developers', 'Settings'], absent: ['Merchants'] },
  admin: { groups: ['Home', 'Payments', 'Money out', 'Developers', 'Settings'], absent: ['Merchants'] },
  finance: { groups: ['Home', 'Payments', 'Money out', 'Settings'], absent: ['API settings'] },
  operator: { groups: ['Home', 'Payments', 'Money out', 'Settings'], absent: ['Cash flow', 'Balance'] },
  approver: { groups: ['Home', 'Payments', 'Money out', 'Settings'], absent: ['API settings'] },
  developer: {
    groups: ['Home', 'Payments', 'Developers', 'Settings'],
    absent: ['Cash flow', 'Balance'],
  },
  support: {
    groups: ['Home', 'Payments', 'Settings'],
    absent: ['Cash flow', 'Settlement', 'Deposit VA', 'Disbursements', 'API settings'],
  },
};

for (const [role, { groups, absent }] of Object.entries(SIDEBAR)) {
  test(`spec §6: tabs and sidebar of ${role}`, async ({ openAs }) => {
    const page = await openAs(`${role}@kopi.example`);
    await page.goto('/profile');
    await expect(settingsTabs(page)).toHaveText(role === 'superadmin' ? TABS : ['Profile']);
    expect(
      await sidebarGroups(page).evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))),
    ).toEqual(groups);
    for (const name of absent)
      await expect(sidebarGroups(page).getByRole('link', { name, exact: true })).toHaveCount(0);
  });
}

for (const role of ['platform_admin', 'platform_finance', 'platform_compliance', 'platform_support']) {
  test(`spec §6: ${role} sees the Provider group, the Profile tab, and no merchant's notifications`, async ({
    openAs,
  }) => {
    const page = await openAs(`${role}@dasbor.example`);
    await page.goto('/profile');
    await expect(settingsTabs(page)).toHaveText(['Profile']);
    expect(
      await sidebarGroups(page).evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))),
    ).toEqual(['Provider', 'Settings']);
    await page.goto('/manage-notifications');
    await expectFallback(page);
  });
}
