import { expect, test } from 'vitest';
import {
  formatRate,
  formatAmountBand,
  formatValidity,
  formatFeeCalculation,
  formatFeeLimits,
  formatPrice,
  formatVatCalculation,
} from './format-fee.ts';

const RULE = {
  id: 'fee_01kaj6x7v3q2m8n4p5r6s7t8w9',
  name: 'QRIS',
  rate_bps: 70,
  flat_amount: 0,
  fee_min: null,
  fee_max: null,
  vat_rate_bps: 1_200,
  vat_base_numerator: 11,
  vat_base_denominator: 12,
  effective_from: '2025-01-01',
  version: 1,
};

test.each([
  [0, '0%'],
  [30, '0.3%'],
  [70, '0.7%'],
  [1_200, '12%'],
])('%d basis points are %s', (bps, words) => {
  expect(formatRate(bps)).toBe(words);
});

test('the fee of a rate, of a fixed part, and of both', () => {
  expect(formatFeeCalculation(RULE, 100_000)).toBe('0.7% of Rp 100.000');
  expect(formatFeeCalculation({ ...RULE, rate_bps: 0, flat_amount: 4_000 }, 100_000)).toBe('Rp 4.000 per payment');
  expect(formatFeeCalculation({ ...RULE, flat_amount: 500 }, 100_000)).toBe('0.7% of Rp 100.000 + Rp 500');
});

test('PPN names its taxed part, unless that is the whole fee', () => {
  expect(formatVatCalculation(RULE, 700)).toBe('12% × 11/12 of Rp 700');
  expect(
    formatVatCalculation({ ...RULE, vat_rate_bps: 1_100, vat_base_numerator: 1, vat_base_denominator: 1 }, 700),
  ).toBe('11% of Rp 700');
});

test.each([
  [{ rate_bps: 70, flat_amount: 0 }, '0.7%'],
  [{ rate_bps: 0, flat_amount: 4_000 }, 'Rp 4.000'],
  [{ rate_bps: 70, flat_amount: 250 }, '0.7% + Rp 250'],
  [{ rate_bps: 0, flat_amount: 0 }, 'Free'],
])('the price %o reads %s', (terms, words) => {
  expect(formatPrice(terms)).toBe(words);
});

test('fee limits, amount bands and validity', () => {
  expect(formatFeeLimits({ fee_min: 100, fee_max: null })).toBe('at least Rp 100');
  expect(formatFeeLimits({ fee_min: 100, fee_max: 5_000 })).toBe('at least Rp 100, at most Rp 5.000');
  expect(formatFeeLimits({ fee_min: null, fee_max: null })).toBeUndefined();
  expect(formatAmountBand({ amount_from: 0, amount_to: 500_000 })).toBe('up to Rp 500.000');
  expect(formatAmountBand({ amount_from: 500_001, amount_to: null })).toBe('from Rp 500.001');
  expect(formatAmountBand({ amount_from: 0, amount_to: null })).toBeUndefined();
  expect(formatValidity({ effective_from: '2025-01-01', effective_to: null })).toBe('since 1 Jan 2025');
  expect(formatValidity({ effective_from: '2024-12-01', effective_to: '2025-01-01' })).toBe('1 Dec 2024 – 31 Dec 2024');
});
