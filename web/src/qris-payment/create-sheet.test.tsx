import { encodeQris } from '@dasbor/contract/qris';
import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'qr_01kaj6x7v3q2m8n4p5r6s7t8w9';
const PAYLOAD = encodeQris({
  acquirer: { domain: 'ID.CO.BANKPASIR.WWW', merchant_pan: '936009990000000017' },
  nmid: 'ID1026000000017',
  criteria: 'UME',
  mcc: '5814',
  merchant_name: 'Kopi Nusantara',
  merchant_city: 'Jakarta',
  amount: 125_000,
});
const buildQrisPayment = (part: Partial<QrisPayment> = {}): QrisPayment => ({
  id: ID,
  transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s7t8w9',
  type: 'dynamic',
  name: null,
  store: null,
  terminal: null,
  amount: 125_000,
  tip_mode: 'none',
  tip_value: null,
  paid_amount: null,
  tip_amount: 0,
  status: 'active',
  qr_content: PAYLOAD,
  nmid: 'ID1026000000017',
  merchant_reference: null,
  description: null,
  issuer: null,
  issuer_code: null,
  payer_name: null,
  approval_code: null,
  rrn: null,
  refund: null,
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  paid_at: null,
  created_at: new Date().toISOString(),
  ...part,
});

let payment: QrisPayment;
beforeEach(() => {
  signIn();
  payment = buildQrisPayment();
  mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('POST /qris-payments', () => ({ status: 201, json: { data: payment } }));
  mockEndpoint(`GET /qris-payments/${ID}`, () => ({ json: { data: payment } }));
});

const amount = () => screen.findByLabelText('Amount (required)');
const submit = () => screen.getByRole('button', { name: /Create QR code/ });
const attempts = () => requestsTo('/qris-payments').filter(({ method }) => method === 'POST');
const getKey = (index: number) => attempts()[index]?.headers.get('idempotency-key');

test('a payment is created once however often the button is pressed, and its code is shown', async () => {
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '125000');
  expect(await amount()).toHaveValue('Rp 125.000');
  await user.dblClick(submit());
  expect(await screen.findByRole('img', { name: 'QRIS code of Rp 125.000' })).toBeVisible();
  expect(attempts()).toHaveLength(1);
  expect(JSON.parse(attempts()[0]?.body ?? '')).toEqual({ amount: 125_000, expires_in_minutes: 15 });
  expect(screen.getByRole('timer')).toHaveTextContent(/^1[45]:\d\d$/);
});

test('reliability 4.1: a retry after no answer carries the same key; after a refusal a new one', async () => {
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 422, json: { detail: 'The bank refused.', code: 'bank_refused' } },
    { status: 201, json: { data: payment } },
  ];
  mockEndpoint('POST /qris-payments', () => answers[attempts().length - 1] ?? { status: 500 });
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '125000');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again.');
  await user.click(submit());
  expect(await screen.findByText('The bank refused.')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByRole('img', { name: 'QRIS code of Rp 125.000' })).toBeVisible();
  expect(getKey(0)).toBeTruthy();
  expect(getKey(1)).toBe(getKey(0));
  expect(getKey(2)).not.toBe(getKey(0));
});

test('an amount above the limit is an error of its field, which gets the focus', async () => {
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '10000001');
  await user.click(submit());
  expect(await screen.findByText('A QRIS payment can be at most Rp 10.000.000.')).toBeVisible();
  expect(await amount()).toHaveFocus();
  expect(attempts()).toHaveLength(0);
});

test('an error of the server about a field is shown at that field', async () => {
  mockEndpoint('POST /qris-payments', () => ({
    status: 409,
    json: { detail: 'This reference was used before.', code: 'duplicate_reference' },
  }));
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '125000');
  await user.type(screen.getByLabelText('Merchant reference'), 'ORDER-1');
  await user.click(submit());
  expect(await screen.findByText('This reference was used before.')).toBeVisible();
  expect(screen.getByLabelText('Merchant reference')).toBeInvalid();
});

test('the sheet waits for the bank, shows the code, and updates to Paid', async () => {
  payment = buildQrisPayment({ status: 'issuing', qr_content: null });
  const listeners: ((text: string) => void)[] = [];
  mockEndpoint('GET /live', () => new Promise((resolve) => listeners.push((text) => resolve({ text }))));
  const publish = async () => {
    await waitFor(() => expect(listeners.length).toBeGreaterThan(0));
    listeners.shift()?.(`data: ${JSON.stringify({ topic: 'qris-payment', id: ID, change: 'updated' })}\n\n`);
  };
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '125000');
  await user.click(submit());
  expect(await screen.findByText('Waiting for the bank')).toBeVisible();
  payment = buildQrisPayment({
    status: 'paid',
    issuer: 'BCA',
    rrn: '612345678901',
    paid_at: '2026-11-21T07:00:00.000Z',
  });
  await publish();
  expect(await screen.findByText('with BCA')).toBeVisible();
  expect(screen.getByText('612345678901')).toBeVisible();
});

test('the button is disabled with a reason for a role with view access', async () => {
  signIn({ role: 'support' });
  const { user } = openApp('/qris-payment?create=1');
  const button = (await screen.findAllByRole('button', { name: 'New QRIS payment' }))[0] as HTMLElement;
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.hover(button);
  expect(await screen.findByText('Your role can view QRIS payments but not create them.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the detail decodes the payload and validates its CRC', async () => {
  payment = buildQrisPayment({ qr_content: `${PAYLOAD.slice(0, -4)}0000` });
  openApp(`/qris-payment/${ID}`);
  expect(await screen.findByText('CRC invalid')).toBeVisible();
  const row = screen.getByRole('row', { name: /^54/ });
  expect(row).toHaveTextContent('54Amount125000');
  expect(screen.getByRole('row', { name: /^63/ })).toContainElement(screen.getByLabelText('invalid'));
});

test('a payment that is paid while its code is being loaded is shown as paid', async () => {
  const publish = openLiveStream();
  const loading = Promise.withResolvers<void>();
  mockEndpoint(`GET /qris-payments/${ID}`, async (_, count) => {
    if (count > 1) return { json: { data: buildQrisPayment({ status: 'paid', paid_amount: 125_000 }) } };
    await loading.promise;
    return { json: { data: payment } };
  });
  const { user } = openApp('/qris-payment?create=1');
  await user.type(await amount(), '125000');
  await user.click(submit());
  await waitFor(() => expect(requestsTo(`/qris-payments/${ID}`)).toHaveLength(1));
  publish({ topic: 'transaction', id: buildQrisPayment().transaction_id, change: 'updated' });
  // The event is read before the answer.
  await waitFor(() =>
    expect(requestsTo('/qris-payments').filter(({ method }) => method === 'GET').length).toBeGreaterThan(1),
  );
  loading.resolve();
  const sheet = screen.getByRole('dialog');
  expect((await within(sheet).findAllByText('Paid')).length).toBeGreaterThan(0);
});
