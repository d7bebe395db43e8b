import { describe, expect, test } from 'vitest';
import type { StoredLink } from '@dasbor/contract/payment-link-terms';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import type { DatedFeeRule } from '../transaction/rules.ts';
import {
  type Prices,
  toAttemptStatus,
  buildMethodDetails,
  buildFields,
  formatHolderName,
  isWithinLimits,
  calculateExpiry,
  buildMethods,
  calculatePayerAmount,
  parseAnswers,
} from './rules.ts';

const NOW = new Date('2026-11-21T07:05:00.000Z');
const at = (offset_ms: number) => new Date(NOW.getTime() + offset_ms).toISOString();

const rule = (channel_code: string | null, flat_amount: number): DatedFeeRule => ({
  id: `fee_${channel_code}`,
  method: 'virtual_account',
  channel_code,
  criteria: null,
  amount_from: 0,
  amount_to: null,
  rate_bps: 0,
  flat_amount,
  fee_min: null,
  fee_max: null,
  vat_rate_bps: 1200,
  vat_base_numerator: 11,
  vat_base_denominator: 12,
  effective_from: '2025-01-01',
  effective_to: null,
  version: 1,
  is_own: false,
});
const PRICES: Prices = { fee_rules: [rule(null, 4_000), rule('BCA', 4_500)], fee_class: 'UKE' };

const priced = (change: Partial<StoredLink> = {}) =>
  ({
    amount: 50_000,
    min_amount: null,
    max_amount: null,
    channels: ['BCA', 'QRIS', 'BRI'],
    fee_bearer: 'merchant',
    ...change,
  }) as StoredLink;

describe('payment methods and their prices', () => {
  test('domain 1.8: QRIS comes first; when the merchant pays the fee, all methods cost the same', () => {
    expect(buildMethods(priced(), null, null, NOW)).toMatchObject([
      { channel: 'QRIS', amount: 50_000, surcharge: 0, from_any_bank: true },
      { channel: 'BCA', amount: 50_000, surcharge: 0, from_any_bank: false },
      { channel: 'BRI', amount: 50_000, surcharge: 0, from_any_bank: true },
    ]);
  });

  test('domain 1.8: when the customer pays the fee, fee and PPN are added', () => {
    const link = priced({ channels: ['BCA', 'BRI'], fee_bearer: 'customer' });
    // 4 500 + 495 PPN, and 4 000 + 440 PPN.
    expect(buildMethods(link, PRICES, null, NOW)).toMatchObject([
      { channel: 'BCA', amount: 54_995, surcharge: 4_995 },
      { channel: 'BRI', amount: 54_440, surcharge: 4_440 },
    ]);
  });

  test('domain 4.2: QRIS never has a surcharge, regardless of the link', () => {
    expect(
      calculatePayerAmount({ link: { fee_bearer: 'customer' }, channel: 'QRIS', net_amount: 50_000 }, PRICES, NOW),
    ).toBe(50_000);
  });

  test('an open amount is priced once the customer entered one within its limits', () => {
    const link = priced({
      amount: null,
      min_amount: 10_000,
      max_amount: 200_000,
      fee_bearer: 'customer',
      channels: ['BRI'],
    });
    expect(buildMethods(link, PRICES, null, NOW)).toMatchObject([{ amount: null, surcharge: 0 }]);
    expect(buildMethods(link, PRICES, 10_000, NOW)).toMatchObject([{ amount: 14_440, surcharge: 4_440 }]);
    expect(buildMethods(link, PRICES, 9_999, NOW)).toMatchObject([{ amount: null }]);
  });

  test.each([
    [9_999, false],
    [10_000, true],
    [200_000, true],
    [200_001, false],
    [null, false],
  ])('an open amount of %s is within 10 000 to 200 000: %s', (amount, wanted) => {
    expect(isWithinLimits({ min_amount: 10_000, max_amount: 200_000 }, amount)).toBe(wanted);
  });

  test('the limits of a payment method are those of its rail', () => {
    expect(buildMethodDetails('QRIS')).toMatchObject({ amount_min: 1_000, amount_max: 10_000_000 });
    expect(buildMethodDetails('BCA')).toMatchObject({ amount_min: 10_000, amount_max: 50_000_000, name: 'BCA' });
    expect(buildMethodDetails('CIMB').name).toBe('CIMB Niaga');
  });
});

