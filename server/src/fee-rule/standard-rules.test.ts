/** Standard fee rules of the provider: versions from tomorrow on, never an edit of what applied. */
import {
  FEE_METHODS,
  type FeeBreakdown,
  createMerchantFeeRule,
  listFeeRules,
  previewFee,
  withdrawMerchantFeeRule,
} from '@dasbor/contract/fee-rule';
import { AMOUNT_CAP } from '@dasbor/contract/money';
import { listProviderEvents } from '@dasbor/contract/operations';
import {
  addStandardFeeRule,
  calculateDraftFee,
  listStandardFeeRules,
  withdrawStandardFeeRule,
} from '@dasbor/contract/standard-fee-rule';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let kopi: TestClient;
let finance: TestClient;
let support: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('superadmin@kopi.example');
  finance = await t.signIn('platform_finance@dasbor.example');
  support = await t.signIn('platform_support@dasbor.example');
});
afterAll(() => t.close());

/** TEST_START is on 2026-11-18 (WIB). */
const [TODAY, TOMORROW, LATER] = ['2026-11-18', '2026-11-19', '2026-12-01'];
const version = (given: object = {}) => ({
  name: 'Virtual account 2027',
  method: 'virtual_account' as const,
  rate_bps: 0,
  flat_amount: 4_500,
  effective_from: LATER,
  ...given,
});
const add = (given: object = {}) => finance.call(addStandardFeeRule, { body: version(given) });
const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;
const feeOn = async (paid_on: string): Promise<number> =>
  (await kopi.ok(previewFee, { body: { amount: 100_000, method: 'virtual_account', channel_code: 'BRI', paid_on } }))
    .data.fee_amount;

test('domain 4.2: a version prices payments from its day on, and earlier ones keep their fee', async () => {
  const before = await feeOn(TODAY);
  const { data } = await finance.ok(addStandardFeeRule, { body: version() });
  expect(data).toMatchObject({ state: 'upcoming', is_own: false, version: 2 });
  expect(await feeOn('2026-11-30')).toBe(before);
  expect(await feeOn(LATER)).toBe(4_500);
  expect((await kopi.ok(listFeeRules)).data.map(({ id }) => id)).toContain(data.id);
  expect((await support.ok(listStandardFeeRules)).data.find(({ id }) => id === data.id)).toEqual(data);
  await finance.call(withdrawStandardFeeRule, { params: { id: data.id } });
  expect(await feeOn(LATER)).toBe(before);
  const { data: events } = await finance.ok(listProviderEvents, { query: {} });
  expect(
    events
      .filter(({ object_id }) => object_id === data.id)
      .map(({ action }) => action)
      .toSorted(),
  ).toEqual(['fee_rule.added', 'fee_rule.withdrawn']);
});

test('a version cannot start today, because payments of today may have been charged', async () => {
  for (const effective_from of ['2026-11-17', TODAY]) {
    const response = await add({ effective_from });
    expect([response.statusCode, code(response)]).toEqual([422, 'fee_rule_backdated']);
  }
});

test('overlapping versions of the same scope are refused; other categories and amounts are not', async () => {
  const base = { method: 'qris', name: 'QRIS', rate_bps: 70, flat_amount: 0, effective_from: '2027-01-01' };
  const { data } = await finance.ok(addStandardFeeRule, { body: version({ ...base, criteria: 'EDU' }) });
  // It would still apply when the version of January begins.
  const response = await add({ ...base, criteria: 'EDU', effective_from: '2026-12-15' });
  expect([response.statusCode, code(response)]).toEqual([409, 'fee_rule_overlap']);
  expect(
    (await add({ ...base, criteria: 'EDU', effective_from: '2026-12-15', effective_to: '2027-01-01' })).statusCode,
  ).toBe(201);
  expect((await add({ ...base, criteria: 'SPBU', effective_from: '2026-12-15' })).statusCode).toBe(201);
  // The same day and amounts: the later version replaces the future one.
  const again = await finance.ok(addStandardFeeRule, { body: version({ ...base, criteria: 'EDU', rate_bps: 60 }) });
  expect(again.data.version).toBeGreaterThan(data.version);
});

