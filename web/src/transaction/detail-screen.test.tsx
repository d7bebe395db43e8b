import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { buildTransactionId, buildTransactionDetail } from '../test/transaction-fixtures.ts';
import { buildVaDetail } from '../test/virtual-account-fixtures.ts';

setUpMockServer();

const ID = buildTransactionId(1);
let detail: TransactionDetail;
beforeEach(() => {
  signIn();
  detail = buildTransactionDetail(1);
  mockEndpoint(`GET /transactions/${ID}`, () => ({ json: { data: detail } }));
});

test('the fee is calculated step by step from gross to net', async () => {
  openApp(`/transaction/${ID}`);
  const fees = await screen.findByRole('region', { name: 'Fees' });
  const lines = within(fees)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(lines).toEqual([
    'GrossRp 100.000',
    'Fee (MDR)0.7% of Rp 100.000-Rp 700',
    'PPN on the fee12% × 11/12 of Rp 700-Rp 77',
    'NetRp 99.223',
  ]);
});

test.each([
  [
    'a refund that returned a part of the fee',
    { status: 'partially_refunded', refunded_amount: 40_000, net_amount: 59_534 },
    ['Refunded-Rp 40.000', 'Fees returnedRp 311', 'NetRp 59.534'],
  ],
  [
    'a refund by a transfer, which has a fee',
    { status: 'partially_refunded', refunded_amount: 40_000, refund_fee_amount: 2_775, net_amount: 56_448 },
    ['Refunded-Rp 40.000', 'Refund fees-Rp 2.775', 'NetRp 56.448'],
  ],
  [
    'a full refund that returned the whole fee',
    { status: 'refunded', refunded_amount: 100_000, net_amount: 0 },
    ['Refunded-Rp 100.000', 'Fees returnedRp 777', 'NetRp 0'],
  ],
  [
    'a full refund by a transfer',
    { status: 'refunded', refunded_amount: 100_000, refund_fee_amount: 2_775, net_amount: -3_552 },
    ['Refunded-Rp 100.000', 'Refund fees-Rp 2.775', 'Net-Rp 3.552'],
  ],
  [
    'a refund that returned a part of the fee and another one by a transfer',
    { status: 'partially_refunded', refunded_amount: 50_000, refund_fee_amount: 2_775, net_amount: 46_759 },
    ['Refunded-Rp 50.000', 'Fees returnedRp 311', 'Refund fees-Rp 2.775', 'NetRp 46.759'],
  ],
  ['a reversal by the bank', { status: 'reversed', net_amount: 0 }, ['Reversed by the bank-Rp 99.223', 'NetRp 0']],
] as const)('the lines of the fees add up to the net amount after %s', async (_, part, expected) => {
  detail = { ...detail, ...part };
  openApp(`/transaction/${ID}`);
  const fees = await screen.findByRole('region', { name: 'Fees' });
  const lines = within(fees)
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');
  expect(lines.slice(3)).toEqual(expected);
  const amounts = lines.map((line) => Number(line.replace(/^.*?(-?)Rp ([\d.]+)$/, '$1$2').replaceAll('.', '')));
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
});

test.each([
  ['en', 'Summary', 'ProviderPartner bank'],
  ['id', 'Rincian', 'PenyediaBank mitra'],
] as const)('domain 1.6: the summary names the provider, language %s', async (locale, name, row) => {
  signIn({ locale });
  openApp(`/transaction/${ID}`);
  expect(await screen.findByRole('region', { name })).toHaveTextContent(row);
});

test('domain 1.6: a commission of the merchant follows the net amount', async () => {
  detail = { ...detail, commission_amount: 2_000 };
  openApp(`/transaction/${ID}`);
  const fees = await screen.findByRole('region', { name: 'Fees' });
  expect(within(fees).getAllByRole('row').at(-1)).toHaveTextContent(
    'CommissionTaken from your balance on the day after the payment-Rp 2.000',
  );
});

test('domain 1.6: the payment leads to the settlement that contains it', async () => {
  const settlement = { id: 'stl_01kaj6x7v3q2m8n4p5r6s70001', batch_no: 'STL-20261122-001' };
  detail = { ...detail, settlement_status: 'early_settled', settlement };
  openApp(`/transaction/${ID}`);
  expect(await screen.findByRole('link', { name: 'STL-20261122-001' })).toHaveAttribute(
    'href',
    `/settlement/report/detail?batch_id=${settlement.id}`,
  );
  expect(screen.getByText('Settled early')).toBeVisible();
});

