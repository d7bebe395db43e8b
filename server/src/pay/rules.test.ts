import { describe, expect, test } from 'vitest';
import type { StoredLink } from '@dasbor/contract/payment-link-terms';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import type { DatedFeeRule } from '../transaction/rules.ts';
import {
  type Prices,
  toAttemptStatus,
  getMethodDetails,
  buildFields,
  formatHolderName,
  isWithinLimits,
  getExpiry,
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

describe('what the ways to pay cost', () => {
  test('domain 1.8: QRIS comes first, and where the merchant bears the fee every way costs the same', () => {
    expect(buildMethods(priced(), null, null, NOW)).toMatchObject([
      { channel: 'QRIS', amount: 50_000, surcharge: 0, from_any_bank: true },
      { channel: 'BCA', amount: 50_000, surcharge: 0, from_any_bank: false },
      { channel: 'BRI', amount: 50_000, surcharge: 0, from_any_bank: true },
    ]);
  });

  test('domain 1.8: a customer who bears the fee pays fee and PPN of the bank on top', () => {
    const link = priced({ channels: ['BCA', 'BRI'], fee_bearer: 'customer' });
    // 4 500 + 495 PPN, and 4 000 + 440 PPN.
    expect(buildMethods(link, PRICES, null, NOW)).toMatchObject([
      { channel: 'BCA', amount: 54_995, surcharge: 4_995 },
      { channel: 'BRI', amount: 54_440, surcharge: 4_440 },
    ]);
  });

  test('domain 4.2: QRIS is never surcharged, whatever a link says', () => {
    expect(calculatePayerAmount({ fee_bearer: 'customer' }, 'QRIS', PRICES, 50_000, NOW)).toBe(50_000);
  });

  test('an open amount has no price until the customer decided on one within its limits', () => {
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

  test('the limits of a way to pay are those of its rail', () => {
    expect(getMethodDetails('QRIS')).toMatchObject({ amount_min: 1_000, amount_max: 10_000_000 });
    expect(getMethodDetails('BCA')).toMatchObject({ amount_min: 10_000, amount_max: 50_000_000, name: 'BCA' });
    expect(getMethodDetails('CIMB').name).toBe('CIMB Niaga');
  });
});

describe('what a customer answers', () => {
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

  test("the merchant's own questions are numbered in their order", () => {
    expect(buildFields(asked.collect_fields).map(({ key }) => key)).toEqual([
      'name',
      'email',
      'phone',
      'address',
      'custom_1',
      'custom_2',
    ]);
  });

  test('is kept with the payment; what was not asked for is left out', () => {
    expect(read({ ...right, address: 'Jl. Melati 1', colour: 'red' })).toEqual({
      answers: {
        customer_name: 'Sari',
        customer_email: null,
        customer_phone: '081234567890',
        metadata: { table: '4', address: 'Jl. Melati 1', custom_1: 'Nomor meja: 12' },
      },
    });
  });

  test('domain 3: a payment carries at most fifty texts, the answers first', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v']));
    const merged = read({ ...right, address: 'Jl. Melati 1' }, { ...asked, metadata });
    expect(Object.keys('answers' in merged ? merged.answers.metadata : {})).toHaveLength(50);
    expect(merged).toMatchObject({ answers: { metadata: { address: 'Jl. Melati 1', k0: 'v' } } });
  });

  test('what the merchant knows already stands in for what was not asked', () => {
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
    ['half an e-mail', { ...right, email: 'sari@mail' }, ['email']],
    ['letters for a phone', { ...right, phone: 'call me' }, ['phone']],
    ['seven digits', { ...right, phone: '0812345' }, ['phone']],
    ['sixteen digits', { ...right, phone: '0812345678901234' }, ['phone']],
    ['201 characters', { ...right, custom_2: 'x'.repeat(201) }, ['custom_2']],
  ])('%s is refused with the field named', (_what, given, fields) => {
    const answer = read(given as Record<string, string>);
    expect('faults' in answer ? answer.faults.map(({ field }) => field) : []).toEqual(fields);
  });
});

describe('how long a code or number lives', () => {
  test.each([
    ['QRIS', null, { expires_in_minutes: 15 }],
    ['QRIS', at(15 * 60_000 - 1), { expires_in_minutes: 14 }],
    ['QRIS', at(30_000), { expires_in_minutes: 1 }],
    ['BCA', null, { expires_in_s: 86_400 }],
    ['BCA', at(86_400_000 - 1), { expires_in_s: 86_399 }],
    ['BCA', at(5_000), { expires_in_s: 20 }],
  ] as const)('%s of a link that ends at %s: %j', (channel, expires_at, life) => {
    expect(getExpiry(channel, { expires_at }, NOW)).toEqual(life);
  });
});

test.each([
  ['Kopi Nusantara', 'BCA', 'KOPI NUSANTARA'],
  ['Warung “Bu Tini” & Anak-Anak Semarang', 'BCA', 'WARUNG BU TINI ANAK ANAK'],
  ['Café Crème', 'BRI', 'CAFE CREME'],
  ['火鍋', 'BRI', 'MERCHANT'],
] as const)('%s is known at %s as %s', (brand_name, bank, name) => {
  expect(formatHolderName(brand_name, bank)).toBe(name);
});

const TOLD = {
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
test.each(TRANSACTION_STATUSES)('a customer is told of a payment in state %s', (status) => {
  expect(toAttemptStatus({ status, expires_at: at(1) }, NOW)).toBe(TOLD[status]);
});
test.each([
  ['created', 'expired'],
  ['pending', 'expired'],
  ['success', 'paid'],
] as const)('once its time is over, %s is told as %s', (status, told) => {
  expect(toAttemptStatus({ status, expires_at: at(0) }, NOW)).toBe(told);
});
