import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildSettlementBatch } from '../test/settlement-fixtures.ts';

setUpMockServer();

let rows: SettlementBatch[] = [];
beforeEach(() => {
  signIn();
  rows = [
    buildSettlementBatch(1),
    buildSettlementBatch(2, { status: 'on_hold', paid_at: null, held_reason: 'Bank account' }),
  ];
  mockEndpoint('GET /settlements', () => ({ json: { data: rows, next_cursor: null } }));
  mockEndpoint('GET /settlements/summary', () => ({ json: { data: [{ status: 'paid', count: 1, amount: 992_230 }] } }));
  mockEndpoint('GET /settlements/upcoming', () => ({ json: { data: [] } }));
});
const list = () => screen.findByRole('region', { name: 'Settlements' });

test('the list shows net amount and status of each settlement', async () => {
  openApp('/settlement');
  const table = await list();
  expect(within(table).getByText('Rp 992.230')).toBeVisible();
  expect(within(table).getByText('STL-20261121-2')).toBeVisible();
  expect(within(table).getByText('On hold')).toBeVisible();
});

test('money in transit is that of every batch which left the pending balance and is not credited', async () => {
  const amounts = {
    open: 1,
    closed: 10,
    on_hold: 20,
    approved: 40,
    processing: 80,
    paid: 3,
    failed: 160,
    returned: 320,
  };
  const data = Object.entries(amounts).map(([status, amount]) => ({ status, count: 1, amount }));
  mockEndpoint('GET /settlements/summary', () => ({ json: { data } }));
  openApp('/settlement');
  const metrics = await screen.findByRole('region', { name: 'Overview' });
  expect(await within(metrics).findByText('Rp 630')).toBeVisible();
  expect(within(metrics).getByText('Rp 480')).toBeVisible();
  expect(within(metrics).getAllByText('2 settlements, part of in transit')).toHaveLength(2);
});

test('domain 1.7: what was paid this month counts by the day of its credit', async () => {
  openApp('/settlement');
  expect(await screen.findByText('Credited this month')).toBeVisible();
  const queries = requestsTo('/settlements/summary').map(({ query }) => new URLSearchParams(query));
  const month = queries.find((query) => query.get('status') === 'paid');
  expect(month?.get('paid_from')).toMatch(/^\d{4}-\d\d-01$/);
  expect(month?.has('from')).toBe(false);
});

test('a tab filters by product, keeping the filter', async () => {
  const { user, router } = openApp('/settlement?status=paid');
  await list();
  await user.click(screen.getByRole('tab', { name: 'QRIS' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settlement/qris'));
  expect(router.state.location.searchStr).toBe('?status=paid');
  const query = new URLSearchParams(requestsTo('/settlements').at(-1)?.query);
  expect(query.get('status')).toBe('paid');
});

testListScreen({
  address: '/settlement',
  path: '/settlements',
  name: { en: 'Settlements', id: 'Settlement' },
  empty: { en: 'No settlements yet', id: 'Belum ada settlement' },
  topic: 'settlement',
  filter: { status: 'paid', amount_min: '50000', q: 'STL' },
  rows: () => ({ shown: [buildSettlementBatch(1)], arriving: buildSettlementBatch(3) }),
  texts: { shown: 'STL-20261121-1', arriving: 'STL-20261121-3' },
});
