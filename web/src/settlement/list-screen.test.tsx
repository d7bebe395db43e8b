import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const batch = (n: number, part: Partial<SettlementBatch> = {}): SettlementBatch => ({
  id: `stl_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`,
  batch_no: `STL-20261121-${n}`,
  settlement_date: '2026-11-21',
  is_early: false,
  period_from: '2026-11-20T01:00:00.000Z',
  period_to: '2026-11-20T14:00:00.000Z',
  transaction_count: 12,
  gross_amount: 1_000_000 * n,
  refund_amount: 0,
  fee_amount: 7_000,
  fee_vat_amount: 770,
  commission_amount: 0,
  adjustment_amount: 0,
  net_amount: 992_230 * n,
  currency: 'IDR',
  destination: 'bank',
  bank_account: 'BCA ····6789',
  rail: null,
  bank_reference: null,
  status: 'paid',
  sent_at: null,
  paid_at: '2026-11-21T03:00:00.000Z',
  failure_code: null,
  failure_message: null,
  held_reason: null,
  line_count: 12,
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  updated_at: '2026-11-21T03:00:00.000Z',
  ...part,
});

let rows: SettlementBatch[] = [];
beforeEach(() => {
  signIn();
  rows = [batch(1), batch(2, { status: 'on_hold', paid_at: null, held_reason: 'Bank account' })];
  answer('GET /settlements', () => ({ json: { data: rows, next_cursor: null } }));
  answer('GET /settlements/summary', () => ({ json: { data: [{ status: 'paid', count: 1, amount: 992_230 }] } }));
  answer('GET /settlements/upcoming', () => ({ json: { data: [] } }));
});
const list = () => screen.findByRole('region', { name: 'Settlements' });

test('the list shows net amount and status of each settlement', async () => {
  openApp('/settlement');
  const table = await list();
  expect(within(table).getByText('Rp 992.230')).toBeVisible();
  expect(within(table).getByText('STL-20261121-2')).toBeVisible();
  expect(within(table).getByText('On hold')).toBeVisible();
});

test('a tab filters by product, keeping the filter', async () => {
  const { user, router } = openApp('/settlement?status=paid');
  await list();
  await user.click(screen.getByRole('tab', { name: 'QRIS' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settlement/qris'));
  expect(router.state.location.searchStr).toBe('?status=paid');
  const query = new URLSearchParams(seenAt('/settlements').at(-1)?.query);
  expect(query.get('status')).toBe('paid');
});

test('without settlements the list says when the first one comes', async () => {
  rows = [];
  openApp('/settlement');
  expect(await screen.findByRole('heading', { name: 'Settlement', level: 1 })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('a failed list shows the error with a retry', async () => {
  answer('GET /settlements', () => ({ status: 503, json: { detail: 'Try again in a minute.' } }));
  openApp('/settlement');
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  expect(screen.getByRole('button', { name: /again|Retry/ })).toBeVisible();
});