test('domain 1.6: a payment to a virtual account shows the terms of the number', async () => {
  const number = buildVaDetail({ amount_type: 'min_max', amount_min: 10_000, amount_max: 500_000, type: 'reusable' });
  mockEndpoint(`GET /virtual-accounts/${number.id}`, () => ({ json: { data: number } }));
  const { va_number } = number;
  detail = {
    ...detail,
    method: 'virtual_account',
    channel_code: 'BCA',
    qris_payment_id: null,
    virtual_account_id: number.id,
    va_number,
    issuer: null,
  };
  openApp(`/transaction/${ID}`);
  expect(await screen.findByRole('link', { name: 'View virtual account' })).toHaveAttribute(
    'href',
    `/virtual-account/${number.id}`,
  );
  const panel = screen.getByRole('region', { name: 'Virtual account' });
  for (const text of ['Bank Central Asia', 'KOPI NUSANTARA', 'Reusable', 'Rp 10.000 to Rp 500.000']) {
    expect(panel).toHaveTextContent(text);
  }
});

test.each([
  ['of a code of its own, with its entries', 'api', true],
  ['of a sticker, without those of the sticker', 'static_qr', false],
] as const)('domain 0: the audit log of a payment %s', async (_, source, has_code) => {
  const qris_payment_id = 'qr_01kaj6x7v3q2m8n4p5r6s70001';
  detail = { ...detail, source, qris_payment_id };
  mockEndpoint('GET /audit-logs', () => ({ json: { data: [], next_cursor: null } }));
  openApp(`/transaction/${ID}?tab=audit`);
  await waitFor(() => expect(requestsTo('/audit-logs')).toHaveLength(1));
  const query = requestsTo('/audit-logs')[0]?.query;
  expect(new URLSearchParams(query).get('object_id')).toBe(has_code ? `${ID},${qris_payment_id}` : ID);
});

test('the timeline names who changed the status, newest first', async () => {
  openApp(`/transaction/${ID}`);
  const timeline = await screen.findByRole('region', { name: 'Timeline' });
  const text = timeline.textContent ?? '';
  expect(text).toContain('Bank Pasir: Payment notification');
  expect(text.indexOf('Bank Pasir')).toBeLessThan(text.indexOf('Sari Wulandari'));
});

test('a provider log entry expands to request and response', async () => {
  const { user } = openApp(`/transaction/${ID}`);
  await user.click(await screen.findByText('/snap/v1.0/qr/qr-mpm-notify'));
  expect(await screen.findByRole('region', { name: 'Received' })).toHaveTextContent('BNK-1');
  expect(screen.getByRole('region', { name: 'Our response' })).toHaveTextContent('2005200');
});

test('the JSON tab shows the whole object', async () => {
  const { user } = openApp(`/transaction/${ID}`);
  await user.click(await screen.findByRole('tab', { name: 'JSON' }));
  expect(await screen.findByRole('region', { name: 'Object as JSON' })).toHaveTextContent('"rate_bps": 70');
});

test('an unknown payment shows a not-found state inside the frame', async () => {
  mockEndpoint(`GET /transactions/${ID}`, () => ({ status: 404, json: { detail: 'Not found' } }));
  openApp(`/transaction/${ID}`);
  expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeVisible();
  expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
});

test('a live event changes the page without a reload', async () => {
  detail = buildTransactionDetail(1, { status: 'pending', paid_at: null, settlement_status: null, fee_rule: null });
  let pay = () => undefined as void;
  const paid = new Promise<void>((resolve) => (pay = resolve));
  const event = { topic: 'transaction', id: ID, change: 'updated' };
  mockEndpoint('GET /live', async (_seen, count) => {
    if (count > 1) return { text: ': hello\n\n' };
    await paid;
    return { text: `data: ${JSON.stringify(event)}\n\n` };
  });
  openApp(`/transaction/${ID}`);
  expect(await screen.findByText('The fee is calculated when the payment is paid.')).toBeVisible();
  detail = buildTransactionDetail(1);
  pay();
  expect(await screen.findByText('12% × 11/12 of Rp 700')).toBeVisible();
});

test('the status of a pending payment is synced with the bank', async () => {
  detail = buildTransactionDetail(1, { status: 'pending', paid_at: null, settlement_status: null, fee_rule: null });
  mockEndpoint(`POST /transactions/${ID}/sync`, () => {
    detail = buildTransactionDetail(1);
    return { json: { data: detail } };
  });
  const { user } = openApp(`/transaction/${ID}`);
  await user.click(await screen.findByRole('button', { name: 'Check status' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check status' })).not.toBeInTheDocument());
});

test('a read-only role sees why it cannot check the status', async () => {
  signIn({ role: 'finance' });
  detail = buildTransactionDetail(1, { status: 'pending', paid_at: null, settlement_status: null, fee_rule: null });
  const { user } = openApp(`/transaction/${ID}`);
  const button = await screen.findByRole('button', { name: 'Check status' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(requestsTo(`/transactions/${ID}/sync`)).toHaveLength(0);
  await user.hover(button);
  expect(await screen.findByText('Your role can view transactions, but not act on them.')).toBeVisible();
});
