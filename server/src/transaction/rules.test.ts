import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { paymentMovements } from '../ledger/payment.ts';
import { type DatedFeeRule, TRANSACTION_MOVES, feeOf, mayMove, pickFeeRule } from './rules.ts';

const LEGAL = [
  'created → pending',
  'created → failed',
  'created → expired',
  'pending → success',
  'pending → expired',
  'pending → cancelled',
  'pending → failed',
  'success → partially_refunded',
  'success → refunded',
  'success → reversed',
  'partially_refunded → refunded',
];
const PAIRS = TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => [from, to] as const));

test.each(PAIRS)('%s → %s is legal exactly when the table of domain 1.5 says so', (from, to) => {
  const move = `${from} → ${to}`;
  expect(mayMove(from, to, false)).toBe(LEGAL.includes(move));
  // Only a late payment leads out of `expired`.
  expect(mayMove(from, to, true)).toBe(LEGAL.includes(move) || move === 'expired → success');
});

test('no state is missing from the table', () => {
  expect(Object.keys(TRANSACTION_MOVES).toSorted()).toEqual(TRANSACTION_STATUSES.toSorted());
});

const rule = (change: Partial<DatedFeeRule>): DatedFeeRule => ({
  id: 'fee',
  method: 'qris',
  channel_code: null,
  fee_min: null,
  fee_max: null,
  version: 1,
  is_own: false,
  criteria: 'UKE',
  amount_from: 0,
  amount_to: null,
  rate_bps: 70,
  flat_amount: 0,
  vat_rate_bps: 1200,
  vat_base_numerator: 11,
  vat_base_denominator: 12,
  effective_from: '2025-01-01',
  effective_to: null,
  ...change,
});
const old_vat = { vat_rate_bps: 1100, vat_base_numerator: 1, vat_base_denominator: 1 };
const old_days = { effective_from: '2024-12-01', effective_to: '2025-01-01' };
const RULES = [
  rule({ id: 'micro-low', criteria: 'UMI', amount_to: 500_000, rate_bps: 0 }),
  rule({ id: 'micro-high', criteria: 'UMI', amount_from: 500_001, rate_bps: 30 }),
  rule({ id: 'small' }),
  rule({ id: 'small-2024', ...old_vat, ...old_days }),
  rule({ id: 'small-2027', rate_bps: 60, effective_from: '2027-01-01' }),
  rule({ id: 'any', criteria: null, rate_bps: 90 }),
];

test.each([
  ['UMI', 500_000, '2026-11-21', 'micro-low'],
  ['UMI', 500_001, '2026-11-21', 'micro-high'],
  ['UKE', 1, '2026-11-21', 'small'],
  ['UKE', 1, '2024-12-31', 'small-2024'],
  ['UKE', 1, '2025-01-01', 'small'],
  ['UKE', 1, '2026-12-31', 'small'],
  ['UKE', 1, '2027-01-01', 'small-2027'],
  ['UBE', 1, '2026-11-21', 'any'],
])('a payment of a %s merchant of Rp %i on %s costs by the rule %s', (criteria, amount, day, id) => {
  expect(pickFeeRule(RULES, { method: 'qris', criteria, amount, day }).id).toBe(id);
});

test('a payment without a rule is not taken', () => {
  const payment = { method: 'qris', criteria: 'UKE', amount: 1, day: '2024-11-30' };
  expect(() => pickFeeRule(RULES, payment)).toThrow('No fee rule');
});

test.each([
  // The example of domain 3.
  [100_000, {}, 700, 77],
  [125_000, {}, 875, 96],
  // 71.4 and 71.5: half up.
  [10_200, {}, 71, 8],
  [10_214, {}, 71, 8],
  [10_215, {}, 72, 8],
  [1, {}, 0, 0],
  [500_000, { rate_bps: 0 }, 0, 0],
  [500_001, { rate_bps: 30 }, 1_500, 165],
  [100_000, { flat_amount: 250 }, 950, 105],
  [100_000, old_vat, 700, 77],
  [10_000_000, {}, 70_000, 7_700],
])('Rp %i with %o costs %i and VAT %i', (amount, change, fee_amount, fee_vat_amount) => {
  const net_amount = amount - fee_amount - fee_vat_amount;
  expect(feeOf(amount, rule(change))).toEqual({ fee_amount, fee_vat_amount, net_amount });
});

const amounts = fc.integer({ min: 1, max: 10_000_000 });
const rates = fc.integer({ min: 0, max: 10_000 });
property.prop([amounts, rates])(
  'fee and VAT are whole, exact to half a rupiah, and add up to the gross',
  (amount, rate_bps) => {
    const fee = feeOf(amount, rule({ rate_bps }));
    expect(Math.abs(fee.fee_amount * 10_000 - amount * rate_bps)).toBeLessThanOrEqual(5_000);
    expect(Math.abs(fee.fee_vat_amount * 120_000 - fee.fee_amount * 13_200)).toBeLessThanOrEqual(60_000);
    expect(fee.net_amount + fee.fee_amount + fee.fee_vat_amount).toBe(amount);
  },
);

property.prop([amounts, rates])(
  'the movements of a payment leave exactly its net waiting for settlement',
  (amount, rate_bps) => {
    const fee = feeOf(amount, rule({ rate_bps }));
    const movements = paymentMovements({ amount, ...fee });
    const balance = (type: string) =>
      movements.reduce((sum, m) => sum + (m.credit === type ? m.amount : 0) - (m.debit === type ? m.amount : 0), 0);
    expect(balance('pending_settlement')).toBe(fee.net_amount);
    expect(balance('fees_paid')).toBe(fee.fee_amount);
    expect(balance('vat_paid')).toBe(fee.fee_vat_amount);
    expect(movements.every((movement) => movement.amount > 0)).toBe(true);
  },
);
