/** Screens of the provider's staff, with what must be visible before each is checked. */
import type { Page } from '@playwright/test';
import { type Screen, region } from './a11y-screens.ts';
import { expect } from './journey.ts';

const button = (name: string) => (page: Page) => expect(page.getByRole('button', { name }).first()).toBeVisible();
const text = (shown: string) => (page: Page) => expect(page.getByText(shown).first()).toBeVisible();

export const PROVIDER: Screen[] = [
  { name: 'operations', path: '/dashboard', ready: region('Key metrics', 'Rp') },
  {
    name: 'exceptions',
    path: '/dashboard?tab=exceptions',
    ready: (page) => expect(page.getByRole('group', { name: 'Kind' })).toBeVisible(),
  },
  { name: 'jobs', path: '/dashboard?tab=jobs', ready: (page) => expect(page.getByText('verify_ledger')).toBeVisible() },
  { name: 'bank channels', path: '/dashboard?tab=channels', ready: region('Bank', 'QRIS') },
  { name: 'outages', path: '/dashboard?tab=outages', ready: button('Add outage') },
  {
    name: 'transactions of all merchants',
    path: '/dashboard?tab=transactions',
    ready: region('Transactions of all merchants', 'Kopi Nusantara'),
  },
  { name: 'merchants', path: '/merchant', ready: region('Merchants', 'Kopi Nusantara') },
  {
    name: 'merchant',
    path: '/merchant?q=Batik',
    ready: async (page) => {
      await page.getByText('Batik Lestari').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Batik Lestari');
    },
  },
  {
    name: 'add merchant',
    path: '/add-merchant',
    ready: (page) => expect(page.getByLabel('Brand name (required)', { exact: true })).toBeVisible(),
  },
  { name: 'account groups', path: '/account-group', ready: text('Mitra Nusantara') },
  { name: 'commissions', path: '/account-group-commission', ready: text('Reseller share') },
  { name: 'standard prices', path: '/pricing', ready: region('Standard fees', 'QRIS') },
  { name: 'standard terms', path: '/pricing?tab=terms', ready: region('Settlement terms', 'T+') },
  { name: 'announcements', path: '/announcement', ready: button('Create announcement') },
  { name: 'bank statements', path: '/bank-statement', ready: button('Upload statement') },
  {
    name: 'analytics of all merchants',
    path: '/analytics',
    ready: region('Paid volume by method', 'QRIS'),
  },
];
