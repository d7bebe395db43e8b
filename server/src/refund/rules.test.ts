import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { calculateReversedFee } from '@dasbor/contract/refund-fee';
import { REFUND_STATUSES } from '@dasbor/contract/refund-fields';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import type { BankOutcome } from '../rails/snap-client.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { calculateNextPoll, parseRefundResponse } from './parse-status.ts';
import { calculateHeldAmount, buildHoldJournal, buildPayOutJournal, buildReleaseJournal } from './journal.ts';
import { buildRefundUpdate } from './queries.ts';
import {
  type DatedRefundRule,
  type PaymentForRefund,
  isSamePerson,
  canTransitionRefund,
  listRefundMethods,
  findRefundRule,
  findRefusal,
  findSendRefusal,
  toRefundShare,
} from './rules.ts';

const LEGAL = [
  'pending → approved',
  'pending → rejected',
  'approved → processing',
  'processing → succeeded',
  // Its transfer was returned.
  'succeeded → failed',
  // Its transfer was executed late.
  'failed → succeeded',
  'processing → failed',
];

describe('domain 1.6: the statuses of a refund', () => {
  const moves = REFUND_STATUSES.flatMap((from) => REFUND_STATUSES.map((to) => [from, to] as const));
  test.each(moves)('%s → %s', (from, to) => {
    const is_legal = LEGAL.includes(`${from} → ${to}`);
    expect(canTransitionRefund(from, to)).toBe(is_legal);
    // The update throws on an invalid transition before any statement runs.
    const write = () => buildRefundUpdate({} as never, { id: 'rfd_1', from, to }, {} as never);
    expect(write).toThrow(is_legal ? 'updateTable' : 'cannot go from');
  });
});

const rule = (change: Partial<DatedRefundRule> = {}): DatedRefundRule => ({
  method: 'qris',
  channel_code: null,
  issuer: null,
  rail: 'original',
  allows_partial: true,
  window_days: 30,
  effective_from: '2020-01-01',
  effective_to: null,
  ...change,
});
const RULES = [
  rule(),
  rule({ issuer: 'BRI', rail: 'transfer' }),
  rule({ effective_from: '2027-01-01', window_days: 90 }),
  rule({ method: 'virtual_account', rail: 'transfer', window_days: 90 }),
];
const PAID_AT = '2026-11-01T03:00:00.000Z';
const payment = (change: Partial<PaymentForRefund> = {}): PaymentForRefund => ({
  status: 'success',
  method: 'qris',
  channel_code: null,
  issuer: 'GoPay',
  amount: 100_000,
  refunded_amount: 0,
  open_amount: 0,
  paid_at: PAID_AT,
  ...change,
});

describe('domain 4.1: the refund method is data', () => {
  test.each([
    [{}, 'original', 30],
    [{ issuer: 'Bank BRI' }, 'transfer', 30],
    [{ issuer: 'BRI' }, 'transfer', 30],
    [{ issuer: 'bri-mobile' }, 'transfer', 30],
    [{ issuer: 'Bridge Pay' }, 'original', 30],
    [{ issuer: null }, 'original', 30],
    [{ paid_at: '2026-12-31T16:59:59.000Z' }, 'original', 30],
    [{ paid_at: '2026-12-31T17:00:00.000Z' }, 'original', 90],
    [{ method: 'virtual_account' }, 'transfer', 90],
  ])('%o goes by %s within %i days', (change, rail, window_days) => {
    expect(findRefundRule(RULES, payment(change))).toMatchObject({ rail, window_days });
  });

  test('a method without a rule and an unpaid payment have no refund method', () => {
    expect(findRefundRule(RULES, payment({ method: 'card' }))).toBeNull();
    expect(findRefundRule(RULES, payment({ paid_at: null }))).toBeNull();
    expect(listRefundMethods(null)).toEqual([]);
  });

  test('a transfer is available wherever the original method is, not vice versa', () => {
    expect(listRefundMethods(rule())).toEqual(['original', 'transfer']);
    expect(listRefundMethods(rule({ rail: 'transfer' }))).toEqual(['transfer']);
  });
});

