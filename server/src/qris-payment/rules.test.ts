import { expect, test } from 'vitest';
import { QRIS_STATUSES } from '@dasbor/contract/qris-payment';
import { encodeQris } from '@dasbor/contract/qris';
import { NO_TIP } from '@dasbor/contract/qris-tip';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@dasbor/contract/transaction';
import {
  type QrisBankStatus,
  EXPIRY_GRACE_MS,
  type QrisState,
  decideQrisPayment,
  decideOnBankTimeout,
  findPayloadError,
  QRIS_STATUS_BY_TRANSACTION,
  QRIS_TRANSITIONS,
} from './rules.ts';
import { TRANSACTION_TRANSITIONS, buildTransitionPath } from '../transaction/rules.ts';

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
const bankStatus = (change: Partial<QrisBankStatus> = {}): QrisBankStatus => ({
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

test.each(TRANSACTION_STATUSES)('a payment reported while the status is %s', (status) => {
  const decision = decideQrisPayment(payment({ status, rrn: PAID.has(status) ? '1' : null }), bankStatus(), at(-1));
  const path = PAID_PATHS[status];
  const wanted = { do: 'pay', path, amount: 50_000, late_payment: status === 'expired' };
  const otherwise =
    status === 'cancelled' || status === 'failed' ? 'record_extra' : PAID.has(status) ? 'ignore' : 'reject';
  expect(decision).toMatchObject(path ? wanted : { do: otherwise });
});

test.each([
  ['at expiry', 0, false],
  ['one millisecond after expiry', 1, true],
])('paid %s: late payment is %s', (_when, offset_ms, late_payment) => {
  const decision = decideQrisPayment(payment(), bankStatus({ paid_at: at(offset_ms) }), at(5_000));
  expect(decision).toMatchObject({ do: 'pay', late_payment });
});

test.each([
  ['another amount', bankStatus({ amount: 50_001 }), 'invalid_amount'],
  ['an amount with cents', bankStatus({ amount: null }), 'invalid_amount'],
  ['another reference number', bankStatus({ reference_no: 'BS2' }), 'inconsistent_request'],
])('a report with %s is rejected', (_what, reported, response) => {
  expect(decideQrisPayment(payment(), reported, at(-1))).toMatchObject({ do: 'reject', response });
});

test('decision 0023: a second payment of the same code is recorded as a duplicate; a repeat is ignored', () => {
  const paid = payment({ status: 'success', rrn: '1' });
  expect(decideQrisPayment(paid, bankStatus(), at(0)).do).toBe('ignore');
  expect(decideQrisPayment(paid, bankStatus({ rrn: '2' }), at(0))).toMatchObject({
    do: 'record_extra',
    is_duplicate: true,
  });
  // The bank may give it a reference of its own.
  const other = bankStatus({ rrn: '2', reference_no: 'BS2' });
  expect(decideQrisPayment(paid, other, at(0))).toMatchObject({ do: 'record_extra', is_duplicate: true });
});

test.each([
  ['01', -1, 'ignore', undefined],
  ['01', 0, 'end', 'expired'],
  ['07', -1, 'ignore', undefined],
  ['07', 0, 'end', 'expired'],
  ['05', -1, 'end', 'cancelled'],
  ['05', 0, 'end', 'expired'],
  ['06', -1, 'end', 'failed'],
  ['06', 0, 'end', 'expired'],
  ['02', EXPIRY_GRACE_MS - 1, 'ignore', undefined],
  ['02', EXPIRY_GRACE_MS, 'end', 'expired'],
  ['03', 0, 'ignore', undefined],
  ['04', -1, 'ignore', undefined],
])('status %s of a pending code, %i ms after expiry: %s %s', (latest, offset_ms, what, status) => {
  const decision = decideQrisPayment(payment(), bankStatus({ latest }), at(offset_ms));
  expect(decision).toMatchObject(what === 'end' ? { do: what, path: [status] } : { do: what });
});

test('a status other than paid does not change a final payment', () => {
  for (const status of ['success', 'failed', 'expired', 'cancelled'] as const) {
    for (const latest of ['01', '03', '05', '06', '07']) {
      expect(decideQrisPayment(payment({ status }), bankStatus({ latest }), at(1)).do).toBe('ignore');
    }
  }
});

test.each([
  ['created', -1, 'ignore'],
  ['created', 0, 'end'],
  ['pending', 0, 'ignore'],
  ['pending', EXPIRY_GRACE_MS - 1, 'ignore'],
  ['pending', EXPIRY_GRACE_MS, 'end'],
  ['success', EXPIRY_GRACE_MS, 'ignore'],
] as const)('a code that is %s, %i ms after expiry, while the bank does not respond: %s', (status, offset_ms, what) => {
  expect(decideOnBankTimeout(payment({ status }), at(offset_ms)).do).toBe(what);
});

test('a transition path includes the statuses in between', () => {
  expect(buildTransitionPath('created', 'success')).toEqual(['pending', 'success']);
  expect(buildTransitionPath('created', 'cancelled')).toEqual(['pending', 'cancelled']);
  expect(buildTransitionPath('expired', 'success')).toEqual([]);
  expect(buildTransitionPath('expired', 'success', true)).toEqual(['success']);
  expect(buildTransitionPath('failed', 'success', true)).toEqual([]);
});

test('only a valid payload with the requested type, amount, tip and merchant is accepted', () => {
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
  const valid = encodeQris(content);
  expect(findPayloadError(valid, wanted)).toBeNull();
  expect(findPayloadError(`${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`, wanted)).toContain('CRC');
  expect(findPayloadError(encodeQris({ ...content, amount: 50_001 }), wanted)).toContain('another amount');
  expect(findPayloadError(encodeQris({ ...content, nmid: 'ID1020304050608' }), wanted)).toContain('another merchant');
  const { amount: _amount, ...open } = content;
  expect(findPayloadError(encodeQris(open), wanted)).toContain('not dynamic');
  expect(findPayloadError(encodeQris(open), { ...wanted, amount: null })).toBeNull();
  expect(findPayloadError(valid, { ...wanted, amount: null })).toContain('not static');
  const tip = { tip_mode: 'fixed', tip_value: 5_000 } as const;
  expect(findPayloadError(encodeQris({ ...content, tip }), wanted)).toContain('another tip');
  expect(findPayloadError(encodeQris({ ...content, tip }), { ...wanted, ...tip })).toBeNull();
  expect(findPayloadError(valid, { ...wanted, ...tip })).toContain('another tip');
});

const VALID_TRANSITIONS = new Set([
  'issuing→active',
  'issuing→paid',
  'issuing→failed',
  'issuing→expired',
  'issuing→cancelled',
  'active→paid',
  'active→expired',
  'active→cancelled',
  'active→failed',
  'expired→paid',
]);
test.each(QRIS_STATUSES.flatMap((from) => QRIS_STATUSES.map((to) => [from, to] as const)))(
  'domain 1.10: dynamic code transition from %s to %s',
  (from, to) => expect(QRIS_TRANSITIONS[from].includes(to)).toBe(VALID_TRANSITIONS.has(`${from}→${to}`)),
);
test('every valid transition of a payment is valid for its code', () => {
  for (const from of TRANSACTION_STATUSES) {
    for (const to of TRANSACTION_TRANSITIONS[from]) {
      const [before, after] = [QRIS_STATUS_BY_TRANSACTION[from], QRIS_STATUS_BY_TRANSACTION[to]];
      expect([before, ...QRIS_TRANSITIONS[before]], `${from} → ${to}`).toContain(after);
    }
  }
});
