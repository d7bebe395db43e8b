import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildPaymentLink, buildPaymentLinkId } from '../test/link-fixtures.ts';

setUpMockServer();

beforeEach(() => {
  signIn();
  const shown = [buildPaymentLink(1), buildPaymentLink(2, { status: 'inactive', type: 'open_amount', amount: null })];
  mockEndpoint('GET /payment-links', () => ({ json: { data: shown, next_cursor: null } }));
  mockEndpoint('GET /payment-links/summary', () => ({
    json: { data: [{ status: 'active', count: 1, amount: 450_000 }] },
  }));
  mockEndpoint('GET /payment-links/creators', () => ({
    json: { data: [{ created_by: 'usr_1', created_by_name: 'Sari Wulandari' }] },
  }));
});
const table = () => screen.findByRole('region', { name: 'Payment links' });

testListScreen({
  address: '/payment-link',
  path: '/payment-links',
  name: { en: 'Payment links', id: 'Tautan pembayaran' },
  empty: { en: 'No payment links yet', id: 'Belum ada tautan pembayaran' },
  topic: 'payment-link',
  filter: { status: 'active', type: 'multi_use', created_by: 'usr_1', q: 'kopi' },
  rows: () => ({ shown: [buildPaymentLink(1)], arriving: buildPaymentLink(0) }),
  texts: { shown: 'Kopi Gayo 1', arriving: 'Kopi Gayo 0' },
});

test('the list shows title, amount and status of each link, and the totals by status', async () => {
  openApp('/payment-link');
  const list = await table();
  expect(within(list).getByRole('link', { name: 'Kopi Gayo 1' })).toBeVisible();
  expect(within(list).getByText('Rp 150.000')).toBeVisible();
  expect(within(list).getByText('Active')).toBeVisible();
  expect(within(list).getByText('Open')).toBeVisible();
  const totals = screen.getByRole('region', { name: 'Totals of this filter' });
  expect(await within(totals).findByRole('button', { name: /Active.*Rp 450\.000/ })).toBeVisible();
});

test('only a single-use link that was paid twice is marked as a duplicate payment', async () => {
  const paid = [
    buildPaymentLink(1, { status: 'paid', paid_count: 2 }),
    buildPaymentLink(2, { status: 'paid', paid_count: 1 }),
    buildPaymentLink(3, { type: 'multi_use', paid_count: 2 }),
    buildPaymentLink(4, { type: 'open_amount', amount: null, paid_count: 2 }),
  ];
  mockEndpoint('GET /payment-links', () => ({ json: { data: paid, next_cursor: null } }));
  openApp('/payment-link');
  await table();
  const getRow = (n: number) => screen.getByRole('link', { name: `Kopi Gayo ${n}` }).closest('tr');
  expect(getRow(1)).toHaveTextContent('Duplicate payment');
  for (const n of [2, 3, 4]) expect(getRow(n)).not.toHaveTextContent('Duplicate payment');
});

test('the creator filter offers those who created links', async () => {
  const { user, router } = openApp('/payment-link');
  await table();
  await user.click(screen.getByRole('button', { name: 'Created by' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Sari Wulandari' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?created_by=usr_1'));
});

test('deactivating a link of the list asks first, then says what happened', async () => {
  mockEndpoint(`POST /payment-links/${buildPaymentLinkId(1)}/deactivate`, () => ({
    json: { data: buildPaymentLink(1, { status: 'inactive' }) },
  }));
  const { user } = openApp('/payment-link');
  await user.click(within(await table()).getByRole('button', { name: 'Actions for Kopi Gayo 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate this link?' });
  expect(requestsTo(`/payment-links/${buildPaymentLinkId(1)}/deactivate`)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Link deactivated')).toBeVisible();
});

test('a role with view access can neither create nor change links, and sees why', async () => {
  signIn({ role: 'support' });
  const { user } = openApp('/payment-link');
  const list = await table();
  const create = screen.getByRole('button', { name: 'Create payment link' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(list).getByRole('button', { name: 'Actions for Kopi Gayo 1' }));
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeDisabled();
});
