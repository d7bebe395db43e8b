import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const idOf = (prefix: string, n: number) => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
const refund = (n: number, part: Partial<ReadRefund> = {}): ReadRefund => ({
  id: idOf('rfd', n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  transaction_id: idOf('txn', n),
  transaction_amount: 100_000,
  transaction_method: 'qris',
  channel_code: null,
  merchant_reference: `ORDER-${n}`,
  amount: 40_000 + n,
  currency: 'IDR',
  reason: 'order_cancelled',
  reason_text: null,
  note: null,
  method: 'original',
  status: 'succeeded',
  beneficiary_bank: null,
  beneficiary_account: null,
  beneficiary_name: null,
  fee_amount: 0,
  fee_vat_amount: 0,
  fee_reversed_amount: 280,
  fee_vat_reversed_amount: 31,
  requested_by: 'Budi Santoso',
  decided_by: 'Sari Wulandari',
  decided_at: '2026-11-21T07:05:00.000Z',
  decision_note: null,
  rejected_reason: null,
  error_code: null,
  error_message: null,
  provider_reference: null,
  sent_at: null,
  completed_at: null,
  updated_at: '2026-11-21T07:05:00.000Z',
  may_decide: false,
  ...part,
});

let rows: ReadRefund[] = [];
beforeEach(() => {
  signIn();
  rows = [refund(1), refund(2, { status: 'pending', decided_by: null, decided_at: null, may_decide: true })];
  answer('GET /refunds', () => ({ json: { data: rows, next_cursor: null } }));
  answer('GET /refunds/summary', () => ({ json: { data: [{ status: 'pending', count: 1, amount: 40_002 }] } }));
  answer('GET /refunds/duplicate-payments', () => ({ json: { data: [], next_cursor: null } }));
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
  expect(new URLSearchParams(seenAt('/refunds').at(-1)?.query).get('status')).toBe('pending');
});

test('the filter of the address is the filter of the list', async () => {
  openApp('/transaction?view=refunds&status=failed&reason=fraud');
  await list();
  // The count of the tab reads the pending refunds of every filter.
  const queries = seenAt('/refunds').map(({ query }) => new URLSearchParams(query));
  expect(queries.map((query) => [query.get('status'), query.get('reason')])).toContainEqual(['failed', 'fraud']);
});

test('without refunds the list says how to create one', async () => {
  rows = [];
  openApp('/transaction?view=refunds');
  expect(await screen.findByText('No refunds yet')).toBeVisible();
});

test('a failed list shows the error with a retry', async () => {
  answer('GET /refunds', () => ({ status: 503, json: { detail: 'Try again in a minute.', request_id: 'req_1' } }));
  const { user } = openApp('/transaction?view=refunds');
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  answer('GET /refunds', () => ({ json: { data: rows, next_cursor: null } }));
  await user.click(screen.getByRole('button', { name: /again|Retry/ }));
  expect(within(await list()).getByText('Rp 40.001')).toBeVisible();
});
