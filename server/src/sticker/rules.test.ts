import { expect, test } from 'vitest';
import type { QrisBankStatus } from '../qris-payment/rules.ts';
import {
  type KnownPayment,
  STICKER_TRANSITIONS,
  type StickerStatus,
  decideStickerPayment,
  findExceptions,
} from './rules.ts';

const NOW = new Date('2026-11-21T03:00:00.000Z');
const PAID_AT = new Date('2026-11-21T02:59:58.000Z');
const bankStatus = (change: Partial<QrisBankStatus> = {}): QrisBankStatus => ({
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

const VALID_TRANSITIONS = new Set(['issuing→active', 'issuing→failed', 'active→inactive', 'inactive→active']);
const STATES = Object.keys(STICKER_TRANSITIONS) as StickerStatus[];
test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
  'domain 1.10: sticker transition from %s to %s',
  (from, to) => expect(STICKER_TRANSITIONS[from].includes(to)).toBe(VALID_TRANSITIONS.has(`${from}→${to}`)),
);

test.each<[string, StickerStatus, KnownPayment[], QrisBankStatus, object]>([
  ['a first payment', 'active', [], bankStatus(), { do: 'record', amount: 25_000, paid_at: PAID_AT, flag: null }],
  ['without a time', 'active', [], bankStatus({ paid_at: null }), { do: 'record', paid_at: NOW }],
  ['without an RRN', 'active', [], bankStatus({ rrn: null }), { do: 'record' }],
  ['above the limit of one payment', 'active', [], bankStatus({ amount: 10_000_001 }), { do: 'record' }],
  ['of an inactive sticker', 'inactive', [], bankStatus(), { do: 'record', flag: 'while the sticker was inactive' }],
  ['before the bank has responded', 'issuing', [], bankStatus(), { do: 'record', flag: expect.any(String) }],
  ['of a declined sticker', 'failed', [], bankStatus(), { do: 'record', flag: expect.any(String) }],
  ['a repeat', 'active', known(), bankStatus(), { do: 'ignore' }],
  ['a repeat without its RRN', 'active', known(), bankStatus({ rrn: null }), { do: 'ignore' }],
  [
    'the same RRN with another reference',
    'active',
    known({ provider_reference: 'BP0' }),
    bankStatus(),
    { do: 'ignore' },
  ],
  [
    'a repeat with another amount',
    'active',
    known({ amount: 24_999 }),
    bankStatus(),
    { response: 'inconsistent_request' },
  ],
  [
    'another RRN with the same reference',
    'active',
    known({ rrn: '2' }),
    bankStatus(),
    { response: 'inconsistent_request' },
  ],
  ['an amount with cents', 'active', [], bankStatus({ amount: null }), { do: 'reject', response: 'invalid_amount' }],
  ['an amount of zero', 'active', [], bankStatus({ amount: 0 }), { do: 'reject', response: 'invalid_amount' }],
  ['any status other than paid', 'active', [], bankStatus({ latest: '06' }), { do: 'ignore' }],
])('domain 1.10: reported sticker payment: %s', (_what, ...row) => {
  const [status, known_payments, reported, outcome] = row;
  expect(decideStickerPayment(status, known_payments, reported, NOW)).toMatchObject(outcome);
});

const ALLOWED = { disabled_channels: [], limit_per_payment: null, limit_per_day: null, limit_per_month: null };
test.each([
  ['within what is allowed', { disabled_channels: ['BCA'], limit_per_payment: 25_000, limit_per_day: 65_000 }, []],
  ['without limits', {}, []],
  ['above the limit', { limit_per_payment: 24_999 }, ['limit_per_payment']],
  ['above the limit of the day', { limit_per_day: 64_999 }, ['limit_per_day']],
  ['above the limit of the month', { limit_per_day: 65_000, limit_per_month: 94_999 }, ['limit_per_month']],
  ['through QRIS that is off', { disabled_channels: ['QRIS'] }, ['channel_disabled']],
])('a payment of 25,000 %s is recorded with its exceptions', (_name, allowed, exceptions) => {
  const used = { day_amount: 40_000, month_amount: 70_000 };
  expect(findExceptions({ ...ALLOWED, ...allowed }, 25_000, used)).toEqual(exceptions);
});
