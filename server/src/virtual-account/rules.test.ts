/** Valid and invalid transitions of virtual accounts, and decisions about payments and inquiries. */
import { describe, expect, test } from 'vitest';
import { VA_BANKS } from '@dasbor/contract/bank';
import { validateVaInput } from '@dasbor/contract/virtual-account-rules';
import { VA_STATUSES, type VaStatus } from '@dasbor/contract/virtual-account-fields';
import {
  VA_EXPIRY_GRACE_MS,
  type VaState,
  decidePayment,
  isExpiryDue,
  canTransitionVa,
  findInquiryRejection,
  buildVaPath,
} from './rules.ts';

const END = '2026-11-21T10:00:00.000Z';
const end = (shift_ms: number) => new Date(Date.parse(END) + shift_ms);
const CLOSED: VaState = {
  bank: 'BCA',
  type: 'single',
  amount_type: 'closed',
  expected_amount: 150_000,
  amount_min: null,
  amount_max: null,
  status: 'active',
  payments_count: 0,
  expires_at: END,
  other_terms: [],
};
const LIMITS: VaState = {
  ...CLOSED,
  amount_type: 'min_max',
  expected_amount: null,
  amount_min: 20_000,
  amount_max: 90_000,
};
const OPEN: VaState = { ...CLOSED, amount_type: 'open', expected_amount: null };

/** Transitions of a single-use number; `late`: for late payments only. */
const VALID_TRANSITIONS: Record<string, 'always' | 'late'> = {
  'pending active': 'always',
  'pending failed': 'always',
  'pending expired': 'always',
  'active paid': 'always',
  'active expired': 'always',
  'active inactive': 'always',
  'expired paid': 'late',
  'inactive paid': 'late',
};
const PAIRS = VA_STATUSES.flatMap((from) => VA_STATUSES.map((to): [VaStatus, VaStatus] => [from, to]));

describe('domain 1.9: status transitions of a virtual account', () => {
  test.each(PAIRS)('%s to %s', (from, to) => {
    const rule = VALID_TRANSITIONS[`${from} ${to}`];
    expect(canTransitionVa(from, to, 'single')).toBe(rule === 'always');
    expect(canTransitionVa(from, to, 'single', true)).toBe(rule !== undefined);
    // A reusable number never becomes paid.
    expect(canTransitionVa(from, to, 'reusable', true)).toBe(rule !== undefined && to !== 'paid');
  });

  test('a payment before the response of the bank passes through active', () => {
    expect(buildVaPath('pending', 'paid', 'single')).toEqual(['active', 'paid']);
    expect(buildVaPath('pending', 'inactive', 'single')).toEqual(['active', 'inactive']);
    expect(buildVaPath('expired', 'paid', 'single')).toEqual([]);
    expect(buildVaPath('failed', 'paid', 'single', true)).toEqual([]);
  });
});

describe('domain 1.9: decisions about payments', () => {
  test.each<[string, VaState, number, string, string]>([
    ['closed, one rupiah less', CLOSED, 149_999, 'reject', 'underpaid'],
    ['closed, exact', CLOSED, 150_000, 'record', 'ok'],
    ['closed, one rupiah more', CLOSED, 150_001, 'reject', 'overpaid'],
    ['limits, one rupiah below', LIMITS, 19_999, 'reject', 'underpaid'],
    ['limits, the minimum', LIMITS, 20_000, 'record', 'ok'],
    ['limits, the maximum', LIMITS, 90_000, 'record', 'ok'],
    ['limits, one rupiah above', LIMITS, 90_001, 'reject', 'overpaid'],
    ['open, one rupiah below the limit of the bank', OPEN, 9_999, 'reject', 'underpaid'],
    ['open, the minimum of the bank', OPEN, 10_000, 'record', 'ok'],
    ['open, the maximum of the bank', OPEN, 50_000_000, 'record', 'ok'],
    ['open, one rupiah above the limit of the bank', OPEN, 50_000_001, 'reject', 'overpaid'],
    ['a second payment', { ...CLOSED, status: 'paid', payments_count: 1 }, 150_000, 'record', 'duplicate'],
    ['a second payment of another amount', { ...CLOSED, status: 'paid', payments_count: 1 }, 1, 'reject', 'underpaid'],
    ['a number that was never opened', { ...CLOSED, status: 'failed' }, 150_000, 'reject', 'refused'],
    ['another payment of a reusable number', { ...OPEN, type: 'reusable', payments_count: 7 }, 15_000, 'record', 'ok'],
  ])('%s', (_what, ...row) => {
    const [va, amount, does, match] = row;
    expect(decidePayment(va, { amount, paid_at: end(-1) })).toMatchObject({ do: does, match });
  });

  test.each<[string, VaState, number, boolean, VaStatus[]]>([
    ['at expiry', CLOSED, 0, false, ['paid']],
    ['one millisecond after expiry', CLOSED, 1, true, ['paid']],
    ['before the bank has responded', { ...CLOSED, status: 'pending' }, -1, false, ['active', 'paid']],
    ['after it was expired, though paid in time', { ...CLOSED, status: 'expired' }, -1, true, ['paid']],
    ['after it was deactivated', { ...CLOSED, status: 'inactive' }, -1, true, ['paid']],
    ['a reusable number', { ...OPEN, type: 'reusable' }, -1, false, []],
    [
      'a reusable number that is not opened yet',
      { ...OPEN, type: 'reusable', status: 'pending' },
      -1,
      false,
      ['active'],
    ],
    ['a reusable number after expiry', { ...OPEN, type: 'reusable', status: 'expired' }, 1, true, []],
    ['a number without expiry', { ...OPEN, type: 'reusable', expires_at: null }, 1e9, false, []],
  ])('%s', (_what, ...row) => {
    const [va, shift_ms, late_payment, path] = row;
    const amount = va.expected_amount ?? 25_000;
    expect(decidePayment(va, { amount, paid_at: end(shift_ms) })).toMatchObject({ do: 'record', late_payment, path });
  });
});