describe('answers of a customer', () => {
  const asked = {
    collect_fields: [
      { kind: 'name', label: null, required: true },
      { kind: 'email', label: null, required: false },
      { kind: 'phone', label: null, required: true },
      { kind: 'address', label: null, required: false },
      { kind: 'custom', label: 'Nomor meja', required: true },
      { kind: 'custom', label: 'Catatan', required: false },
    ],
    customer: null,
    metadata: { table: '4' },
  } satisfies Pick<StoredLink, 'collect_fields' | 'customer' | 'metadata'>;
  const right = { name: 'Sari', phone: '0812-3456 7890', custom_1: '12' };
  const read = (given: Record<string, string>, link: Parameters<typeof parseAnswers>[0] = asked) =>
    parseAnswers(
      link,
      Object.entries(given).map(([key, value]) => ({ key, value })),
    );

  test('custom questions are numbered in their order', () => {
    expect(buildFields(asked.collect_fields).map(({ key }) => key)).toEqual([
      'name',
      'email',
      'phone',
      'address',
      'custom_1',
      'custom_2',
    ]);
  });

  test('are stored with the payment; unknown fields are ignored', () => {
    expect(read({ ...right, address: 'Jl. Melati 1', colour: 'red' })).toEqual({
      answers: {
        customer_name: 'Sari',
        customer_email: null,
        customer_phone: '081234567890',
        metadata: { table: '4', address: 'Jl. Melati 1', custom_1: 'Nomor meja: 12' },
      },
    });
  });

  test('domain 3: a payment holds at most fifty metadata keys, answers first', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v']));
    const merged = read({ ...right, address: 'Jl. Melati 1' }, { ...asked, metadata });
    expect(Object.keys('answers' in merged ? merged.answers.metadata : {})).toHaveLength(50);
    expect(merged).toMatchObject({ answers: { metadata: { address: 'Jl. Melati 1', k0: 'v' } } });
  });

  test('the customer of the link fills in for missing answers', () => {
    const customer = { name: 'Budi', email: 'budi@mail.example', phone: '08123456789' };
    expect(read({}, { collect_fields: [], customer, metadata: null })).toEqual({
      answers: {
        customer_name: 'Budi',
        customer_email: 'budi@mail.example',
        customer_phone: '08123456789',
        metadata: {},
      },
    });
  });

  test.each([
    ['nothing at all', {}, ['name', 'phone', 'custom_1']],
    ['no name', { phone: '08123456789', custom_1: '1' }, ['name']],
    ['an incomplete email', { ...right, email: 'sari@mail' }, ['email']],
    ['letters for a phone', { ...right, phone: 'call me' }, ['phone']],
    ['seven digits', { ...right, phone: '0812345' }, ['phone']],
    ['sixteen digits', { ...right, phone: '0812345678901234' }, ['phone']],
    ['201 characters', { ...right, custom_2: 'x'.repeat(201) }, ['custom_2']],
  ])('rejects %s and names the field', (_what, given, fields) => {
    const answer = read(given as Record<string, string>);
    expect('errors' in answer ? answer.errors.map(({ field }) => field) : []).toEqual(fields);
  });
});

describe('expiry of a code or number', () => {
  test.each([
    ['QRIS', null, { expires_in_minutes: 15 }],
    ['QRIS', at(15 * 60_000 - 1), { expires_in_minutes: 14 }],
    ['QRIS', at(30_000), { expires_in_minutes: 1 }],
    ['BCA', null, { expires_in_s: 86_400 }],
    ['BCA', at(86_400_000 - 1), { expires_in_s: 86_399 }],
    ['BCA', at(5_000), { expires_in_s: 20 }],
  ] as const)('%s of a link that expires at %s: %j', (channel, expires_at, expiry) => {
    expect(calculateExpiry(channel, { expires_at }, NOW)).toEqual(expiry);
  });
});

test.each([
  ['Kopi Nusantara', 'BCA', 'KOPI NUSANTARA'],
  ['Warung “Bu Tini” & Anak-Anak Semarang', 'BCA', 'WARUNG BU TINI ANAK ANAK'],
  ['Café Crème', 'BRI', 'CAFE CREME'],
  ['火鍋', 'BRI', 'MERCHANT'],
] as const)('the account name of %s at %s is %s', (brand_name, bank, name) => {
  expect(formatHolderName(brand_name, bank)).toBe(name);
});

const ATTEMPT_STATUSES = {
  created: 'preparing',
  pending: 'waiting',
  success: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'expired',
  partially_refunded: 'paid',
  refunded: 'paid',
  reversed: 'failed',
};
test.each(TRANSACTION_STATUSES)('attempt status of a payment with status %s', (status) => {
  expect(toAttemptStatus({ status, expires_at: at(1) }, NOW)).toBe(ATTEMPT_STATUSES[status]);
});
test.each([
  ['created', 'expired'],
  ['pending', 'expired'],
  ['success', 'paid'],
] as const)('after the expiry, %s becomes %s', (status, expected) => {
  expect(toAttemptStatus({ status, expires_at: at(0) }, NOW)).toBe(expected);
});
