import { expect, test } from 'vitest';
import { encodeQris } from '@dasbor/contract/qris';
import { NO_TIP } from '@dasbor/contract/qris-tip';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@dasbor/contract/transaction';
import {
  type BankStatus,
  EXPIRY_GRACE_MS,
  type QrisState,
  decide,
  decideUnanswered,
  findPayloadError,
} from './rules.ts';
import { findTransitionPath } from '../transaction/rules.ts';

const EXPIRES = new Date('2026-11-21T03:00:00.000Z');
const at = (offset_ms: number) => new Date(EXPIRES.getTime() + offset_ms);
const payment = (change: Partial<QrisState> = {}): QrisState => ({
  status: 'pending',
  amount: 50_000,
  ...NO_TIP,
  expires_at: EXPIRES.toISOString(),
  provider_reference: 'BS1',
  rrn: null,
  ...change,
});
const bankStatus = (change: Partial<BankStatus> = {}): BankStatus => ({
  latest: '00',
  reference_no: 'BS1',
  amount: 50_000,
  tip_amount: null,
  issuer: 'GoPay',
  issuer_code: '93600914',
  payer_name: 'SARI W***',
  approval_code: '123456',
  rrn: '1',
  paid_at: at(-60_000),
  ...change,
});

const PAID_PATHS: Partial<Record<TransactionStatus, TransactionStatus[]>> = {
  created: ['pending', 'success'],
  pending: ['success'],
  expired: ['success'],
};
const PAID = new Set(['success', 'partially_refunded', 'refunded', 'reversed']);

test.each(TRANSACTION_STATUSES)('news of a payment in state %s', (status) => {
  const decision = decide(payment({ status, rrn: PAID.has(status) ? '1' : null }), bankStatus(), at(-1));
  const path = PAID_PATHS[status];
  const wanted = { do: 'settle', path, amount: 50_000, late_payment: status === 'expired' };
  const otherwise = status === 'cancelled' ? 'add' : PAID.has(status) ? 'keep' : 'refuse';
  expect(decision).toMatchObject(path ? wanted : { do: otherwise });
});

test.each([
  ['at the last instant', 0, false],
  ['a millisecond after', 1, true],
])('paid %s of its time is late: %s', (_when, offset_ms, late_payment) => {
  const decision = decide(payment(), bankStatus({ paid_at: at(offset_ms) }), at(5_000));
  expect(decision).toMatchObject({ do: 'settle', late_payment });
});

test.each([
  ['another amount', bankStatus({ amount: 50_001 }), 'invalid_amount'],
  ['an amount with cents', bankStatus({ amount: null }), 'invalid_amount'],
  ['another reference number', bankStatus({ reference_no: 'BS2' }), 'inconsistent_request'],
])('news with %s is refused', (_what, told, response) => {
  expect(decide(payment(), told, at(-1))).toMatchObject({ do: 'refuse', response });
});

test('a second payment of the same code is refused, the same one again is not', () => {
  const paid = payment({ status: 'success', rrn: '1' });
  expect(decide(paid, bankStatus(), at(0)).do).toBe('keep');
  expect(decide(paid, bankStatus({ rrn: '2' }), at(0))).toMatchObject({ do: 'refuse', response: 'bill_paid' });
});

test.each([
  ['01', -1, 'keep', undefined],
  ['01', 0, 'end', 'expired'],
  ['07', -1, 'keep', undefined],
  ['07', 0, 'end', 'expired'],
  ['05', -1, 'end', 'cancelled'],
  ['05', 0, 'end', 'expired'],
  ['06', -1, 'end', 'failed'],
  ['06', 0, 'end', 'expired'],
  ['02', EXPIRY_GRACE_MS - 1, 'keep', undefined],
  ['02', EXPIRY_GRACE_MS, 'end', 'expired'],
  ['03', 0, 'keep', undefined],
  ['04', -1, 'keep', undefined],
])('the word %s at %i ms from the end of a waiting code: %s %s', (latest, offset_ms, what, status) => {
  const decision = decide(payment(), bankStatus({ latest }), at(offset_ms));
  expect(decision).toMatchObject(what === 'end' ? { do: what, path: [status] } : { do: what });
});

test('a word other than paid moves nothing that has ended', () => {
  for (const status of ['success', 'failed', 'expired', 'cancelled'] as const) {
    for (const latest of ['01', '03', '05', '06', '07']) {
      expect(decide(payment({ status }), bankStatus({ latest }), at(1)).do).toBe('keep');
    }
  }
});

test.each([
  ['created', -1, 'keep'],
  ['created', 0, 'end'],
  ['pending', 0, 'keep'],
  ['pending', EXPIRY_GRACE_MS - 1, 'keep'],
  ['pending', EXPIRY_GRACE_MS, 'end'],
  ['success', EXPIRY_GRACE_MS, 'keep'],
] as const)('a code that is %s at %i ms while the bank does not answer: %s', (status, offset_ms, what) => {
  expect(decideUnanswered(payment({ status }), at(offset_ms)).do).toBe(what);
});

test('a way leads through the states between, or there is none', () => {
  expect(findTransitionPath('created', 'success')).toEqual(['pending', 'success']);
  expect(findTransitionPath('created', 'cancelled')).toEqual(['pending', 'cancelled']);
  expect(findTransitionPath('expired', 'success')).toEqual([]);
  expect(findTransitionPath('expired', 'success', true)).toEqual(['success']);
  expect(findTransitionPath('failed', 'success', true)).toEqual([]);
});

test('only a sound, dynamic code of the same amount and merchant is shown to a payer', () => {
  const wanted = { amount: 50_000, nmid: 'ID1020304050607', ...NO_TIP };
  const content = {
    acquirer: { domain: 'ID.CO.BANK.WWW', merchant_pan: '936009990050607001' },
    nmid: wanted.nmid,
    criteria: 'UKE',
    mcc: '5814',
    merchant_name: 'KOPI',
    merchant_city: 'JAKARTA',
    amount: 50_000,
  } as const;
  const sound = encodeQris(content);
  expect(findPayloadError(sound, wanted)).toBeNull();
  expect(findPayloadError(`${sound.slice(0, -1)}${sound.endsWith('0') ? '1' : '0'}`, wanted)).toContain('CRC');
  expect(findPayloadError(encodeQris({ ...content, amount: 50_001 }), wanted)).toContain('another amount');
  expect(findPayloadError(encodeQris({ ...content, nmid: 'ID1020304050608' }), wanted)).toContain('another merchant');
  const { amount: _amount, ...open } = content;
  expect(findPayloadError(encodeQris(open), wanted)).toContain('not dynamic');
  expect(findPayloadError(encodeQris(open), { ...wanted, amount: null })).toBeNull();
  expect(findPayloadError(sound, { ...wanted, amount: null })).toContain('not static');
  const tip = { tip_mode: 'fixed', tip_value: 5_000 } as const;
  expect(findPayloadError(encodeQris({ ...content, tip }), wanted)).toContain('another tip');
  expect(findPayloadError(encodeQris({ ...content, tip }), { ...wanted, ...tip })).toBeNull();
  expect(findPayloadError(sound, { ...wanted, ...tip })).toContain('another tip');
});
