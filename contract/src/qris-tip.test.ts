import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatTip,
  findTipError,
  isPayable,
  NO_TIP,
  formatPercent,
  type QrisTip,
  QRIS_AMOUNT_MAX,
  parsePercent,
  calculateTip,
  extractTip,
} from './qris-tip.ts';

const PROMPT: QrisTip = { tip_mode: 'prompt', tip_value: null };
const FIXED: QrisTip = { tip_mode: 'fixed', tip_value: 5_000 };
const TEN_PERCENT: QrisTip = { tip_mode: 'percent', tip_value: 1_000 };

test.each<[QrisTip, boolean]>([
  [NO_TIP, true],
  [PROMPT, true],
  [{ tip_mode: 'none', tip_value: 1 }, false],
  [{ tip_mode: 'prompt', tip_value: 0 }, false],
  [{ tip_mode: 'fixed', tip_value: null }, false],
  [{ tip_mode: 'fixed', tip_value: 0 }, false],
  [{ tip_mode: 'fixed', tip_value: 1 }, true],
  [{ tip_mode: 'fixed', tip_value: 9_999_999 }, true],
  [{ tip_mode: 'fixed', tip_value: 10_000_000 }, false],
  [{ tip_mode: 'fixed', tip_value: 1.5 }, false],
  [{ tip_mode: 'percent', tip_value: 0 }, false],
  [{ tip_mode: 'percent', tip_value: 1 }, true],
  [{ tip_mode: 'percent', tip_value: 9_999 }, true],
  [{ tip_mode: 'percent', tip_value: 10_000 }, false],
])('domain 1.10: %j is a valid tip: %s', (tip, can) => expect(findTipError(tip) === null).toBe(can));

test.each<[number, QrisTip, number]>([
  [50_000, NO_TIP, 0],
  [50_000, PROMPT, 0],
  [50_000, FIXED, 5_000],
  [50_000, TEN_PERCENT, 5_000],
  [1_234, { tip_mode: 'percent', tip_value: 250 }, 31],
  [20, { tip_mode: 'percent', tip_value: 250 }, 1],
  [19, { tip_mode: 'percent', tip_value: 250 }, 0],
])('the tip on %i with %j is %i, rounded half up', (asked, tip, on_top) =>
  expect(calculateTip(asked, tip)).toBe(on_top),
);

describe('domain 1.10: valid amounts of a code', () => {
  test.each<[number, QrisTip, number, boolean]>([
    [50_000, NO_TIP, 50_000, true],
    [50_000, NO_TIP, 50_001, false],
    [50_000, NO_TIP, 49_999, false],
    [50_000, FIXED, 55_000, true],
    [50_000, FIXED, 54_999, false],
    [50_000, FIXED, 55_001, false],
    [50_000, FIXED, 50_000, false],
    [50_000, TEN_PERCENT, 55_000, true],
    [50_000, TEN_PERCENT, 55_001, false],
    [50_000, PROMPT, 49_999, false],
    [50_000, PROMPT, 50_000, true],
    [50_000, PROMPT, 50_001, true],
    [50_000, PROMPT, QRIS_AMOUNT_MAX, true],
    [50_000, PROMPT, QRIS_AMOUNT_MAX + 1, false],
  ])('Rp %i with %j by Rp %i: %s', (asked, tip, paid, can) => expect(isPayable(asked, tip, paid)).toBe(can));
});

describe('the tip within a payment of a static code', () => {
  test.each<[number, QrisTip, number | null, number]>([
    [55_000, NO_TIP, 5_000, 0],
    [55_000, PROMPT, null, 0],
    [55_000, PROMPT, 5_000, 5_000],
    [55_000, PROMPT, 55_000, 0],
    [55_000, FIXED, null, 5_000],
    [5_000, FIXED, null, 0],
    [5_001, FIXED, null, 5_000],
    [55_000, TEN_PERCENT, null, 5_000],
    [55_000, TEN_PERCENT, 4_000, 4_000],
  ])('of Rp %i with %j, reported %s, is %i', (gross, tip, reported, within) => {
    expect(extractTip(gross, tip, reported)).toBe(within);
  });
  test('a percentage tip is extracted from its total within one rupiah of rounding', () => {
    const extractsTip = (asked: number, tip_value: number) => {
      const tip: QrisTip = { tip_mode: 'percent', tip_value };
      const on_top = calculateTip(asked, tip);
      expect(Math.abs(extractTip(asked + on_top, tip, null) - on_top)).toBeLessThanOrEqual(1);
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 9_999 }), extractsTip));
  });
});

test('a percentage is formatted without trailing zeros and parsed back', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 9_999 }), (bps) => parsePercent(formatPercent(bps)) === bps));
  expect([500, 250, 25, 1_000, 1_050].map(formatPercent)).toEqual(['5', '2.5', '0.25', '10', '10.5']);
});
test.each(['', '0', '0.00', '100', '-1', '1.234', '.5', '5%', '1e1'])('%j is not a percentage', (text) => {
  expect(parsePercent(text)).toBeNull();
});

test.each<[QrisTip, string | null, string | null]>([
  [NO_TIP, null, null],
  [PROMPT, 'Payer chooses', 'Dipilih pembayar'],
  [FIXED, 'Rp 5.000', 'Rp 5.000'],
  [{ tip_mode: 'percent', tip_value: 250 }, '2.5%', '2,5%'],
])('%j is formatted as %s in English and %s in Indonesian', (tip, english, indonesian) => {
  expect([formatTip(tip, 'en'), formatTip(tip, 'id')]).toEqual([english, indonesian]);
});
