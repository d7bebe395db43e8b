/** Every screen, with what must be visible before it is checked. */
import type { Page } from '@playwright/test';
import type { createPaymentLink } from '@dasbor/contract/payment-link';
import type { Output } from '@dasbor/contract/route';
import type { createVirtualAccount } from '@dasbor/contract/virtual-account';
import { createPayment, payCode, post, readTransaction } from './api.ts';
import { expect } from './journey.ts';
import { BANK_URL, MAIL_URL } from './sandbox.ts';
import { listRows } from './display.ts';

export interface Screen {
  name: string;
  path: string;
  /** By a page load, because the screen before it has a dialog or unsaved changes. */
  is_loaded?: true;
  /** Waits until the screen can be checked. */
  ready: (page: Page) => Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** Waits for a text in a part of the screen. */
export const region = (name: string, text: string) => (page: Page) =>
  expect(page.getByRole('region', { name, exact: true })).toContainText(text);

export const PUBLIC: Screen[] = [
  { name: 'login', path: '/login', ready: heading('Sign in') },
  { name: 'registration', path: '/register', ready: heading('Create an account') },
  { name: 'fallback', path: '/nothing', ready: heading('Page not found') },
  { name: 'bank', path: BANK_URL, ready: (page) => expect(page.getByRole('switch').first()).toBeVisible() },
  { name: 'mailbox', path: MAIL_URL, ready: heading('Sandbox inbox') },
];

const VIRTUAL_ACCOUNT = {
  bank: 'BRI',
  holder_name: 'KOPI NUSANTARA',
  type: 'reusable',
  amount_type: 'open',
  customer_name: 'Sari',
};

const rows = (list: string) => (page: Page) => expect(listRows(page, list).last()).toBeVisible();

/** Screens of payments, refunds and settlements, each with data. */
export const MONEY: Screen[] = [
  {
    name: 'new virtual account',
    path: '/virtual-account?create=1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create virtual account' }).click();
      await expect(page.getByText('Select a bank.')).toBeVisible();
    },
  },
  {
    name: 'virtual account',
    path: '/virtual-account',
    ready: async (page) => {
      const { data } = await post<Output<typeof createVirtualAccount>>('/virtual-accounts', VIRTUAL_ACCOUNT);
      await page.goto(`/virtual-account/${data.id}`);
      await expect(page.getByRole('region', { name: 'How to pay' })).toContainText('ATM');
    },
  },
  { name: 'virtual accounts', path: '/virtual-account', ready: rows('Virtual accounts') },
  {
    name: 'payment link',
    path: '/payment-link',
    ready: async (page) => {
      const body = { title: 'Kopi Gayo 2 kg', type: 'single_use', amount: 180_000 };
      const { data } = await post<Output<typeof createPaymentLink>>('/payment-links', body);
      await page.goto(`/payment-link/${data.id}`);
      await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Created');
    },
  },
  { name: 'payment links', path: '/payment-link', ready: rows('Payment links') },
  {
    name: 'new payment link',
    path: '/payment-link/create',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click();
      await expect(page.getByText('Enter a value.').first()).toBeVisible();
    },
  },
  { name: 'stickers', path: '/qris-payment?view=codes', ready: rows('QR codes') },
  {
    name: 'deposit VA',
    path: '/deposit-va',
    ready: (page) => expect(page.getByRole('region', { name: 'Payout balance', exact: true })).toContainText('Rp'),
  },
  {
    name: 'refunds',
    path: '/transaction?view=refunds',
    ready: async (page) => {
      const code = await createPayment({ amount: 90_000 });
      await payCode(code);
      const id = code.transaction_id;
      await expect.poll(async () => (await readTransaction(id)).status).toBe('success');
      await post(`/transactions/${id}/refunds`, { amount: 40_000, reason: 'order_cancelled' });
      await page.reload();
      await rows('Refunds')(page);
    },
  },
  {
    name: 'cash flow',
    path: '/cash-flow',
    ready: async (page) => {
      const days = page.locator('section').filter({ has: page.getByRole('heading', { name: 'By day' }) });
      await days.getByRole('button', { expanded: false, disabled: false }).first().click();
      await expect(page.getByRole('list', { name: /^Movements of/ })).toContainText('Rp');
    },
  },
  { name: 'settlements', path: '/settlement', ready: rows('Settlements') },
  {
    name: 'settlement',
    path: '/settlement?status=paid',
    ready: async (page) => {
      await listRows(page, 'Settlements').nth(1).getByRole('link').click();
      await expect(listRows(page, 'Lines').nth(1)).toContainText('Payment');
    },
  },
];

export const SIGNED_IN: Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: async (page) => {
      await heading('Dashboard')(page);
      await expect(page.getByRole('region', { name: 'Metrics' })).toContainText('Rp');
    },
  },
  { name: 'analytics', path: '/analytics', ready: region('Paid volume by method', 'QRIS') },
  { name: 'invoices', path: '/invoice', ready: heading('Invoices') },
  {
    name: 'balance',
    path: '/balance/history/main',
    ready: (page) => expect(listRows(page, 'Movements').nth(3)).toBeVisible(),
  },
  { name: 'profile', path: '/profile', ready: heading('Profile') },
  {
    name: 'business profile',
    path: '/business-profile',
    ready: (page) => expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible(),
  },
  {
    name: 'registration form',
    path: '/register-form/enterprise',
    ready: async (page) => {
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Business' }).click();
      await page.getByRole('combobox', { name: 'Industry (required)' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'transactions',
    path: '/transaction?status=success,expired,failed,cancelled',
    ready: (page) => expect(listRows(page, 'Transactions').nth(3)).toBeVisible(),
  },
  {
    name: 'transaction',
    path: '/transaction?status=success',
    ready: async (page) => {
      await listRows(page, 'Transactions').getByRole('link').first().click();
      await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
    },
  },
  {
    name: 'QRIS payments',
    path: '/qris-payment',
    ready: (page) => expect(listRows(page, 'QRIS payments').nth(3)).toBeVisible(),
  },
  {
    name: 'new QRIS payment',
    path: '/qris-payment?create=1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create QR code' }).click();
      await expect(page.getByText('Enter an amount.')).toBeVisible();
    },
  },
  {
    name: 'QRIS payment',
    path: '/qris-payment',
    ready: async (page) => {
      await listRows(page, 'QRIS payments').getByRole('link').first().click();
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
    is_loaded: true,
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
    is_loaded: true,
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
