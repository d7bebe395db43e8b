/** Calculation and conflicts of commission rules: tables on both sides of every limit, and properties. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommissionRuleInput, CommissionTerms } from '@dasbor/contract/account-group-commission-fields';
import {
  calculateCommission,
  calculateCommissionSteps,
  calculateEarned,
  findInvalidTerm,
  isInPeriod,
  isInScope,
  isOverlapping,
} from './rules.ts';

const TERMS: CommissionTerms = {
  basis: 'percent_of_gross',
  rate_ppm: 2_500,
  flat_amount: 0,
  commission_min: null,
  commission_max: null,
  tiers: [],
  bearer: 'from_merchant_net',
};
const PAYMENT = { amount: 100_000, fee_amount: 700, net_amount: 99_223 };

describe('the commission of a payment', () => {
  test.each<[string, Partial<CommissionTerms>, number, number]>([
    ['a rate of the gross amount', {}, 0, 250],
    ['four decimals of a percent', { rate_ppm: 1 }, 0, 0],
    ['half a rupiah is rounded up', { rate_ppm: 5 }, 0, 1],
    ['below half a rupiah is rounded down', { rate_ppm: 4 }, 0, 0],
    ['a rate and an amount', { flat_amount: 100 }, 0, 350],
    ['a rate of the fee', { basis: 'percent_of_fee', rate_ppm: 300_000 }, 0, 210],
    ['a flat amount', { basis: 'flat', rate_ppm: 0, flat_amount: 500 }, 0, 500],
    ['what the fee exceeds a base price', { basis: 'markup_over_base', rate_ppm: 5_000 }, 0, 200],
    ['nothing when the fee is below the base price', { basis: 'markup_over_base', rate_ppm: 7_001 }, 0, 0],
    ['at least the minimum', { commission_min: 251 }, 0, 251],
    ['exactly the minimum', { commission_min: 250 }, 0, 250],
    ['at most the maximum', { commission_max: 249 }, 0, 249],
    ['at most the fee, when the provider bears it', { rate_ppm: 7_010, bearer: 'from_platform_fee' }, 0, 700],
    ['at most the net amount, when the merchant bears it', { rate_ppm: 1_000_000 }, 0, 99_223],
    ['the rule below the first tier', { tiers: [tier(1_000, 5_000)] }, 999, 250],
    ['a tier from its volume on', { tiers: [tier(1_000, 5_000)] }, 1_000, 500],
    ['the highest tier that is reached', { tiers: [tier(1_000, 5_000), tier(2_000, 1_000)] }, 2_000, 100],
  ])('%s', (_words, terms, volume, expected) => {
    expect(calculateCommission(PAYMENT, { ...TERMS, ...terms }, volume)).toBe(expected);
  });

  test('the breakdown names the limit that applied', () => {
    const bounds = ([terms]: [Partial<CommissionTerms>]) =>
      calculateCommissionSteps(PAYMENT, { ...TERMS, ...terms }, 0).bound;
    expect(bounds([{}])).toBeNull();
    expect(bounds([{ commission_min: 300 }])).toBe('commission_min');
    expect(bounds([{ commission_max: 100 }])).toBe('commission_max');
    expect(bounds([{ commission_min: 800, bearer: 'from_platform_fee' }])).toBe('bearer');
  });
});

function tier(volume_from: number, rate_ppm: number) {
  return { volume_from, rate_ppm, flat_amount: 0 };
}

const amounts = fc.integer({ min: 0, max: 1_000_000 });
const bounds = fc
  .tuple(fc.option(amounts), fc.option(amounts))
  .map(([a, b]) => (a !== null && b !== null ? ([Math.min(a, b), Math.max(a, b)] as const) : ([a, b] as const)));
const anyTerms = fc
  .record({
    basis: fc.constantFrom('percent_of_gross', 'percent_of_fee', 'flat', 'markup_over_base'),
    rate_ppm: fc.integer({ min: 0, max: 1_000_000 }),
    flat_amount: amounts,
    bounds,
    volumes: fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 4 }),
    tier_ppm: fc.integer({ min: 0, max: 1_000_000 }),
    bearer: fc.constantFrom('from_platform_fee', 'from_merchant_net'),
  })
  .map(({ bounds: [commission_min, commission_max], volumes, tier_ppm, ...terms }): CommissionTerms => ({
    ...terms,
    commission_min,
    commission_max,
    tiers: volumes.toSorted((a, b) => a - b).map((volume) => tier(volume, tier_ppm)),
  }));
const anyPayment = fc
  .record({ amount: fc.integer({ min: 1, max: 10_000_000_000_000 }), fee: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ amount, fee }) => {
    const fee_amount = Math.floor(amount * fee);
    return { amount, fee_amount, net_amount: amount - fee_amount };
  });

describe('properties', () => {
  test('a commission is whole, never negative, and within its bounds and what its bearer has', () => {
    fc.assert(
      fc.property(anyPayment, anyTerms, fc.nat(), (payment, terms, volume) => {
        const commission = calculateCommission(payment, terms, volume);
        const ceiling = terms.bearer === 'from_platform_fee' ? payment.fee_amount : payment.net_amount;
        expect(Number.isSafeInteger(commission)).toBe(true);
        expect(commission).toBeGreaterThanOrEqual(0);
        expect(commission).toBeLessThanOrEqual(ceiling);
        expect(commission).toBeLessThanOrEqual(terms.commission_max ?? ceiling);
        expect(commission).toBeGreaterThanOrEqual(Math.min(terms.commission_min ?? 0, ceiling));
      }),
    );
  });

  test('a larger payment or a higher rate never earns less', () => {
    fc.assert(
      fc.property(anyPayment, anyTerms, fc.nat(1_000_000), fc.nat(1_000), (payment, terms, more, more_ppm) => {
        const rising = { ...terms, basis: 'percent_of_gross' as const, tiers: [] };
        const larger = { ...payment, amount: payment.amount + more, net_amount: payment.net_amount + more };
        const dearer = { ...rising, rate_ppm: rising.rate_ppm + more_ppm };
        const commission = calculateCommission(payment, rising, 0);
        expect(calculateCommission(larger, rising, 0)).toBeGreaterThanOrEqual(commission);
        expect(calculateCommission(payment, dearer, 0)).toBeGreaterThanOrEqual(commission);
      }),
    );
  });

  test('refunds reverse in proportion, and a full one everything', () => {
    fc.assert(
      fc.property(
        anyPayment,
        amounts,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (payment, commission, cuts) => {
          const { amount } = payment;
          const after = (refunded_amount: number) =>
            calculateEarned(commission, { amount, refunded_amount, is_reversed: false });
          const steps = [0, ...cuts.map((cut) => Math.floor(cut * amount)).toSorted((a, b) => a - b), amount].map(
            after,
          );
          expect(steps[0]).toBe(commission);
          expect(steps.at(-1)).toBe(0);
          expect(steps.every((step, index) => index === 0 || step <= (steps[index - 1] ?? 0))).toBe(true);
          expect(calculateEarned(commission, { amount, refunded_amount: 0, is_reversed: true })).toBe(0);
        },
      ),
    );
  });
});

describe('which payments a rule is about', () => {
  test.each([
    [{ method: null, channel_code: null }, true],
    [{ method: 'virtual_account', channel_code: null }, true],
    [{ method: 'virtual_account', channel_code: 'BCA' }, true],
    [{ method: 'virtual_account', channel_code: 'BNI' }, false],
    [{ method: 'qris', channel_code: null }, false],
  ] as const)('%j', (scope, expected) => {
    expect(isInScope(scope, { method: 'virtual_account', channel_code: 'BCA' })).toBe(expected);
  });

  test.each([
    ['2026-11-30', false],
    ['2026-12-01', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('December on %s', (day, expected) => {
    expect(isInPeriod({ effective_from: '2026-12-01', effective_to: '2027-01-01' }, day)).toBe(expected);
  });
});

const scope = (change: object) => ({
  method: null,
  channel_code: null,
  effective_from: '2026-12-01',
  effective_to: null,
  ...change,
});
test.each([
  ['everything', {}, {}, true],
  ['another method', { method: 'qris' }, { method: 'virtual_account' }, false],
  ['all methods and one', { method: null }, { method: 'qris' }, true],
  [
    'another bank',
    { method: 'virtual_account', channel_code: 'BCA' },
    { method: 'virtual_account', channel_code: 'BNI' },
    false,
  ],
  ['all banks and one', { method: 'virtual_account' }, { method: 'virtual_account', channel_code: 'BNI' }, true],
  ['one after the other', { effective_to: '2027-01-01' }, { effective_from: '2027-01-01' }, false],
  ['one day of both', { effective_to: '2027-01-02' }, { effective_from: '2027-01-01' }, true],
  ['a rule that was replaced before it began', { effective_to: '2026-12-01' }, {}, false],
])('two rules of %s overlap', (_words, a, b, expected) => {
  expect(isOverlapping(scope(a), scope(b))).toBe(expected);
  expect(isOverlapping(scope(b), scope(a))).toBe(expected);
});

const INPUT: CommissionRuleInput = {
  ...TERMS,
  name: 'Partner share',
  method: null,
  channel_code: null,
  tax_rate_ppm: 0,
  cycle: 'monthly',
  effective_from: '2026-12-01',
  effective_to: null,
};
test.each<[string, Partial<CommissionRuleInput>, string | null]>([
  ['complete terms', {}, null],
  ['a flat commission with a rate', { basis: 'flat', flat_amount: 1 }, 'rate_ppm'],
  ['a flat commission of nothing', { basis: 'flat', rate_ppm: 0 }, 'flat_amount'],
  ['a rate of nothing', { rate_ppm: 0 }, 'rate_ppm'],
  ['a base price of nothing', { basis: 'markup_over_base', rate_ppm: 0 }, null],
  ['a maximum below the minimum', { commission_min: 2, commission_max: 1 }, 'commission_max'],
  ['equal bounds', { commission_min: 2, commission_max: 2 }, null],
  ['a bank of all methods', { channel_code: 'BCA' }, 'channel_code'],
  ['an end on its first day', { effective_to: '2026-12-01' }, 'effective_to'],
])('%s', (_words, change, field) => {
  expect(findInvalidTerm({ ...INPUT, ...change })?.field ?? null).toBe(field);
});
