import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { LINK_STATUSES, type LinkStatus, type StoredLink } from '@dasbor/contract/payment-link-terms';
import { type LinkTerms, validateLink, calculateAmountLimits } from '@dasbor/contract/payment-link-validation';
import { type DatedFeeRule, calculateFee } from '../transaction/rules.ts';
import {
  INITIAL_LINK_STATUSES,
  LINK_TRANSITIONS,
  findDueStatus,
  grossUp,
  hasEnded,
  maskCustomer,
  canTransitionLink,
  calculateNextReminder,
  getPayability,
} from './rules.ts';
import { generateSlug, buildPayUrl } from './slug.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const at = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const LEGAL = new Set([
  'draft active',
  'active paid',
  'active completed',
  'active expired',
  'active inactive',
  'inactive active',
  'inactive paid',
  'expired paid',
]);

describe('domain 1.8: statuses of a link', () => {
  const pairs = LINK_STATUSES.flatMap((from) => LINK_STATUSES.map((to) => [from, to] as const));
  test.each(pairs)('from %s to %s', (from, to) => {
    expect(canTransitionLink(from, to)).toBe(LEGAL.has(`${from} ${to}`));
  });

  test('a link starts as draft or active, and every status is reachable', () => {
    const reached = new Set<LinkStatus>(INITIAL_LINK_STATUSES);
    for (const from of reached) LINK_TRANSITIONS[from].forEach((to) => reached.add(to));
    expect([...reached].toSorted()).toEqual([...LINK_STATUSES].toSorted());
  });

  test('an ended link never becomes payable again', () => {
    for (const status of LINK_STATUSES.filter(hasEnded)) expect(LINK_TRANSITIONS[status]).not.toContain('active');
  });
});

type Judged = Pick<StoredLink, 'type' | 'status' | 'usage_limit' | 'starts_at' | 'expires_at'>;
const link = (change: Partial<Judged> = {}): Judged => ({
  type: 'single_use',
  status: 'active',
  usage_limit: null,
  starts_at: null,
  expires_at: at(60),
  ...change,
});

describe('domain 1.8: payability', () => {
  test.each([
    ['an active link', {}, 0, 'payable'],
    ['expires now', { expires_at: at(0) }, 0, 'expired'],
    ['expires in a millisecond', { expires_at: new Date(NOW.getTime() + 1).toISOString() }, 0, 'payable'],
    ['starts now', { starts_at: at(0) }, 0, 'payable'],
    ['starts in a millisecond', { starts_at: new Date(NOW.getTime() + 1).toISOString() }, 0, 'not_started'],
    ['never expires', { type: 'multi_use', expires_at: null }, 9, 'payable'],
    ['a draft', { status: 'draft' }, 0, 'inactive'],
    ['an inactive link', { status: 'inactive' }, 0, 'inactive'],
    ['an expired link', { status: 'expired' }, 0, 'expired'],
    ['a single-use link whose payment is not counted yet', {}, 1, 'paid'],
    ['a single-use link paid late', { status: 'expired' }, 1, 'paid'],
    ['a single-use link paid while inactive', { status: 'inactive' }, 1, 'paid'],
    ['a paid link', { status: 'paid' }, 1, 'paid'],
    ['a paid link whose payment was reversed', { status: 'paid' }, 0, 'paid'],
    ['below its limit', { type: 'multi_use', usage_limit: 3 }, 2, 'payable'],
    ['at its limit', { type: 'multi_use', usage_limit: 3 }, 3, 'completed'],
    ['a completed link', { type: 'multi_use', usage_limit: 3, status: 'completed' }, 3, 'completed'],
  ] as [string, Partial<Judged>, number, string][])('%s', (_name, change, paid, expected) => {
    expect(getPayability(link(change), { paid }, NOW)).toBe(expected);
  });
});