describe('domain 1.6: refusals', () => {
  const END = Date.parse(PAID_AT) + 30 * 86_400_000;
  const refuse = (
    change: Partial<PaymentForRefund>,
    input: { amount?: number; method?: 'original' | 'transfer' } = {},
    now = new Date(END - 1),
    used: DatedRefundRule | null = rule(),
  ) => findRefusal(payment(change), used, { amount: 1, method: 'original', ...input }, now)?.code ?? null;

  test.each([
    ['the last rupiah', {}, { amount: 100_000 }, null],
    ['one more', {}, { amount: 100_001 }, 'refund_exceeds_remaining'],
    ['what earlier ones left', { refunded_amount: 60_000 }, { amount: 40_000 }, null],
    ['more than they left', { refunded_amount: 60_000 }, { amount: 40_001 }, 'refund_exceeds_remaining'],
    ['what those under way leave', { refunded_amount: 10_000, open_amount: 50_000 }, { amount: 40_000 }, null],
    [
      'more than those leave',
      { refunded_amount: 10_000, open_amount: 50_000 },
      { amount: 40_001 },
      'refund_exceeds_remaining',
    ],
    ['nothing left, all of it under way', { open_amount: 100_000 }, {}, 'already_refunding'],
    ['nothing left, the rest under way', { refunded_amount: 99_999, open_amount: 1 }, {}, 'already_refunding'],
    ['nothing left at all', { status: 'refunded', refunded_amount: 100_000 } as const, {}, 'refund_exceeds_remaining'],
    ['a second part', { status: 'partially_refunded', refunded_amount: 1 } as const, {}, null],
  ])('%s', (_name, change, input, code) => {
    expect(refuse(change, input)).toBe(code);
  });

  test('the window ends with its last millisecond', () => {
    expect(refuse({}, {}, new Date(END - 1))).toBeNull();
    expect(refuse({}, {}, new Date(END))).toBe('refund_window_closed');
  });

  test('no refund method, and the original method where only a transfer is available', () => {
    expect(refuse({}, {}, undefined, null)).toBe('channel_not_refundable');
    expect(refuse({}, {}, undefined, rule({ rail: 'transfer' }))).toBe('channel_not_refundable');
    expect(refuse({}, { method: 'transfer' }, undefined, rule({ rail: 'transfer' }))).toBeNull();
  });

  test('an issuer that accepts full refunds only', () => {
    const whole_only = rule({ allows_partial: false });
    expect(refuse({}, { amount: 99_999 }, undefined, whole_only)).toBe('channel_not_refundable');
    expect(refuse({}, { amount: 100_000 }, undefined, whole_only)).toBeNull();
    expect(refuse({}, { amount: 99_999, method: 'transfer' }, undefined, whole_only)).toBeNull();
  });

  test.each(TRANSACTION_STATUSES)('a payment that is %s', (status) => {
    const code = refuse({ status });
    const wanted = { success: null, partially_refunded: null, refunded: 'refund_exceeds_remaining' };
    expect(code).toBe(status in wanted ? wanted[status as keyof typeof wanted] : 'payment_not_refundable');
  });

  test('the requester is the same person directly and through an API key', () => {
    const user = { requested_by_type: 'user', requested_by_id: 'usr_1', requested_by_owner: 'usr_1' } as const;
    const key = { requested_by_type: 'api_key', requested_by_id: 'key_1', requested_by_owner: 'usr_1' } as const;
    expect(isSamePerson(user, { id: 'usr_1' })).toBe(true);
    expect(isSamePerson(user, { id: 'usr_2' })).toBe(false);
    expect(isSamePerson(key, { id: 'usr_1' })).toBe(true);
    expect(isSamePerson(key, { id: 'usr_2' })).toBe(false);
  });

  test.each([
    ['success', 0, 100, null],
    ['partially_refunded', 40, 60, null],
    ['partially_refunded', 41, 60, 'already_refunded'],
    ['refunded', 100, 1, 'already_refunded'],
    ['reversed', 0, 1, 'payment_reversed'],
  ] as const)('an approved refund of a payment that is %s (%i of 100 refunded) of %i: %s', (...row) => {
    const [status, refunded_amount, amount, refusal] = row;
    expect(findSendRefusal({ amount, payment: { status, amount: 100, refunded_amount } })).toBe(refusal);
  });

  test.each([
    [0, 'none'],
    [99, 'partial'],
    [100, 'full'],
    [130, 'full'],
  ])('%i of 100 refunded: %s', (refunded, share) => {
    expect(toRefundShare(refunded, 100)).toBe(share);
  });
});

const message = {} as RailMessage;
const refusedWith = (response_code: string): BankOutcome<never> => ({
  message,
  kind: 'refused',
  response_code,
  detail: 'No',
});
const silent: BankOutcome<never> = { message, kind: 'unreachable', detail: 'Nothing' };

