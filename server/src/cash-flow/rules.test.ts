import { ENTRY_KINDS } from '@dasbor/contract/balance';
import { CASH_FLOW_CATEGORIES } from '@dasbor/contract/cash-flow';
import { describe, expect, test } from 'vitest';
import { type Flow, buildCashFlow, toCategory, listKinds, splitFlow, parsePeriod } from './rules.ts';

const BATCH = {
  gross_amount: 1_000,
  refund_amount: 100,
  fee_amount: 7,
  fee_vat_amount: 2,
  commission_amount: 1,
  adjustment_amount: -40,
};
const flow = (part: Partial<Flow>): Flow => ({
  day: '2026-11-18',
  kind: 'top_up',
  is_in: true,
  amount: 500,
  count: 1,
  batch: null,
  ...part,
});
const PERIOD = { account: 'settled', from: '2026-11-17', to: '2026-11-19', as_of: '2026-11-19T07:05:00.000Z' } as const;

describe('domain 1.3: categories', () => {
  test('every kind has exactly one category per side', () => {
    for (const kind of ENTRY_KINDS) {
      for (const is_in of [true, false]) {
        const category = toCategory(kind, is_in);
        expect(CASH_FLOW_CATEGORIES).toContain(category);
        expect(CASH_FLOW_CATEGORIES.filter((each) => listKinds([each], is_in).includes(kind))).toEqual([category]);
      }
    }
  });

  test.each([
    ['settlement', true, 'money_in'],
    ['settlement', false, 'payouts'],
    ['settlement_payout', false, 'payouts'],
    ['settlement_payout_back', true, 'payouts'],
    ['top_up', true, 'top_ups'],
    ['top_up_fee', false, 'fees'],
    ['top_up_fee_vat', false, 'vat'],
    ['balance_move', false, 'payouts'],
    ['balance_move', true, 'top_ups'],
    ['available_cover', false, 'refunds'],
    ['disbursement', false, 'disbursements'],
    ['disbursement_fee', false, 'fees'],
    ['withdrawal', false, 'payouts'],
    ['adjustment', true, 'adjustments'],
    ['a_kind_of_tomorrow', true, 'adjustments'],
    ['constructor', true, 'adjustments'],
  ] as const)('%s (in: %s) counts in %s', (kind, is_in, category) => {
    expect(toCategory(kind, is_in)).toBe(category);
  });

  test('a settlement counts in its parts, and an amount without a batch is money in', () => {
    const parts = splitFlow(flow({ kind: 'settlement', amount: 900, batch: { ...BATCH, settled_amount: 850 } }));
    expect(parts).toEqual([
      { category: 'money_in', amount: 1_000 },
      { category: 'refunds', amount: -100 },
      { category: 'fees', amount: -8 },
      { category: 'vat', amount: -2 },
      { category: 'adjustments', amount: -40 },
      { category: 'money_in', amount: 50 },
    ]);
    expect(splitFlow(flow({ kind: 'settlement_payout', is_in: false, amount: 850 }))).toEqual([
      { category: 'payouts', amount: -850 },
    ]);
  });
});

describe('domain 1.3: opening + movements = closing', () => {
  test('each day opens with the previous closing balance and closes with the ledger balance', () => {
    const flows = [flow({}), flow({ day: '2026-11-19', kind: 'withdrawal', is_in: false, amount: 300, count: 2 })];
    const net_by_day = new Map([
      ['2026-11-18', 500],
      ['2026-11-19', -300],
      // After the period: subtracted from the current balance.
      ['2026-11-20', 70],
    ]);
    const { days, total } = buildCashFlow(PERIOD, flows, { balance_now: 1_270, net_by_day });
    expect(days.map(({ opening, closing, difference }) => [opening, closing, difference])).toEqual([
      [1_000, 1_000, 0],
      [1_000, 1_500, 0],
      [1_500, 1_200, 0],
    ]);
    expect(days.map(({ entry_count }) => entry_count)).toEqual([0, 1, 2]);
    expect(total).toMatchObject({ opening: 1_000, top_ups: 500, payouts: -300, closing: 1_200, difference: 0 });
    expect(total).toMatchObject({ inflow: 500, outflow: 300 });
  });

  test('an amount missing from the categories is the difference of its day and of the period', () => {
    const { days, total } = buildCashFlow(PERIOD, [flow({ amount: 499 })], {
      balance_now: 500,
      net_by_day: new Map([['2026-11-18', 500]]),
    });
    expect(days.map(({ difference }) => difference)).toEqual([0, 1, 0]);
    expect(total.difference).toBe(1);
  });
});

test.each([
  [{}, { from: '2026-10-20', to: '2026-11-18' }],
  [{ to: '2026-03-01' }, { from: '2026-01-31', to: '2026-03-01' }],
  [{ from: '2026-05-23' }, { from: '2026-05-23', to: '2026-11-18' }],
  [{ from: '2026-05-22' }, 'range_too_long'],
  [{ from: '2026-11-18' }, { from: '2026-11-18', to: '2026-11-18' }],
  [{ from: '2026-11-19' }, 'range_reversed'],
])('domain 0: a period of at most 180 days: %o', (requested, period) => {
  expect(parsePeriod(requested, '2026-11-18')).toEqual(period);
});
