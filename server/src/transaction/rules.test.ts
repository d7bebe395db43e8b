import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { buildPaymentMovements } from '../ledger/payment.ts';
import {
  type DatedFeeRule,
  TRANSACTION_TRANSITIONS,
  calculateFee,
  hasReceipt,
  isCancellable,
  canTransition,
  getFeeRule,
  calculateFeeSteps,
} from './rules.ts';

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
  // A transfer that gave money back was sent back itself.
  'partially_refunded → success',
  'refunded → partially_refunded',
  'refunded → success',
];
const PAIRS = TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => [from, to] as const));

test.each(PAIRS)('%s → %s is valid exactly as in the table of domain 1.5', (from, to) => {
  const move = `${from} → ${to}`;
  expect(canTransition(from, to, false)).toBe(LEGAL.includes(move));
  // Only a late payment leads out of `expired`.
  expect(canTransition(from, to, true)).toBe(LEGAL.includes(move) || move === 'expired → success');
});

test('the table has every status', () => {
  expect(Object.keys(TRANSACTION_TRANSITIONS).toSorted()).toEqual(TRANSACTION_STATUSES.toSorted());
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
  expect(getFeeRule(RULES, { method: 'qris', criteria, amount, day }).id).toBe(id);
});

test('a price above the payment is capped at the payment; a fee charged on top is not', () => {
  const price = rule({ flat_amount: 5_000 });
  expect(calculateFeeSteps(1_000, price)).toMatchObject({
    subtotal_amount: 5_007,
    bound: 'amount',
    fee_amount: 901,
    fee_vat_amount: 99,
    net_amount: 0,
  });
  expect(calculateFee(1_000, { ...price, method: 'refund_transfer' })).toEqual({
    fee_amount: 5_007,
    fee_vat_amount: 551,
    net_amount: -4_558,
  });
});

test('a payment without a fee rule is refused', () => {
  const payment = { method: 'qris', criteria: 'UKE', amount: 1, day: '2024-11-30' };
  expect(() => getFeeRule(RULES, payment)).toThrow('No fee rule');
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
  expect(calculateFee(amount, rule(change))).toEqual({ fee_amount, fee_vat_amount, net_amount });
});

const amounts = fc.integer({ min: 1, max: 10_000_000 });
const rates = fc.integer({ min: 0, max: 10_000 });
property.prop([amounts, rates])(
  'fee and VAT are whole, exact to half a rupiah, and add up to the gross',
  (amount, rate_bps) => {
    const fee = calculateFeeSteps(amount, rule({ rate_bps }));
    fc.pre(fee.bound === null);
    expect(Math.abs(fee.fee_amount * 10_000 - amount * rate_bps)).toBeLessThanOrEqual(5_000);
    expect(Math.abs(fee.fee_vat_amount * 120_000 - fee.fee_amount * 13_200)).toBeLessThanOrEqual(60_000);
    expect(fee.net_amount + fee.fee_amount + fee.fee_vat_amount).toBe(amount);
  },
);

property.prop([amounts, rates])(
  'the movements of a payment leave exactly its net waiting for settlement',
  (amount, rate_bps) => {
    const fee = calculateFee(amount, rule({ rate_bps }));
    const movements = buildPaymentMovements({ amount, ...fee });
    const balance = (type: string) =>
      movements.reduce((sum, m) => sum + (m.credit === type ? m.amount : 0) - (m.debit === type ? m.amount : 0), 0);
    expect(balance('pending_settlement')).toBe(fee.net_amount);
    expect(balance('fees_paid')).toBe(fee.fee_amount);
    expect(balance('vat_paid')).toBe(fee.fee_vat_amount);
    expect(movements.every((movement) => movement.amount > 0)).toBe(true);
  },
);

