/** Terms of transfer rails: versions from a day on, who adds and withdraws them, and the rail that is chosen on a date. */
import { previewDisbursement } from '@dasbor/contract/disbursement';
import { listProviderEvents } from '@dasbor/contract/operations';
import { addRailTerms, listRailTerms, withdrawRailTerms } from '@dasbor/contract/rail-terms';
import { toBusinessDay } from '@dasbor/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getErrorCode } from '../../test/answer.ts';
import { startWithModelBank } from '../../test/model-bank.ts';
import { topUpPayout } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
const DAY_MS = 86_400_000;
let t: TestApp;
let provider: TestClient;
let finance: TestClient;

beforeAll(async () => {
  ({ t } = await startWithModelBank());
  await topUpPayout(t, merchant_id, 1_000_000_000);
});
afterAll(() => t?.close());
beforeEach(async () => {
  t.clock.advance(61_000);
  provider = await t.signIn('platform_finance@dasbor.example');
  finance = await t.signIn('finance@kopi.example');
});

const inDays = (days: number): string => toBusinessDay(new Date(t.clock.now().getTime() + days * DAY_MS));
const atNoonIn = (days: number): string => `${inDays(days)}T05:00:00.000Z`;
const TERMS = {
  rail: 'bi_fast',
  amount_min: 1,
  amount_max: 50_000,
  opens_at_minute: 0,
  closes_at_minute: 1_440,
  business_days_only: false,
  arrival_minutes: 30,
  description_max: 35,
  not_found_after_s: 900,
} as const;
const add = (given: object, client = provider) => client.call(addRailTerms, { body: { ...TERMS, ...given } });
const listVersions = async (rail: string) =>
  (await provider.ok(listRailTerms)).data.filter((version) => version.rail === rail);
/** The rail that a disbursement of Rp 100.000 to BNI takes on a day. */
const railIn = async (days: number): Promise<string | null> => {
  const schedule = days === 0 ? {} : { schedule_at: atNoonIn(days) };
  const body = { bank_code: '009', amount: 100_000, ...schedule };
  return (await finance.ok(previewDisbursement, { body })).data.rail;
};

test('domain 4.4: a new limit applies from its first day, and earlier days keep theirs', async () => {
  const effective_from = inDays(3);
  expect((await add({ effective_from })).statusCode).toBe(201);
  const versions = await listVersions('bi_fast');
  expect(versions.map(({ state }) => state)).toEqual(['upcoming', 'current']);
  expect(versions[0]).toMatchObject({ effective_from, amount_max: 50_000, created_by: expect.any(String) });
  expect([await railIn(0), await railIn(2), await railIn(3), await railIn(9)]).toEqual([
    'bi_fast',
    'bi_fast',
    'online',
    'online',
  ]);

  expect(getErrorCode(await add({ effective_from }))).toBe('duplicate_rail_terms');
  const params = { rail: 'bi_fast', effective_from } as const;
  expect((await provider.call(withdrawRailTerms, { params })).statusCode).toBe(204);
  expect((await provider.call(withdrawRailTerms, { params })).statusCode).toBe(404);
  expect(await railIn(3)).toBe('bi_fast');
  const { data } = await provider.ok(listProviderEvents, { query: { limit: 20 } as never });
  const actions = data.map(({ action }) => action);
  expect(actions).toContain('rail_terms.added');
  expect(actions).toContain('rail_terms.withdrawn');
});

test('nothing starts in the past or today, and a version in force is not withdrawn', async () => {
  for (const days of [-1, 0])
    expect(getErrorCode(await add({ effective_from: inDays(days) }))).toBe('rail_terms_backdated');
  const [present] = await listVersions('skn');
  const params = { rail: 'skn', effective_from: present!.effective_from } as const;
  expect(getErrorCode(await provider.call(withdrawRailTerms, { params }))).toBe('rail_terms_in_force');
  expect((await add({ effective_from: inDays(1), amount_max: 0 })).statusCode).toBe(400);
  expect((await add({ effective_from: inDays(1), amount_min: 60_000 })).statusCode).toBe(400);
  const hours = { opens_at_minute: 600, closes_at_minute: 600 };
  expect((await add({ effective_from: inDays(1), ...hours })).statusCode).toBe(400);
});

test('merchants do not read or change the terms, and support only reads them', async () => {
  const support = await t.signIn('platform_support@dasbor.example');
  expect((await support.call(listRailTerms)).statusCode).toBe(200);
  for (const client of [support, finance]) {
    expect((await add({ effective_from: inDays(5) }, client)).statusCode).toBe(403);
  }
  expect((await finance.call(listRailTerms)).statusCode).toBe(403);
});