describe('domain 1.8: due status by payments and the clock', () => {
  test.each([
    ['nothing happened', {}, 0, null],
    ['expired', { expires_at: at(0) }, 0, 'expired'],
    ['paid in time', {}, 1, 'paid'],
    ['paid and expired', { expires_at: at(0) }, 1, 'paid'],
    ['paid after it had expired', { status: 'expired' }, 1, 'paid'],
    ['paid while inactive', { status: 'inactive' }, 1, 'paid'],
    ['inactive and expired', { status: 'inactive', expires_at: at(-1) }, 0, null],
    ['an expired draft', { status: 'draft', expires_at: at(-1) }, 0, null],
    ['paid twice', { status: 'paid' }, 2, null],
    ['paid, then reversed', { status: 'paid' }, 0, null],
    ['below its limit', { type: 'multi_use', usage_limit: 3 }, 2, null],
    ['at its limit', { type: 'multi_use', usage_limit: 3 }, 3, 'completed'],
    ['over its limit', { type: 'open_amount', usage_limit: 3 }, 4, 'completed'],
    ['expired, then at its limit', { type: 'multi_use', usage_limit: 3, status: 'expired' }, 3, null],
    ['many without a limit', { type: 'multi_use' }, 1_000, null],
  ] as [string, Partial<Judged>, number, LinkStatus | null][])('%s', (_name, change, paid, due) => {
    expect(findDueStatus(link(change), { paid }, NOW)).toBe(due);
  });
});

const price = (change: Partial<DatedFeeRule> = {}): DatedFeeRule => ({
  id: 'fee_1',
  method: 'virtual_account',
  channel_code: null,
  criteria: null,
  amount_from: 0,
  amount_to: null,
  rate_bps: 0,
  flat_amount: 4_000,
  fee_min: null,
  fee_max: null,
  vat_rate_bps: 1_200,
  vat_base_numerator: 11,
  vat_base_denominator: 12,
  effective_from: '2025-01-01',
  effective_to: null,
  version: 1,
  is_own: false,
  ...change,
});
const BY_VA = { method: 'virtual_account', channel_code: 'BNI', criteria: 'UKE', day: '2026-11-18' };

describe('domain 1.8: a fee paid by the customer', () => {
  test.each([
    ['a flat fee', price(), 100_000, 104_440],
    ['a share', price({ rate_bps: 150, flat_amount: 0 }), 100_000, 101_693],
    ['a share with a least fee', price({ rate_bps: 10, flat_amount: 0, fee_min: 2_500 }), 10_000, 12_775],
    ['a share with a greatest fee', price({ rate_bps: 100, flat_amount: 0, fee_max: 5_000 }), 50_000_000, 50_005_550],
    ['no fee', price({ flat_amount: 0 }), 25_000, 25_000],
  ])('%s', (_name, rule, net_amount, payer_amount) => {
    const grossed = grossUp([rule], BY_VA, net_amount);
    expect(grossed.payer_amount).toBe(payer_amount);
    expect(grossed.net_amount).toBe(net_amount);
  });

  property.prop({
    wanted: fc.integer({ min: 1_000, max: 50_000_000_000 }),
    rate_bps: fc.integer({ min: 0, max: 3_000 }),
    flat_amount: fc.integer({ min: 0, max: 25_000 }),
    fee_min: fc.option(fc.integer({ min: 0, max: 10_000 })),
    vat_rate_bps: fc.integer({ min: 0, max: 2_000 }),
  })('the merchant nets the amount to the rupiah, and the payer pays no rupiah more than needed', (given) => {
    const { wanted, ...terms } = given;
    const rule = price(terms);
    const { payer_amount, fee_amount, fee_vat_amount, net_amount } = grossUp([rule], BY_VA, wanted);
    expect(net_amount).toBe(wanted);
    expect(payer_amount).toBe(wanted + fee_amount + fee_vat_amount);
    expect(calculateFee(payer_amount - 1, rule).net_amount).toBeLessThan(wanted);
  });

  test('the merchant never nets less across bands where the higher one is cheaper', () => {
    const bands = [
      price({ id: 'fee_low', amount_to: 101_000, flat_amount: 4_000 }),
      price({ id: 'fee_high', amount_from: 101_001, flat_amount: 1_000 }),
    ];
    expect(grossUp(bands, BY_VA, 100_000).net_amount).toBeGreaterThanOrEqual(100_000);
  });

  test('a price that consumes every payment is rejected', () => {
    expect(() => grossUp([price({ rate_bps: 10_000 })], BY_VA, 100_000)).toThrow(RangeError);
  });
});

