import { expect, test } from 'vitest';
import { formatRate, wordsOfFee, wordsOfVat } from './fee-words.ts';

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
])('%d hundredths of a percent are %s', (bps, words) => {
  expect(formatRate(bps)).toBe(words);
});

test('the fee of a rate, of a fixed part, and of both', () => {
  expect(wordsOfFee(RULE, 100_000)).toBe('0.7% of Rp 100.000');
  expect(wordsOfFee({ ...RULE, rate_bps: 0, flat_amount: 4_000 }, 100_000)).toBe('Rp 4.000 a payment');
  expect(wordsOfFee({ ...RULE, flat_amount: 500 }, 100_000)).toBe('0.7% of Rp 100.000 + Rp 500');
});

test('PPN names its taxed part, unless that is the whole fee', () => {
  expect(wordsOfVat(RULE, 700)).toBe('12% × 11/12 of Rp 700');
  expect(wordsOfVat({ ...RULE, vat_rate_bps: 1_100, vat_base_numerator: 1, vat_base_denominator: 1 }, 700)).toBe(
    '11% of Rp 700',
  );
});