test.each<[VaStatus, number, number, string | undefined]>([
  ['active', 0, -1, undefined],
  ['active', 0, 0, 'invalid_bill'],
  ['pending', 0, -1, undefined],
  ['paid', 1, -1, 'bill_paid'],
  ['expired', 0, 1, 'invalid_bill'],
  ['inactive', 0, -1, 'invalid_bill'],
  ['failed', 0, -1, 'invalid_bill'],
])('domain 4.7: inquiry for a number that is %s with %s payments', (status, payments_count, shift_ms, response) => {
  expect(findInquiryRejection({ ...CLOSED, status, payments_count }, end(shift_ms))?.response).toBe(response);
});

test.each<[VaStatus, boolean, number, boolean]>([
  ['active', true, -1, false],
  ['active', true, 0, true],
  ['active', false, VA_EXPIRY_GRACE_MS - 1, false],
  ['active', false, VA_EXPIRY_GRACE_MS, true],
  ['pending', false, 0, true],
  ['paid', true, 1, false],
  ['expired', true, 1, false],
  ['inactive', true, 1, false],
])(
  'domain 1.9: a number that is %s (bank responded: %s) expires %s ms after its due time: %s',
  (status, answered, ms, ends) => {
    expect(isExpiryDue({ status, expires_at: END }, answered, end(ms))).toBe(ends);
  },
);

test('a number without expiry never expires', () => {
  expect(isExpiryDue({ status: 'active', expires_at: null }, true, end(1e12))).toBe(false);
});

describe('domain 4.3: limits of each bank', () => {
  const input = {
    bank: 'BCA' as const,
    holder_name: 'SARI',
    type: 'single' as const,
    amount_type: 'open' as const,
    expires_in_s: 60,
  };
  const listInvalidFields = (change: object) => validateVaInput({ ...input, ...change }).map(({ field }) => field);

  test.each(VA_BANKS)('$channel: name, digits and amounts on both sides of each limit', (va_bank) => {
    const { channel: bank, suffix_digits, holder_name_max, amount_min, amount_max } = va_bank;
    expect(listInvalidFields({ bank, holder_name: 'A'.repeat(holder_name_max) })).toEqual([]);
    expect(listInvalidFields({ bank, holder_name: 'A'.repeat(holder_name_max + 1) })).toEqual(['holder_name']);
    expect(listInvalidFields({ bank, suffix: '1'.repeat(suffix_digits) })).toEqual([]);
    expect(listInvalidFields({ bank, suffix: '1'.repeat(suffix_digits - 1) })).toEqual(['suffix']);
    expect(listInvalidFields({ bank, suffix: '1'.repeat(suffix_digits + 1) })).toEqual(['suffix']);
    expect(listInvalidFields({ bank, suffix: '0'.repeat(suffix_digits) })).toEqual(['suffix']);
    const closed = (expected_amount: number) => listInvalidFields({ bank, amount_type: 'closed', expected_amount });
    expect([closed(amount_min), closed(amount_max)]).toEqual([[], []]);
    expect([closed(amount_min - 1), closed(amount_max + 1)]).toEqual([['expected_amount'], ['expected_amount']]);
  });

  test.each([
    ['closed without an amount', { amount_type: 'closed' }, ['expected_amount']],
    ['open with an amount', { expected_amount: 20_000 }, ['expected_amount']],
    ['limits without a maximum', { amount_type: 'min_max', amount_min: 20_000 }, ['amount_max']],
    ['a minimum above the maximum', { amount_type: 'min_max', amount_min: 20_001, amount_max: 20_000 }, ['amount_max']],
    ['a minimum equal to the maximum', { amount_type: 'min_max', amount_min: 20_000, amount_max: 20_000 }, []],
    ['single use without expiry', { expires_in_s: null }, ['expires_in_s']],
    ['reusable without expiry', { type: 'reusable', expires_in_s: null }, []],
  ])('%s', (_what, change, fields) => {
    expect(listInvalidFields(change)).toEqual(fields);
  });
});
