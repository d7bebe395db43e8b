import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildRefund } from '../test/refund-fixtures.ts';

setUpMockServer();

let rows: ReadRefund[] = [];
beforeEach(() => {
  signIn();
  rows = [buildRefund(1), buildRefund(2, { status: 'pending', decided_by: null, decided_at: null, may_decide: true })];
  mockEndpoint('GET /refunds', () => ({ json: { data: rows, next_cursor: null } }));
  mockEndpoint('GET /refunds/summary', () => ({ json: { data: [{ status: 'pending', count: 1, amount: 40_002 }] } }));
  mockEndpoint('GET /refunds/duplicate-payments', () => ({ json: { data: [], next_cursor: null } }));
});
const list = (name = 'Refunds') => screen.findByRole('region', { name });

test('the list shows amount, status and reason of each refund, and the buttons of those that await approval', async () => {
  openApp('/transaction?view=refunds');
  const table = await list();
  expect(within(table).getByText('Rp 40.001')).toBeVisible();
  expect(within(table).getByText('Completed')).toBeVisible();
  expect(within(table).getAllByText('Order cancelled').length).toBeGreaterThan(0);
  expect(within(table).getAllByRole('button', { name: /^Approve/ })).toHaveLength(1);
});

test('the tabs stand under the title and lead to the other lists', async () => {
  const { user, router } = openApp('/transaction?view=refunds');
  const title = await screen.findByRole('heading', { level: 1, name: 'Refunds' });
  const tabs = screen.getByRole('tablist', { name: 'Payments and refunds' });
  expect(title.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(within(tabs).getByRole('tab', { name: /^Awaiting approval/ }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?view=awaiting-approval'));
  expect(new URLSearchParams(requestsTo('/refunds').at(-1)?.query).get('status')).toBe('pending');
});

test('a refund that somebody else decided leaves the list of those that await approval', async () => {
  const publish = openLiveStream();
  const [, waiting] = rows as [ReadRefund, ReadRefund];
  rows = [waiting];
  openApp('/transaction?view=awaiting-approval');
  expect(await screen.findByText('Rp 40.002')).toBeVisible();
  rows = [];
  mockEndpoint(`GET /refunds/${waiting.id}`, () => ({
    json: { data: { ...waiting, status: 'rejected', rail_log: [] } },
  }));
  publish({ topic: 'refund', id: waiting.id, change: 'updated' });
  await waitFor(() => expect(screen.queryByText('Rp 40.002')).not.toBeInTheDocument());
  expect(screen.getByText('No refunds awaiting approval')).toBeVisible();
});

test('a duplicate payment is listed with the name of its method', async () => {
  mockEndpoint('GET /refunds/duplicate-payments', () => ({
    json: {
      data: [
        {
          transaction_id: 'txn_01jd7q5v6k8m9n0p1q2r3s4t5v',
          created_at: '2026-11-21T07:05:00.000Z',
          paid_at: null,
          method: 'qris',
          channel_code: null,
          va_number: null,
          payer_name: null,
          amount: 40_001,
          remaining_amount: 40_001,
        },
      ],
      next_cursor: null,
    },
  }));
  openApp('/transaction?view=duplicate-payments');
  expect(await screen.findByText('QRIS')).toBeVisible();
});

test('a filter by failure code is in words', async () => {
  const { user, router } = openApp('/transaction?view=refunds&failure_code=none%2Caccount_closed');
  await list();
  expect(screen.getByText('Not set, The beneficiary account is closed.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Failure code' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?view=refunds'));
});

testListScreen({
  address: '/transaction?view=refunds',
  path: '/refunds',
  name: { en: 'Refunds', id: 'Pengembalian dana' },
  empty: { en: 'No refunds yet', id: 'Belum ada pengembalian dana' },
  topic: 'refund',
  filter: { status: 'failed', reason: 'fraud', failure_code: 'none,account_closed', q: 'ORDER' },
  rows: () => ({ shown: [buildRefund(1)], arriving: buildRefund(0) }),
  texts: { shown: 'Rp 40.001', arriving: 'Rp 40.000' },
});