describe('the bank status of a refund to the original payment method', () => {
  test.each([
    ['4037805', { status: 'failed', code: 'bank_refused', message: 'No' }],
    // The bank has this reference: an earlier attempt arrived.
    ['4097801', { status: 'unknown' }],
  ])('refused with %s', (code, verdict) => {
    expect(parseRefundResponse(refusedWith(code), { amount: 1_000, is_first: true })).toEqual(verdict);
    // Once an earlier attempt may have been executed, no refusal releases the hold.
    expect(parseRefundResponse(refusedWith(code), { amount: 1_000, is_first: false })).toEqual({ status: 'unknown' });
  });

  test('accepted, about another amount, and without a response', () => {
    const answered = (value: string) =>
      ({ message, kind: 'ok', response: { refundNo: 'BR1', refundAmount: { value } } }) as const;
    const sent = { amount: 1_000, is_first: true };
    expect(parseRefundResponse(answered('1000.00'), sent)).toEqual({ status: 'succeeded', provider_reference: 'BR1' });
    expect(parseRefundResponse(answered('999.00'), sent)).toEqual({ status: 'unknown' });
    expect(parseRefundResponse(silent, sent)).toEqual({ status: 'unknown' });
  });

  test.each([
    [0, 2],
    [4, 2],
    [60, 30],
    [1_200, 600],
    [86_400, 600],
  ])('%i s after it was sent the next poll is in %i s', (gone_s, in_s) => {
    const sent_at = new Date('2026-11-21T03:00:00Z');
    const now = new Date(sent_at.getTime() + gone_s * 1000);
    expect(calculateNextPoll(sent_at, now).getTime() - now.getTime()).toBe(in_s * 1000);
  });
});

const accounts = Object.fromEntries(
  ['pending_settlement', 'available', 'refunds', 'fees_paid', 'vat_paid', 'provider_receivable', 'bank_clearing'].map(
    (type) => [type, type],
  ),
);
const at = new Date('2026-11-21T03:00:00Z');

property.prop([
  fc.integer({ min: 1, max: 10_000_000_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 12 }),
])('a full refund in any number of parts gives exactly the whole fee back', (gross, fee, weights) => {
  const fee_amount = Math.min(fee, gross);
  const whole = { amount: gross, fee_amount, fee_vat_amount: Math.floor((fee_amount * 11) / 100) };
  let before = { amount: 0, fee_amount: 0, fee_vat_amount: 0 };
  const parts = splitByWeights(gross, weights);
  for (const part of parts) {
    const back = calculateReversedFee(whole, before, part);
    expect(back.fee_amount).toBeGreaterThanOrEqual(0);
    expect(back.fee_vat_amount).toBeGreaterThanOrEqual(0);
    before = {
      amount: before.amount + part,
      fee_amount: before.fee_amount + back.fee_amount,
      fee_vat_amount: before.fee_vat_amount + back.fee_vat_amount,
    };
    expect(before.fee_amount).toBeLessThanOrEqual(whole.fee_amount);
  }
  expect(before).toEqual(whole);
});

/** Cuts an amount into whole parts above zero, by weights. */
function splitByWeights(gross: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const parts = weights.map((weight) => Math.floor((gross * weight) / sum));
  const rest = gross - parts.reduce((total, part) => total + part, 0);
  return [...parts, rest].filter((part) => part > 0);
}

property.prop([
  fc.constantFrom('original' as const, 'transfer' as const),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 1_000_000 }),
])('what is held is paid out or given free to the rupiah', (method, amount, fee_amount, covered_amount) => {
  const back = method === 'transfer' ? 0 : Math.min(fee_amount, amount);
  const fee = method === 'transfer' ? { fee_amount, fee_vat_amount: Math.round(fee_amount * 0.11) } : NO_FEE;
  const held_back = { fee_back_held_amount: back, fee_vat_back_held_amount: 0 };
  const refund = { id: 'rfd_1', method, amount, covered_amount, ...held_back, ...fee };
  const sum = (journal: ReturnType<typeof buildHoldJournal>, account = 'refunds') =>
    journal.transfers.reduce(
      (total, { debit_account, credit_account, amount: moved }) =>
        total + (credit_account === account ? moved : 0) - (debit_account === account ? moved : 0),
      0,
    );
  const held = sum(buildHoldJournal(refund, accounts, at));
  expect(held).toBe(amount + fee.fee_amount + fee.fee_vat_amount);
  expect(sum(buildReleaseJournal(refund, accounts, at))).toBe(-held);
  for (const account of ['pending_settlement', 'available', 'fees_paid', 'vat_paid']) {
    expect(
      sum(buildHoldJournal(refund, accounts, at), account) + sum(buildReleaseJournal(refund, accounts, at), account),
    ).toBe(0);
  }
  const taken = sum(buildHoldJournal(refund, accounts, at), 'pending_settlement') - covered_amount;
  expect(taken + calculateHeldAmount(refund)).toBe(0);
  expect(sum(buildPayOutJournal(refund, { fee_amount: 7, fee_vat_amount: 1 }, accounts, at))).toBe(-held);
});

const NO_FEE = { fee_amount: 0, fee_vat_amount: 0 };
