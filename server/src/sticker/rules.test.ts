import { expect, test } from 'vitest';
import { QRIS_STATUSES } from '@dasbor/contract/qris-payment';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { TRANSACTION_TRANSITIONS } from '../transaction/rules.ts';
import { findIssuer, refundByIssuer } from '../qris-payment/refund-rules.ts';
import { type BankStatus, QRIS_TRANSITIONS, QRIS_STATUS_BY_TRANSACTION } from '../qris-payment/rules.ts';
import { type KnownPayment, STICKER_TRANSITIONS, type StickerStatus, decideStickerPayment } from './rules.ts';

const NOW = new Date('2026-11-21T03:00:00.000Z');
const PAID_AT = new Date('2026-11-21T02:59:58.000Z');
const bankStatus = (change: Partial<BankStatus> = {}): BankStatus => ({
  latest: '00',
  reference_no: 'BP1',
  amount: 25_000,
  tip_amount: null,
  issuer: 'GoPay',
  issuer_code: '93600914',
  payer_name: 'SARI W***',
  approval_code: '123456',
  rrn: '1',
  paid_at: PAID_AT,
  ...change,
});
const known = (change: Partial<KnownPayment> = {}): KnownPayment[] => [
  { provider_reference: 'BP1', rrn: '1', amount: 25_000, ...change },
];

const LEGAL = new Set(['issuing→active', 'issuing→failed', 'active→inactive', 'inactive→active']);
const STATES = Object.keys(STICKER_TRANSITIONS) as StickerStatus[];
test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
  'domain 1.10: a sticker that is %s becomes %s, or does not',
  (from, to) => expect(STICKER_TRANSITIONS[from].includes(to)).toBe(LEGAL.has(`${from}→${to}`)),
);

const LEGAL_DYNAMIC = new Set([
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
  'domain 1.10: a dynamic code that is %s becomes %s, or does not',
  (from, to) => expect(QRIS_TRANSITIONS[from].includes(to)).toBe(LEGAL_DYNAMIC.has(`${from}→${to}`)),
);
test('every move of a payment is a legal move of its code, or none', () => {
  for (const from of TRANSACTION_STATUSES) {
    for (const to of TRANSACTION_TRANSITIONS[from]) {
      const [before, after] = [QRIS_STATUS_BY_TRANSACTION[from], QRIS_STATUS_BY_TRANSACTION[to]];
      expect([before, ...QRIS_TRANSITIONS[before]], `${from} → ${to}`).toContain(after);
    }
  }
});

test.each<[string, StickerStatus, KnownPayment[], BankStatus, object]>([
  ['a first payment', 'active', [], bankStatus(), { do: 'take', amount: 25_000, paid_at: PAID_AT, flag: null }],
  ['one without a time', 'active', [], bankStatus({ paid_at: null }), { do: 'take', paid_at: NOW }],
  ['one without an RRN', 'active', [], bankStatus({ rrn: null }), { do: 'take' }],
  ['one above the limit of a payment', 'active', [], bankStatus({ amount: 10_000_001 }), { do: 'take' }],
  ['one while out of use', 'inactive', [], bankStatus(), { do: 'take', flag: 'while the sticker was out of use' }],
  ['one before the bank has answered', 'issuing', [], bankStatus(), { do: 'take', flag: expect.any(String) }],
  ['one of a refused sticker', 'failed', [], bankStatus(), { do: 'take', flag: expect.any(String) }],
  ['the same again', 'active', known(), bankStatus(), { do: 'keep' }],
  ['the same again, without its RRN', 'active', known(), bankStatus({ rrn: null }), { do: 'keep' }],
  ['the same RRN under another number', 'active', known({ provider_reference: 'BP0' }), bankStatus(), { do: 'keep' }],
  [
    'the same with another amount',
    'active',
    known({ amount: 24_999 }),
    bankStatus(),
    { response: 'inconsistent_request' },
  ],
  [
    'another RRN under the same number',
    'active',
    known({ rrn: '2' }),
    bankStatus(),
    { response: 'inconsistent_request' },
  ],
  ['cents', 'active', [], bankStatus({ amount: null }), { do: 'refuse', response: 'invalid_amount' }],
  ['nothing', 'active', [], bankStatus({ amount: 0 }), { do: 'refuse', response: 'invalid_amount' }],
  ['any other word than paid', 'active', [], bankStatus({ latest: '06' }), { do: 'keep' }],
])('a sticker and the news of %s', (_what, status, already, told, outcome) => {
  expect(decideStickerPayment(status, already, told, NOW)).toMatchObject(outcome);
});

test.each([
  ['93600914', 'GoPay', true, true],
  ['93600911', 'LinkAja', true, false],
  ['93600008', 'Mandiri', true, false],
  ['93600009', 'BNI', false, false],
  ['93600014', 'BCA', false, false],
  ['93600002', 'BRI', false, false],
  [null, 'bca', false, false],
  [null, 'Bank of nobody', true, false],
  [null, null, true, false],
])('domain 4.1: issuer %s %s takes a payment back: %s, a part: %s', (issuer_code, issuer, is_possible, is_partial) => {
  const refund = refundByIssuer({ issuer, issuer_code });
  expect(refund).toMatchObject({ is_possible, is_partial, days: is_possible ? 30 : 0 });
});
test('the number of an issuer says more than its name', () => {
  expect(findIssuer({ issuer: 'GoPay', issuer_code: '93600014' })?.name).toBe('BCA');
});
