import type { MerchantTransaction } from '@dasbor/contract/merchant-lists';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ROW = {
  id: 'txn_01kaj6x7v3q2m8n4p5r6s70001',
  created_at: '2026-11-21T07:00:00.000Z',
  merchant_id: MERCHANT_ID,
  merchant_name: 'Warung Sedap',
  merchant_reference: 'INV-1',
  method: 'qris',
  channel_code: null,
  amount: 1_250_000,
  fee_amount: 8_750,
  fee_vat_amount: 963,
  net_amount: 1_240_287,
  status: 'success',
  settlement_status: 'unsettled',
  settlement_date: null,
  paid_at: '2026-11-21T07:00:05.000Z',
} as MerchantTransaction;

beforeEach(() => {
  mockEndpoint('GET /merchants/transactions', () => ({ json: { data: [ROW], next_cursor: null } }));
  mockEndpoint('GET /merchants/transactions/summary', () => ({
    json: { data: [{ status: 'success', count: 1, amount: 1_250_000 }] },
  }));
  mockEndpoint('GET /merchants/visible', () => ({
    json: { data: [{ id: MERCHANT_ID, code: 'SEDAP', name: 'Warung Sedap' }] },
  }));
  mockEndpoint('GET /merchants/visible/groups', () => ({ json: { data: [] } }));
  mockEndpoint('GET /operations/exceptions', () => ({
    json: { data: [], counts: [], as_of: '2026-11-21T08:00:00.000Z' },
  }));
});

/** Opens an empty list over all merchants, with a filter in its address, and returns the bar of its filters. */
async function openFilteredList(path: string, search: string) {
  signIn({ role: 'platform_support' });
  mockEndpoint(`GET /merchants/${path}`, () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint(`GET /merchants/${path}/summary`, () => ({ json: { data: [] } }));
  const { user } = openApp(`/dashboard?tab=${path}&${search}`);
  return { user, bar: await screen.findByRole('search') };
}

test("the provider's staff filter the payments of all merchants and continue at the merchant", async () => {
  signIn({ role: 'platform_support' });
  const { user } = openApp('/dashboard?tab=transactions');
  const table = await screen.findByRole('region', { name: 'Transactions of all merchants' });
  expect(within(table).getByText('Warung Sedap')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Merchant' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Warung Sedap (SEDAP)' }));
  await waitFor(() => expect(requestsTo('/merchants/transactions').at(-1)?.query).toContain(MERCHANT_ID));
  await user.keyboard('{Escape}');
  await user.click(within(table).getByText('INV-1'));
  const sheet = await screen.findByRole('dialog', { name: 'Warung Sedap' });
  expect(within(sheet).getByRole('link', { name: 'Open merchant' })).toHaveAttribute(
    'href',
    `/merchant/${MERCHANT_ID}`,
  );
});

test.each([
  ['transactions', 'channel=none&issuer=none&payment_link_id=none&failure_code=none'],
  ['refunds', 'failure_code=none'],
  ['disbursements', 'failure_code=none'],
])('a filter of values that are not set is in words above the %s of all merchants', async (path, search) => {
  const { bar } = await openFilteredList(path, search);
  expect(within(bar).getAllByText('Not set')).toHaveLength(search.split('&').length);
  await waitFor(() => expect(requestsTo(`/merchants/${path}`).at(-1)?.query).toContain('failure_code=none'));
});

test.each([
  ['transactions', 'The bank refused the payment'],
  ['refunds', 'The bank refused the refund'],
  ['disbursements', 'The bank refused the transfer'],
])('the failure code of a filter is in words above the %s of all merchants', async (path, words) => {
  const { bar } = await openFilteredList(path, 'failure_code=bank_refused');
  expect(within(bar).getByText(words)).toBeVisible();
});

test('payments of all merchants that were settled early', async () => {
  const { bar } = await openFilteredList('transactions', 'settlement_status=early_settled');
  expect(within(bar).getByRole('button', { name: /Settlement ?Settled early/ })).toBeVisible();
  await waitFor(() =>
    expect(requestsTo('/merchants/transactions').at(-1)?.query).toContain('settlement_status=early_settled'),
  );
});