test('a version in force cannot be withdrawn', async () => {
  const present = (await finance.ok(listStandardFeeRules)).data.find(({ state }) => state === 'current')!;
  const response = await finance.call(withdrawStandardFeeRule, { params: { id: present.id } });
  expect([response.statusCode, code(response)]).toEqual([409, 'fee_rule_in_force']);
});

test('a future version of a merchant is withdrawn, and one that began is not', async () => {
  const create = async (effective_from: string) =>
    (await finance.ok(createMerchantFeeRule, { params: { merchant_id }, body: version({ effective_from }) })).data;
  const future = await create(TOMORROW);
  const withdraw = (id: string) => finance.call(withdrawMerchantFeeRule, { params: { merchant_id, id } });
  expect((await withdraw(future.id)).statusCode).toBe(204);
  expect((await withdraw(future.id)).statusCode).toBe(404);
  const present = await create(TODAY);
  expect(code(await withdraw(present.id))).toBe('fee_rule_in_force');
});

test('domain 4.6: the fee of a draft is calculated before it is saved', async () => {
  const { data } = await support.ok(calculateDraftFee, {
    body: { method: 'qris', rate_bps: 70, flat_amount: 0, amount: 100_000 },
  });
  expect(data).toMatchObject({ fee_amount: 700, fee_vat_amount: 77, net_amount: 99_223 });
});

test.each([
  [{ fee_min: 10, fee_max: 5 }, 'fee_max'],
  [{ fee_min: Number.MAX_SAFE_INTEGER }, 'fee_min'],
  [{ fee_max: AMOUNT_CAP + 1 }, 'fee_max'],
])('a draft with %j is refused at %s', async (given, field) => {
  const body = { method: 'deposit' as const, rate_bps: 0, flat_amount: 0, amount: 2, ...given };
  const response = await support.call(calculateDraftFee, { body });
  expect(response.statusCode).toBe(400);
  expect(response.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe(field);
});

const bound = fc.option(fc.oneof(fc.nat(AMOUNT_CAP), fc.nat(Number.MAX_SAFE_INTEGER)), { nil: undefined });
test.prop(
  [
    fc.record({
      method: fc.constantFrom(...FEE_METHODS),
      rate_bps: fc.nat(10_000),
      flat_amount: fc.nat(10_000_000),
      fee_min: bound,
      fee_max: bound,
      amount: fc.integer({ min: 1, max: AMOUNT_CAP }),
    }),
  ],
  // A session has a budget of 100 requests.
  { numRuns: 50 },
)('domain 4.6: a draft is refused or prices the amount, also the highest', async (draft) => {
  const { fee_min = 0, fee_max = Infinity } = draft;
  const response = await finance.call(calculateDraftFee, { body: draft });
  const is_valid = fee_min <= AMOUNT_CAP && fee_max >= fee_min && (fee_max <= AMOUNT_CAP || fee_max === Infinity);
  expect(response.statusCode).toBe(is_valid ? 200 : 400);
  if (!is_valid) return;
  const { data } = response.json<{ data: FeeBreakdown }>();
  expect(data.fee_amount + data.fee_vat_amount + data.net_amount).toBe(draft.amount);
});

test('support reads and does not write', async () => {
  expect((await support.call(addStandardFeeRule, { body: version() })).statusCode).toBe(403);
});

test.each([
  [{ amount_from: 10, amount_to: 5 }, 'amount_to'],
  [{ fee_min: 10, fee_max: 5 }, 'fee_max'],
  [{ effective_to: LATER }, 'effective_to'],
  [{ amount_from: AMOUNT_CAP + 1 }, 'amount_from'],
  [{ amount_to: Number.MAX_SAFE_INTEGER }, 'amount_to'],
  [{ fee_min: Number.MAX_SAFE_INTEGER }, 'fee_min'],
  [{ fee_max: AMOUNT_CAP + 1 }, 'fee_max'],
])('%j is refused at %s', async (given, field) => {
  const response = await add(given);
  expect(response.statusCode).toBe(400);
  expect(response.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe(field);
});