describe('domain 1.8: reminders', () => {
  const ending = { reminders: [1, 24, 6], expires_at: at(48 * 60) };
  test.each([
    ['the earliest to come', 0, at(24 * 60)],
    ['at its very time, the next', 24 * 60, at(42 * 60)],
    ['the last', 42 * 60, at(47 * 60)],
    ['none after the last', 47 * 60, null],
  ])('%s', (_name, minutes, due) => {
    expect(calculateNextReminder(ending, new Date(at(minutes)))?.toISOString() ?? null).toBe(due);
  });

  test('a link that never expires sends no reminder', () => {
    expect(calculateNextReminder({ reminders: [1], expires_at: null }, NOW)).toBeNull();
  });
});

describe('domain 1.8: slugs', () => {
  test('always end in twelve random characters', () => {
    const slugs = Array.from({ length: 200 }, () => generateSlug('kopi'));
    expect(new Set(slugs).size).toBe(200);
    for (const slug of slugs) expect(slug).toMatch(/^kopi-[0-9A-Za-z]{12}$/);
    expect(generateSlug(undefined)).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(buildPayUrl('https://pay.example/', 'kopi-1')).toBe('https://pay.example/pay/kopi-1');
  });
});

test('spec §6: support sees the name of a customer, with masked contacts', () => {
  expect(maskCustomer({ name: 'Rina', email: 'rina@mail.example', phone: '081234567890' })).toEqual({
    name: 'Rina',
    email: 'r***@mail.example',
    phone: '***7890',
  });
  expect(maskCustomer(null)).toBeNull();
});

const terms = (change: Partial<LinkTerms> = {}): LinkTerms => ({
  type: 'single_use',
  amount: 150_000,
  min_amount: null,
  max_amount: null,
  items: [],
  customer: null,
  collect_fields: [],
  channels: ['QRIS', 'BCA'],
  fee_bearer: 'merchant',
  usage_limit: null,
  starts_at: null,
  expires_at: at(60),
  notify: { email: false, whatsapp: false },
  reminders: [],
  ...change,
});
const OPEN = { type: 'open_amount', amount: null, min_amount: 10_000, max_amount: 10_000_000 } as const;
const RINA = { name: 'Rina', email: 'rina@mail.example', phone: '081234567890' };
const ask = (kind: 'name' | 'custom', label: string | null = null) => ({ kind, label, required: true });

