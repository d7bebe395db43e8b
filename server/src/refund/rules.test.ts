import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { calculateReversedFee } from '@dasbor/contract/refund-fee';
import { REFUND_STATUSES } from '@dasbor/contract/refund-fields';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import type { BankOutcome } from '../rails/snap-client.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { chooseRail, getTransferLimit } from '../rails/transfer-rail.ts';
import { RESEND_WITHIN_MS, nextPollAt, parseOrderStatus, parseRefundTransferStatus } from './parse-status.ts';
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
} from './rules.ts';
import { getBank } from '../account-check/rules.ts';

const LEGAL = [
  'pending → approved',
  'pending → rejected',
  'approved → processing',
  'processing → succeeded',
  // Its transfer was returned.
  'succeeded → failed',
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
    ['014', true, 9_999_999_999],
    ['009', false, 250_000_000],
    ['036', false, 50_000_000],
  ])('domain 4.4: a transfer to %s (own bank: %s) carries at most %i', (code, is_own_bank, limit) => {
    expect(getTransferLimit(getBank(code), is_own_bank, '2026-11-21')).toBe(limit);
  });

  test.each([
    ['014', true, 9_999_999_999, 'intrabank'],
    ['014', true, 10_000_000_000, null],
    ['009', false, 250_000_000, 'bi_fast'],
    ['009', false, 250_000_001, 'rtgs'],
    ['036', false, 50_000_000, 'online'],
    ['036', false, 50_000_001, 'rtgs'],
    ['009', false, 10_000_000_000, null],
  ])('domain 4.4: the rail to %s (own bank: %s) for %i is %s', (code, is_own_bank, amount, rail) => {
    expect(chooseRail({ bank: getBank(code), is_own_bank, amount }, '2026-11-21')).toBe(rail);
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

describe('the bank status', () => {
  test.each([
    ['4031809', { status: 'failed', code: 'account_dormant', message: 'No' }],
    ['4031718', { status: 'failed', code: 'account_closed', message: 'No' }],
    ['4041811', { status: 'failed', code: 'account_not_found', message: 'No' }],
    ['4037805', { status: 'failed', code: 'bank_refused', message: 'No' }],
    // The bank has this reference: an earlier attempt arrived.
    ['4091801', { status: 'unknown' }],
  ])('an order that is answered %s', (code, verdict) => {
    expect(parseOrderStatus(refusedWith(code), { amount: 1_000, is_first: true })).toEqual(verdict);
    // Once an earlier attempt may have been executed, no refusal releases the hold.
    expect(parseOrderStatus(refusedWith(code), { amount: 1_000, is_first: false })).toEqual({ status: 'unknown' });
  });

  test('an accepted order, and one without a response', () => {
    const taken = { message, kind: 'ok', response: { referenceNo: 'BT1' } } as const;
    const sent = { amount: 1_000, is_first: true };
    expect(parseOrderStatus(taken, sent)).toEqual({ status: 'succeeded', provider_reference: 'BT1' });
    expect(parseOrderStatus(silent, sent)).toEqual({ status: 'unknown' });
    const other = { message, kind: 'ok', response: { refundNo: 'BR1', refundAmount: { value: '999.00' } } } as const;
    expect(parseOrderStatus(other, sent)).toEqual({ status: 'unknown' });
  });

  const sent = { amount: 1_000, sent_at: new Date('2026-11-21T03:00:00Z') };
  const soon = new Date(sent.sent_at.getTime() + RESEND_WITHIN_MS - 1);
  const late = new Date(sent.sent_at.getTime() + RESEND_WITHIN_MS);
  const status = (latestTransactionStatus: string, value = '1000.00') =>
    ({
      message,
      kind: 'ok',
      response: {
        latestTransactionStatus,
        originalReferenceNo: 'BT1',
        transactionStatusDesc: 'Words',
        amount: { value },
      },
    }) as never;

  test.each([
    ['00', 'succeeded'],
    ['01', 'unknown'],
    ['02', 'unknown'],
    ['03', 'unknown'],
    ['04', 'failed'],
    ['05', 'failed'],
    ['06', 'failed'],
    ['07', 'not_found'],
  ])('a status of %s: %s', (latest, bank_status) => {
    expect(parseRefundTransferStatus(status(latest), sent, soon).status).toBe(bank_status);
  });

  test('a transfer unknown to the bank is resent for a day, never later', () => {
    expect(parseRefundTransferStatus(refusedWith('4043601'), sent, soon)).toEqual({ status: 'not_found' });
    expect(parseRefundTransferStatus(refusedWith('4043601'), sent, late)).toEqual({ status: 'unknown' });
    expect(parseRefundTransferStatus(status('07'), sent, late)).toEqual({ status: 'unknown' });
  });

  test('another refusal, no response and another amount decide nothing', () => {
    expect(parseRefundTransferStatus(refusedWith('4033605'), sent, soon)).toEqual({ status: 'unknown' });
    expect(parseRefundTransferStatus(silent, sent, soon)).toEqual({ status: 'unknown' });
    expect(parseRefundTransferStatus(status('00', '1001.00'), sent, soon)).toEqual({ status: 'unknown' });
  });

  test.each([
    [0, 2],
    [4, 2],
    [60, 30],
    [1_200, 600],
    [86_400, 600],
  ])('%i s after it was sent the next poll is in %i s', (gone_s, in_s) => {
    const now = new Date(sent.sent_at.getTime() + gone_s * 1000);
    expect(nextPollAt(sent.sent_at, now).getTime() - now.getTime()).toBe(in_s * 1000);
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
  const parts = partsOf(gross, weights);
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
function partsOf(gross: number, weights: number[]): number[] {
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