test('payments that were shown to the payer, of merchants without an account group', async () => {
  const { user, bar } = await openFilteredList('transactions', 'is_shown_to_payer=true&group_id=none');
  expect(within(bar).getByRole('button', { name: /Shown to the payer ?Yes/ })).toBeVisible();
  expect(within(bar).getByRole('button', { name: /Account group ?No account group/ })).toBeVisible();
  await user.click(within(bar).getByRole('button', { name: 'Clear Shown to the payer' }));
  await user.click(within(bar).getByRole('button', { name: 'Clear Account group' }));
  await waitFor(() =>
    expect(requestsTo('/merchants/transactions').at(-1)?.query).not.toMatch(/is_shown_to_payer|group_id/),
  );
});

test('a shared user sees the group with its metrics and lists, and no way to a merchant', async () => {
  signIn({ role: 'group_viewer' });
  const compared = (value: number) => ({ value, previous: 0 });
  mockEndpoint('GET /merchants/overview', () => ({
    json: {
      data: {
        from: '2026-11-20T17:00:00.000Z',
        to: '2026-11-21T08:00:00.000Z',
        previous_from: '2026-11-19T17:00:00.000Z',
        previous_to: '2026-11-20T08:00:00.000Z',
        volume: compared(3_000_000),
        payments: compared(12),
        success_rate: compared(9_250),
        fees: compared(20_000),
        active_merchants: compared(2),
        member_count: 2,
        methods: [],
        merchants: [
          { merchant_id: MERCHANT_ID, name: 'Warung Sedap', amount: 3_000_000, count: 12, previous_amount: 0 },
        ],
      },
    },
  }));
  mockEndpoint('GET /sessions/current/merchants', () => ({
    json: { data: [], groups: [{ group_id: 'agr_1', name: 'Grup Nusantara', is_current: true }] },
  }));
  mockEndpoint('GET /operations/analytics/volume', () => ({
    json: {
      data: {
        interval: 'hour',
        points: [
          { at: '2026-11-21T05:00:00.000Z', to: '2026-11-21T06:00:00.000Z', value: 3_000_000, previous: 1_000_000 },
        ],
      },
    } as never,
  }));
  mockEndpoint('GET /merchants/visible/groups', () => ({
    json: { data: [{ id: 'agr_01kagz7v3w8x9y2m4n5p6q7r8t', code: 'CABANG', name: 'Cabang' }] },
  }));
  const { user } = openApp('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Grup Nusantara' })).toBeVisible();
  expect(await screen.findByRole('slider', { name: /Volume over time/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Account group' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Cabang (CABANG)' }));
  for (const path of ['/merchants/overview', '/operations/analytics/volume']) {
    await waitFor(() => expect(requestsTo(path).at(-1)?.query).toContain('group_id=agr_01kagz7v3w8x9y2m4n5p6q7r8t'));
  }
  await user.keyboard('{Escape}');
  const metrics = await screen.findByRole('region', { name: 'Group metrics' });
  expect(within(metrics).getByText('Rp 3.000.000')).toBeVisible();
  expect(within(metrics).getByText('92.5%')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Transactions' }));
  const table = await screen.findByRole('region', { name: 'Transactions of all merchants' });
  await user.click(within(table).getByText('INV-1'));
  const sheet = await screen.findByRole('dialog', { name: 'Warung Sedap' });
  expect(within(sheet).queryByRole('link', { name: 'Open merchant' })).toBeNull();
  expect(within(sheet).queryByRole('button', { name: 'Open in Warung Sedap' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Merchants' })).toBeNull();
});

test('a shared user who is a user of the merchant too opens the object there', async () => {
  signIn({ role: 'group_viewer' });
  mockEndpoint('GET /sessions/current/merchants', () => ({
    json: {
      data: [{ merchant_id: MERCHANT_ID, name: 'Warung Sedap', role: 'finance', role_name: null, is_current: false }],
      groups: [{ group_id: 'agr_1', name: 'Grup Nusantara', is_current: true }],
    } as never,
  }));
  const { user } = openApp('/dashboard?tab=transactions');
  const table = await screen.findByRole('region', { name: 'Transactions of all merchants' });
  await user.click(await within(table).findByText('INV-1'));
  const sheet = await screen.findByRole('dialog', { name: 'Warung Sedap' });
  expect(await within(sheet).findByRole('button', { name: 'Open in Warung Sedap' })).toBeVisible();
});