/** `numerator ÷ denominator` to whole rupiah, half up, by the definition: the nearest whole, and the greater of two. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  return (numerator - whole * denominator) * 2n >= denominator ? whole + 1n : whole;
}

const terms = fc.record({
  rate_bps: rates,
  flat_amount: fc.integer({ min: 0, max: 1_000_000 }),
  fee_min: fc.option(fc.integer({ min: 0, max: 50_000 })),
  above_min: fc.option(fc.integer({ min: 0, max: 500_000 })),
  vat_rate_bps: rates,
  vat_base_numerator: fc.integer({ min: 1, max: 100 }),
  vat_base_denominator: fc.integer({ min: 1, max: 100 }),
});
const any_amount = fc.oneof(amounts, fc.integer({ min: 1, max: 10_000_000_000_000 }));

property.prop([any_amount, terms], { numRuns: 2_000 })(
  'domain 4.6: every fee is the exact fraction rounded half up, within its least and greatest, and VAT likewise',
  (amount, { above_min, ...part }) => {
    const fee_max = above_min === null ? null : (part.fee_min ?? 0) + above_min;
    const working = calculateFeeSteps(amount, rule({ ...part, fee_max }));
    const exact = halfUp(BigInt(amount) * BigInt(part.rate_bps), 10_000n) + BigInt(part.flat_amount);
    const raised = part.fee_min !== null && exact < BigInt(part.fee_min) ? BigInt(part.fee_min) : exact;
    const due = fee_max !== null && raised > BigInt(fee_max) ? BigInt(fee_max) : raised;
    const vatOn = (fee: bigint) =>
      halfUp(
        fee * BigInt(part.vat_rate_bps) * BigInt(part.vat_base_numerator),
        10_000n * BigInt(part.vat_base_denominator),
      );
    const is_capped = due + vatOn(due) > BigInt(amount);
    const fee = is_capped ? BigInt(working.fee_amount) : due;
    const vat = vatOn(fee);
    // Capped: nothing is taken beyond the amount, and one rupiah more would be too much.
    if (is_capped) {
      expect(working.bound).toBe('amount');
      expect(fee + vat <= BigInt(amount) && fee + 1n + vatOn(fee + 1n) > BigInt(amount)).toBe(true);
    }
    expect(BigInt(working.fee_amount)).toBe(fee);
    expect(BigInt(working.fee_vat_amount)).toBe(vat);
    expect(BigInt(working.net_amount)).toBe(BigInt(amount) - fee - vat);
    expect(working.rate_amount + working.flat_amount).toBe(working.subtotal_amount);
    expect(working.net_amount).toBeGreaterThanOrEqual(0);
    if (working.bound === null) expect(working.subtotal_amount).toBe(working.fee_amount);
  },
);

test.each([
  [99, { fee_min: 100 }, 100, 'fee_min'],
  [100, { fee_min: 100 }, 100, null],
  [101, { fee_min: 100 }, 101, null],
  [499, { fee_max: 500 }, 499, null],
  [500, { fee_max: 500 }, 500, null],
  [501, { fee_max: 500 }, 500, 'fee_max'],
  [50, { fee_min: 100, fee_max: 500 }, 100, 'fee_min'],
  [900, { fee_min: 100, fee_max: 500 }, 500, 'fee_max'],
])('a fee worked to %i within %o is %i', (flat_amount, limits, fee_amount, bound) => {
  expect(calculateFeeSteps(10_000, rule({ rate_bps: 0, flat_amount, ...limits }))).toMatchObject({ fee_amount, bound });
});

test('merchant rules take precedence, and newer versions over older ones of the same day', () => {
  const own = { method: 'virtual_account', criteria: null, is_own: true, effective_from: '2026-06-01' };
  const rules = [
    rule({ id: 'bank', method: 'virtual_account', criteria: null, channel_code: 'BCA' }),
    rule({ id: 'any', method: 'virtual_account', criteria: null }),
    rule({ id: 'own', ...own }),
    rule({ id: 'own-2', ...own, version: 2 }),
    rule({ id: 'own-bank', ...own, channel_code: 'BNI', effective_to: '2026-07-01' }),
  ];
  const pick = (channel_code: string, day: string) =>
    getFeeRule(rules, { method: 'virtual_account', channel_code, criteria: 'UKE', amount: 1, day }).id;
  expect(pick('BCA', '2026-05-31')).toBe('bank');
  expect(pick('BNI', '2026-05-31')).toBe('any');
  expect(pick('BCA', '2026-06-01')).toBe('own-2');
  expect(pick('BNI', '2026-06-30')).toBe('own-bank');
  expect(pick('BNI', '2026-07-01')).toBe('own-2');
});

test('receipts are for paid, unreversed payments; only pending payments can be cancelled', () => {
  expect(TRANSACTION_STATUSES.filter(hasReceipt)).toEqual(['success', 'partially_refunded', 'refunded']);
  expect(TRANSACTION_STATUSES.filter(isCancellable)).toEqual(['pending']);
});