describe('domain 1.8: terms of a link', () => {
  test.each([
    ['one amount', {}],
    ['the least that all ways take', { amount: 10_000 }],
    ['the greatest that all ways take', { amount: 10_000_000 }],
    ['the least of QRIS alone', { amount: 1_000, channels: ['QRIS'] }],
    ['the greatest of a bank alone', { amount: 50_000_000, channels: ['BCA'] }],
    ['items that sum', { items: [{ name: 'A', qty: 3, price: 50_000 }] }],
    ['an open amount', OPEN],
    ['an open amount of one value', { ...OPEN, min_amount: 20_000, max_amount: 20_000 }],
    ['reusable without an end', { type: 'multi_use', expires_at: null, usage_limit: 10 }],
    ['fee on the customer, without QRIS', { fee_bearer: 'customer', channels: ['BCA'] }],
    ['one minute', { expires_at: at(1) }],
    ['180 days after its beginning', { starts_at: at(60), expires_at: at(60 + 180 * 24 * 60) }],
    ['reminders and messages', { reminders: [1, 24], notify: { email: true, whatsapp: true }, customer: RINA }],
    ['three questions', { collect_fields: [ask('name'), ask('custom', 'A'), ask('custom', 'B'), ask('custom', 'C')] }],
  ] as [string, Partial<LinkTerms>][])('accepts %s', (_name, change) => {
    expect(validateLink(terms(change), NOW)).toEqual([]);
  });

  test.each([
    ['no amount', { amount: null }, 'invalid_payment_link amount'],
    ['a range for one amount', { min_amount: 1 }, 'invalid_payment_link min_amount'],
    ['below a bank', { amount: 9_999 }, 'amount_outside_limits amount'],
    ['above QRIS', { amount: 10_000_001 }, 'amount_outside_limits amount'],
    ['below any link', { amount: 999, channels: ['QRIS'] }, 'amount_outside_limits amount'],
    ['above a bank', { amount: 50_000_001, channels: ['BCA'] }, 'amount_outside_limits amount'],
    ['items of another sum', { items: [{ name: 'A', qty: 1, price: 149_999 }] }, 'items_mismatch items'],
    ['items beyond numbers', { items: [{ name: 'A', qty: 10_000, price: 10 ** 13 }] }, 'items_mismatch items'],
    ['items of an open amount', { ...OPEN, items: [{ name: 'A', qty: 1, price: 1 }] }, 'items_mismatch items'],
    ['an amount of an open one', { ...OPEN, amount: 1 }, 'invalid_payment_link amount'],
    ['open without a least', { ...OPEN, min_amount: null }, 'invalid_payment_link min_amount'],
    ['open without a greatest', { ...OPEN, max_amount: null }, 'invalid_payment_link max_amount'],
    [
      'open with minimum above maximum',
      { ...OPEN, min_amount: 20_001, max_amount: 20_000 },
      'invalid_payment_link max_amount',
    ],
    ['open below a bank', { ...OPEN, min_amount: 9_999 }, 'amount_outside_limits min_amount'],
    ['open above QRIS', { ...OPEN, max_amount: 10_000_001 }, 'amount_outside_limits max_amount'],
    ['a surcharge on QRIS', { fee_bearer: 'customer' }, 'surcharge_forbidden fee_bearer'],
    ['a bank twice', { channels: ['BCA', 'BCA'] }, 'invalid_payment_link channels'],
    ['a limit of a single use', { usage_limit: 1 }, 'invalid_payment_link usage_limit'],
    ['a single use without an end', { expires_at: null }, 'invalid_period expires_at'],
    ['an end too near', { expires_at: new Date(NOW.getTime() + 59_999).toISOString() }, 'invalid_period expires_at'],
    ['an end before the beginning', { starts_at: at(61) }, 'invalid_period expires_at'],
    ['more than 180 days', { expires_at: at(180 * 24 * 60 + 1) }, 'invalid_period expires_at'],
    ['mail without an address', { notify: { email: true, whatsapp: false } }, 'invalid_payment_link customer.email'],
    ['WhatsApp without a number', { notify: { email: false, whatsapp: true } }, 'invalid_payment_link customer.phone'],
    ['reminders without an address', { reminders: [1] }, 'invalid_payment_link customer.email'],
    ['a reminder twice', { reminders: [1, 1], customer: RINA }, 'invalid_payment_link reminders'],
    [
      'reminders without an end',
      { type: 'multi_use', expires_at: null, reminders: [1], customer: RINA },
      'invalid_payment_link reminders',
    ],
    ['a question twice', { collect_fields: [ask('name'), ask('name')] }, 'invalid_payment_link collect_fields'],
    ['a question without words', { collect_fields: [ask('custom')] }, 'invalid_payment_link collect_fields'],
    ['words for a known field', { collect_fields: [ask('name', 'Who?')] }, 'invalid_payment_link collect_fields'],
    [
      'four questions',
      { collect_fields: ['A', 'B', 'C', 'D'].map((label) => ask('custom', label)) },
      'invalid_payment_link collect_fields',
    ],
  ] as [string, Partial<LinkTerms>, string][])('rejects %s', (_name, change, expected) => {
    expect(validateLink(terms(change), NOW).map(({ code, field }) => `${code} ${field}`)).toEqual([expected]);
  });

  test('limits are those that every payment method accepts', () => {
    expect(calculateAmountLimits(['QRIS'])).toEqual({ min: 1_000, max: 10_000_000 });
    expect(calculateAmountLimits(['QRIS', 'BNI'])).toEqual({ min: 10_000, max: 10_000_000 });
    expect(calculateAmountLimits(['BNI'])).toEqual({ min: 10_000, max: 50_000_000_000 });
  });
});
