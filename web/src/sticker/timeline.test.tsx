/** The timeline of a static QR code: its statuses, its first and its latest payment. */
import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'qr_01kaj6x7v3q2m8n4p5r6s7t8w9';
const STICKER: QrisPayment = {
  id: ID,
  transaction_id: null,
  type: 'static',
  name: 'Front counter',
  store: null,
  terminal: null,
  amount: null,
  tip_mode: 'none',
  tip_value: null,
  paid_amount: null,
  tip_amount: 0,
  status: 'active',
  qr_content: null,
  nmid: 'ID1026000000017',
  merchant_reference: null,
  description: null,
  issuer: null,
  issuer_code: null,
  payer_name: null,
  approval_code: null,
  rrn: null,
  refund: null,
  expires_at: null,
  paid_at: null,
  created_at: '2026-11-20T01:00:00.000Z',
};
const EVENTS = [
  ['2026-11-20T01:00:00.000Z', null, 'issuing', 'user', 'Oka Mahendra'],
  ['2026-11-20T01:00:01.000Z', 'issuing', 'active', 'provider', null],
  ['2026-11-21T01:00:00.000Z', 'active', 'inactive', 'user', 'Sari Dewi'],
].map(([at, from_status, to_status, actor_type, actor_name], index) => ({
  seq: index + 1,
  at,
  from_status,
  to_status,
  actor_type,
  actor_name,
}));
const FIRST = { transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s70001', at: '2026-11-20T03:00:00.000Z', amount: 25_000 };
const LATEST = { transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s70002', at: '2026-11-22T03:00:00.000Z', amount: 40_000 };

function open(payments: { first_payment: object | null; latest_payment: object | null }, locale: 'en' | 'id' = 'en') {
  signIn({ locale });
  mockEndpoint(`GET /qris-payments/${ID}`, () => ({ json: { data: STICKER } }));
  mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint(`GET /qris-stickers/${ID}/events`, () => ({ json: { data: EVENTS, ...payments } }));
  return openApp(`/qris-payment/${ID}`);
}

test('shows who created and deactivated it and its payments, newest first', async () => {
  open({ first_payment: FIRST, latest_payment: LATEST });
  await screen.findByText('First payment');
  const panel = screen.getByRole('region', { name: 'Timeline' });
  const chips = ['Latest payment', 'Inactive', 'First payment', 'Active'];
  for (const chip of chips) expect(await within(panel).findByText(chip)).toBeVisible();
  const text = panel.textContent;
  const positions = chips.map((chip) => text.indexOf(chip));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(within(panel).getByText('Sari Dewi')).toBeVisible();
  expect(within(panel).getByText('Customer · Rp 40.000')).toBeVisible();
  const [latest] = within(panel).getAllByRole('link', { name: 'Open payment' });
  expect(latest).toHaveAttribute('href', `/transaction/${LATEST.transaction_id}`);
});

test('one payment is shown once; without payments there is none', async () => {
  open({ first_payment: FIRST, latest_payment: FIRST });
  expect(await screen.findByText('First payment')).toBeVisible();
  expect(screen.queryByText('Latest payment')).toBeNull();
});

test('says why it cannot be loaded', async () => {
  open({ first_payment: null, latest_payment: null });
  mockEndpoint(`GET /qris-stickers/${ID}/events`, () => ({
    status: 500,
    json: { code: 'internal_error', detail: 'Something went wrong.' },
  }));
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
});

test('is in Indonesian', async () => {
  open({ first_payment: FIRST, latest_payment: LATEST }, 'id');
  expect(await screen.findByText('Pembayaran pertama')).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
