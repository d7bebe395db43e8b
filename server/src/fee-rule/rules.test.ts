import { expect, test } from 'vitest';
import { type FeeScope, findConflict, toRuleState } from './rules.ts';

const TODAY = '2026-11-18';
const scope = (change: Partial<FeeScope> = {}): FeeScope => ({
  method: 'virtual_account',
  channel_code: null,
  criteria: null,
  amount_from: 0,
  amount_to: null,
  effective_from: '2026-12-01',
  effective_to: null,
  ...change,
});

test.each([
  ['2026-11-17', 'fee_rule_backdated'],
  ['2026-11-18', null],
  ['2026-11-19', null],
])('a price from %s on is judged %s on 2026-11-18', (effective_from, refusal) => {
  expect(findConflict(scope({ effective_from }), [], TODAY)).toBe(refusal);
});

test.each([
  ['follows an older open one', {}, { effective_from: '2026-01-01' }, null],
  ['reaches over the beginning of a later one', {}, { effective_from: '2026-12-02' }, 'fee_rule_overlap'],
  ['ends as a later one begins', { effective_to: '2026-12-02' }, { effective_from: '2026-12-02' }, null],
  [
    'ends a day after a later one begins',
    { effective_to: '2026-12-03' },
    { effective_from: '2026-12-02' },
    'fee_rule_overlap',
  ],
  ['replaces one that has not begun', {}, {}, null],
  ['begins with one that begins today', { effective_from: TODAY }, { effective_from: TODAY }, 'fee_rule_overlap'],
  ['takes only a part of one that begins that day', { amount_to: 500_000 }, {}, 'fee_rule_overlap'],
  ['is for amounts below those of another', { amount_to: 500_000 }, { amount_from: 500_001 }, null],
  ['shares one amount with another', { amount_to: 500_001 }, { amount_from: 500_001 }, 'fee_rule_overlap'],
  ['is for another bank', { channel_code: 'BCA' }, { effective_from: '2026-12-02' }, null],
  ['is for another method', { method: 'qris' }, { effective_from: '2026-12-02' }, null],
])('a new price that %s', (_words, input, other, refusal) => {
  expect(findConflict(scope(input), [scope(other)], TODAY)).toBe(refusal);
});

test.each([
  ['2026-11-30', 'upcoming'],
  ['2026-12-01', 'current'],
  ['2026-12-31', 'current'],
  ['2027-01-01', 'ended'],
])('a price of December 2026 is on %s of the %s', (today, state) => {
  expect(toRuleState({ effective_from: '2026-12-01', effective_to: '2027-01-01' }, today)).toBe(state);
});
