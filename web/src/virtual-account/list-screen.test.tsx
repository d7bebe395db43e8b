import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, mockReadFailure, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildVa } from '../test/virtual-account-fixtures.ts';

setUpMockServer();

const METRICS = {
  active_count: 3,
  paid_today_count: 2,
  paid_today_amount: 650_000,
  expiring_count: 1,
  mismatches_count: 4,
  as_of: '2026-11-21T07:00:00.000Z',
};
beforeEach(() => {
  signIn();
  const shown = [buildVa(1), buildVa(2, { status: 'expired', amount_type: 'open', expected_amount: null })];
  mockEndpoint('GET /virtual-accounts', () => ({ json: { data: shown, next_cursor: null } }));
  mockEndpoint('GET /virtual-accounts/summary', () => ({
    json: { data: [{ status: 'active', count: 1, amount: 0 }] },
  }));
  mockEndpoint('GET /virtual-accounts/metrics', () => ({ json: { data: METRICS } }));
});
const table = () => screen.findByRole('region', { name: 'Virtual accounts' });

testListScreen({
  address: '/virtual-account',
  path: '/virtual-accounts',
  name: { en: 'Virtual accounts', id: 'Virtual account' },
  empty: { en: 'No virtual accounts yet', id: 'Belum ada virtual account' },
  topic: 'virtual-account',
  filter: { status: 'active', bank: 'BCA', type: 'reusable', amount_type: 'open', mismatch: 'yes', q: 'ORDER' },
  rows: () => ({ shown: [buildVa(1)], arriving: buildVa(0) }),
  texts: { shown: '390251000100000001', arriving: '390251000100000000' },
});

test('the list shows number, amount and status', async () => {
  openApp('/virtual-account');
  const list = await table();
  expect(within(list).getByText('390251000100000001')).toBeVisible();
  expect(within(list).getByText('Rp 325.000')).toBeVisible();
  expect(within(list).getByText('Active')).toBeVisible();
  expect(within(list).getByText('Expired')).toBeVisible();
});

test('the key metrics lead into the list', async () => {
  const { user, router } = openApp('/virtual-account');
  const metrics = await screen.findByRole('region', { name: 'Today' });
  expect(metrics).toHaveTextContent('Rp 650.000');
  await user.click(within(metrics).getByRole('link', { name: 'Show virtual accounts with mismatches' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?mismatch=yes'));
});

test('domain 1.9: creation and expiry are filtered together', async () => {
  const address = '/virtual-account?from=2026-11-14T17:00:00.000Z&to=2026-11-21T17:00:00.000Z';
  const { user, router } = openApp(address);
  const metrics = await screen.findByRole('region', { name: 'Today' });
  expect(within(metrics).getByRole('link', { name: /expir/i })).toHaveAttribute(
    'href',
    '/virtual-account?status=active&expires_from=2026-11-21T07%3A00%3A00.000Z&expires_to=2026-11-22T07%3A00%3A00.000Z',
  );
  await user.click(screen.getByRole('button', { name: 'Expires' }));
  await user.click(await screen.findByRole('button', { name: 'Next 24 hours' }));
  await waitFor(() => expect(Object.keys(router.state.location.search)).toContain('expires_to'));
  await waitFor(() => {
    const query = Object.fromEntries(new URLSearchParams(requestsTo('/virtual-accounts').at(-1)?.query));
    expect(query).toMatchObject({
      date_field: 'created_at',
      from: '2026-11-14T17:00:00.000Z',
      expires_from: expect.any(String) as string,
    });
  });
});

test('key metrics that fail say so, and leave the list usable', async () => {
  mockReadFailure('GET /virtual-accounts/metrics');
  const { user } = openApp('/virtual-account');
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  expect(within(await table()).getByText('Rp 325.000')).toBeVisible();
  mockEndpoint('GET /virtual-accounts/metrics', () => ({ json: { data: METRICS } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Today' })).toHaveTextContent('Rp 650.000');
});

test('a role with view access cannot open the form, and sees why', async () => {
  signIn({ role: 'support' });
  openApp('/virtual-account?create=1');
  await table();
  expect(screen.getByRole('button', { name: 'New virtual account' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
