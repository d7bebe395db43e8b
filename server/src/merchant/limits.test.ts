/** Limits and channels of a merchant: refused at the creation of payments, also when they are created concurrently. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setMerchantLimits } from '@dasbor/contract/merchant';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { findExceededLimit, calculateLargestPayment } from './limit-rules.ts';

const params = { merchant_id: BATIK_LESTARI.merchant_id };
const NONE = { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null };
let it: TestApp;
let admin: TestClient;
let owner: TestClient;
let keys = 0;

beforeAll(async () => {
  it = await startTestApp();
  admin = await it.signIn('platform_admin@dasbor.example');
  owner = await it.signIn('superadmin@batik.example');
});
afterAll(() => it.close());

const pay = (amount: number) =>
  owner.call(createQrisPayment, {
    body: { amount, expires_in_minutes: 5 },
    headers: { 'idempotency-key': `limit-${++keys}` },
  });
const limit = (limits: Partial<typeof NONE> | Record<string, number>) =>
  admin.ok(setMerchantLimits, { params, body: { ...NONE, ...limits } });

describe('limits', () => {
  test('a payment at the limit is created, one above it is refused with what is allowed', async () => {
    await limit({ limit_per_payment: 100_000 });
    expect((await pay(100_000)).statusCode).toBe(201);
    const refused = await pay(100_001);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'limit_exceeded']);
    expect(refused.json().detail).toContain('100.000');
    expect(refused.json().errors[0].field).toBe('amount');
    await limit(NONE);
  });

  test('ten concurrent payments never exceed the limit of the day together', async () => {
    const used = (await admin.ok(setMerchantLimits, { params, body: NONE })).data.volume_today_amount;
    await limit({ limit_per_day: used + 35_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(10_000)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    const codes = answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code);
    expect(new Set(codes)).toEqual(new Set(['limit_exceeded']));
    const { data } = await limit(NONE);
    expect(data.volume_today_amount).toBe(used + 30_000);
  });

  test('a virtual account counts with its exact amount, in the month too', async () => {
    const { data } = await limit(NONE);
    await limit({ limit_per_month: data.volume_month_amount + 20_000 });
    const create = (expected_amount: number) =>
      owner.call(createVirtualAccount, {
        body: {
          bank: 'BRI',
          holder_name: 'BATIK',
          type: 'single',
          amount_type: 'closed',
          expected_amount,
          expires_in_s: 600,
        },
        headers: { 'idempotency-key': `va-${++keys}` },
      });
    expect((await create(20_001)).json().code).toBe('limit_exceeded');
    expect((await create(20_000)).statusCode).toBe(201);
    expect((await create(10_000)).json().code).toBe('limit_exceeded');
    await limit(NONE);
  });

  test('property: a payment is refused if and only if a limit would be exceeded', () => {
    const amount = fc.integer({ min: 0, max: 1_000 });
    const maximum = fc.option(fc.integer({ min: 1, max: 1_000 }));
    const cases = fc.record({
      paid: amount,
      day: amount,
      month: amount,
      each: maximum,
      daily: maximum,
      monthly: maximum,
    });
    fc.assert(
      fc.property(cases, ({ paid, day, month, each, daily, monthly }) => {
        const limits = { ...NONE, limit_per_payment: each, limit_per_day: daily, limit_per_month: monthly };
        const exceeded = findExceededLimit(limits, paid, { day_amount: day, month_amount: month });
        const is_over =
          (each !== null && paid > each) ||
          (daily !== null && day + paid > daily) ||
          (monthly !== null && month + paid > monthly);
        expect(exceeded !== null).toBe(is_over);
        expect(exceeded?.remaining ?? 0).toBeGreaterThanOrEqual(0);
        // The largest payment is at a limit: it is allowed, and one rupiah more is not.
        const used = { day_amount: day, month_amount: month };
        const largest = calculateLargestPayment(limits, used);
        expect(largest === null).toBe(each === null && daily === null && monthly === null);
        const isAllowed = (paying: number) => findExceededLimit(limits, paying, used) === null;
        expect(largest === 0 || isAllowed(largest ?? 1_000_000)).toBe(true);
        expect(largest === null || !isAllowed(largest + 1)).toBe(true);
      }),
    );
  });
});

test('a channel that is off is refused by its own code, the others stay open', async () => {
  const { data } = await admin.ok(setMerchantChannels, { params, body: { disabled_channels: ['QRIS', 'BCA'] } });
  expect(data.disabled_channels).toEqual(['QRIS', 'BCA']);
  expect(data.events[0]).toMatchObject({ kind: 'channels', reason: 'BCA, QRIS' });
  const refused = await pay(10_000);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'channel_disabled']);
  const sticker = await owner.call(createQrisSticker, {
    body: { name: 'Counter' },
    headers: { 'idempotency-key': 'st' },
  });
  expect(sticker.json().code).toBe('channel_disabled');
  const create = (bank: string) =>
    owner.call(createVirtualAccount, {
      body: {
        bank,
        holder_name: 'BATIK',
        type: 'single',
        amount_type: 'closed',
        expected_amount: 10_000,
        expires_in_s: 600,
      },
      headers: { 'idempotency-key': `ch-${bank}` },
    });
  expect((await create('BCA')).json().code).toBe('channel_disabled');
  expect((await create('BRI')).statusCode).toBe(201);
  const support = await it.signIn('platform_support@dasbor.example');
  expect((await support.call(setMerchantChannels, { params, body: { disabled_channels: [] } })).statusCode).toBe(403);
  await admin.ok(setMerchantChannels, { params, body: { disabled_channels: [] } });
  expect((await pay(10_000)).statusCode).toBe(201);
});
