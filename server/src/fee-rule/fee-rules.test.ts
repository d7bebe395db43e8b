/** Prices on the real database: every category and band of domain 4.2 on both sides of every limit, and agreed ones. */
import {
  createMerchantFeeRule,
  FEE_CLASSES,
  listFeeRules,
  listMerchantFeeRules,
  previewFee,
  SPECIAL_FEE_CLASSES,
} from '@dasbor/contract/fee-rule';
import type { Output } from '@dasbor/contract/route';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listEntries } from '../audit/queries.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let owner: pg.Client;
let kopi: TestClient;
let provider: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
  provider = await t.signIn('platform_admin@dasbor.example');
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

/** Prices the merchant as a category: a size in its code, or an additional class. */
async function classify(fee_class: string): Promise<void> {
  const is_special = (SPECIAL_FEE_CLASSES as readonly string[]).includes(fee_class);
  await owner.query('update app.merchant set qris_criteria = $2, fee_class = $3 where merchant_id = $1', [
    merchant_id,
    is_special ? 'URE' : fee_class,
    is_special ? fee_class : null,
  ]);
}
type Preview = Output<typeof previewFee>['data'];
const preview = async (body: Record<string, unknown>): Promise<Preview> =>
  (await kopi.ok(previewFee, { body: { method: 'qris', ...body } })).data;

/** Category, amount, rate in basis points. */
const RATES: [string, number, number][] = [
  ['UMI', 1, 0],
  ['UMI', 500_000, 0],
  ['UMI', 500_001, 30],
  ['UMI', 10_000_000, 30],
  ...['UKE', 'UME', 'UBE', 'URE'].flatMap((size): [string, number, number][] => [
    [size, 500_000, 70],
    [size, 500_001, 70],
  ]),
  ...(['EDU', 'SPBU', 'BLU', 'PSO', 'G2P', 'P2G', 'DONATION', 'WORSHIP'] as const).flatMap(
    (special): [string, number, number][] => {
      const rate = { EDU: 60, SPBU: 40, BLU: 40, PSO: 40, G2P: 0, P2G: 0, DONATION: 0, WORSHIP: 0 }[special];
      return [
        [special, 500_000, rate],
        [special, 500_001, rate],
      ];
    },
  ),
];

describe('domain 4.2: QRIS rates by category and amount band', () => {
  test.each(RATES)('a %s payment of Rp %i has a rate of %i basis points', async (fee_class, amount, rate_bps) => {
    await classify(fee_class);
    const found = await preview({ amount });
    expect(found.rule).toMatchObject({ rate_bps, flat_amount: 0, is_own: false, criteria: fee_class });
    const fee_amount = Math.floor((amount * rate_bps + 5_000) / 10_000);
    expect(found).toMatchObject({ fee_amount, fee_vat_amount: Math.floor((fee_amount * 22 + 100) / 200) });
  });

  test('every category has a rate', () => {
    expect([...new Set(RATES.map(([fee_class]) => fee_class))].toSorted()).toEqual(FEE_CLASSES.toSorted());
  });

  test.each([
    ['UMI', 100_000, '2024-11-30', 0],
    ['UMI', 100_001, '2024-11-30', 30],
    ['UMI', 500_000, '2024-11-30', 30],
    ['UMI', 100_001, '2024-12-01', 0],
    ['UMI', 500_001, '2024-12-01', 30],
    ['UKE', 100_000, '2024-11-30', 70],
    ['UKE', 100_000, '2024-12-01', 70],
    ['EDU', 100_000, '2024-12-31', 60],
  ])('a %s payment of Rp %i on %s: the free band of micro merchants grew on 1 December 2024', async (...row) => {
    const [fee_class, amount, paid_on, rate_bps] = row;
    await classify(fee_class);
    expect((await preview({ amount, paid_on })).rule).toMatchObject({ rate_bps });
  });

  test.each(
    FEE_CLASSES.flatMap((fee_class) => [
      [fee_class, '2024-12-31', 1_100, 1, 1] as const,
      [fee_class, '2025-01-01', 1_200, 11, 12] as const,
    ]),
  )('domain 4.6: VAT of a %s payment on %s is %i × %i/%i', async (fee_class, paid_on, ...vat) => {
    const [vat_rate_bps, vat_base_numerator, vat_base_denominator] = vat;
    await classify(fee_class);
    const { rule } = await preview({ amount: 600_000, paid_on });
    expect(rule).toMatchObject({ vat_rate_bps, vat_base_numerator, vat_base_denominator });
  });

  test('a special category is encoded as regular in the QR code', async () => {
    const write = owner.query(
      `update app.merchant set qris_criteria = 'UKE', fee_class = 'EDU' where merchant_id = $1`,
      [merchant_id],
    );
    await expect(write).rejects.toThrow('merchant_special_is_regular');
  });

  test('no fee rule applies before the first start date', async () => {
    const answer = await kopi.call(previewFee, { body: { method: 'qris', amount: 1, paid_on: '2023-12-31' } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'no_fee_rule']);
    const card = await kopi.call(previewFee, { body: { method: 'card', amount: 1 } });
    expect(card.json<{ code: string }>().code).toBe('no_fee_rule');
  });
});

test('fixed fees: virtual account fees depend on the bank', async () => {
  await classify('UKE');
  const bca = await preview({ method: 'virtual_account', channel_code: 'BCA', amount: 100_000 });
  expect(bca).toMatchObject({ rate_amount: 0, flat_amount: 4_500, fee_amount: 4_500, fee_vat_amount: 495 });
  const bni = await preview({ method: 'virtual_account', channel_code: 'BNI', amount: 100_000 });
  expect(bni).toMatchObject({ fee_amount: 4_000, fee_vat_amount: 440, net_amount: 95_560 });
});

describe('own fee rules of a merchant', () => {
  const INPUT = { name: 'VA for Kopi', method: 'virtual_account', rate_bps: 0, flat_amount: 3_000 };
  const agree = (body: Record<string, unknown>, client = provider) =>
    client.call(createMerchantFeeRule, { params: { merchant_id }, body: { ...INPUT, ...body } });

  test('start on a day, have version numbers and are in the audit log of the merchant', async () => {
    const made = await agree({ effective_from: '2026-11-18' });
    expect(made.statusCode).toBe(201);
    expect(made.json<{ data: object }>().data).toMatchObject({ version: 1, state: 'current', is_own: true });
    const next = await agree({ effective_from: '2026-12-01', flat_amount: 2_500, fee_min: 100, fee_max: 9_000 });
    expect(next.json<{ data: object }>().data).toMatchObject({ version: 2, state: 'upcoming', vat_base_numerator: 11 });
    const price = async (paid_on: string) =>
      (await preview({ method: 'virtual_account', channel_code: 'BCA', amount: 100_000, paid_on })).fee_amount;
    expect([await price('2026-11-17'), await price('2026-11-18')]).toEqual([4_500, 3_000]);
    expect([await price('2026-11-30'), await price('2026-12-01')]).toEqual([3_000, 2_500]);
    const log = await asMerchant(t.deps.db, merchant_id, (tx) => listEntries(tx, merchant_id, 0, 100));
    const agreed = log.filter(({ action }) => action === 'fee_rule.agreed');
    expect(agreed.map(({ actor_type }) => actor_type)).toEqual(['provider', 'provider']);
    expect(agreed[1]).toMatchObject({ after: { flat_amount: 2_500, effective_from: '2026-12-01', version: 2 } });
  });

  test('are rejected with a code: backdated, overlapping or with reversed ranges', async () => {
    expect(toStatusAndCode(await agree({ effective_from: '2026-11-17' }))).toEqual([422, 'fee_rule_backdated']);
    expect(toStatusAndCode(await agree({ effective_from: '2026-11-20' }))).toEqual([409, 'fee_rule_overlap']);
    for (const wrong of [
      { effective_to: '2027-01-01' },
      { fee_min: 10, fee_max: 9 },
      { amount_from: 2, amount_to: 1 },
    ]) {
      expect(toStatusAndCode(await agree({ effective_from: '2027-01-01', ...wrong }))).toEqual([
        400,
        'invalid_request',
      ]);
    }
    expect(
      (await agree({ effective_from: '2027-01-01' }, await t.signIn('platform_support@dasbor.example'))).statusCode,
    ).toBe(403);
    expect((await agree({ effective_from: '2027-01-01' }, kopi)).statusCode).toBe(403);
  });

  test('are serialised when two people create them concurrently', async () => {
    const both = [
      agree({ effective_from: '2027-02-01' }),
      agree({ effective_from: '2027-02-01', effective_to: '2027-03-01' }),
    ];
    const answers = await Promise.all(both);
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
    const versions = answers.map((answer) => answer.json<{ data: { version: number } }>().data.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual([3, 4]);
  });

  test('appear only in the list of that merchant, with the standard rules and their state', async () => {
    const { data, fee_class } = await kopi.ok(listFeeRules);
    expect(fee_class).toBe('UKE');
    const own = data.filter(({ is_own }) => is_own);
    expect(own.map(({ version, state }) => [version, state])).toEqual(
      expect.arrayContaining([
        [1, 'current'],
        [2, 'upcoming'],
      ]),
    );
    expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['ended', 'current', 'upcoming']));
    expect(data.filter(({ method }) => method === 'qris').every(({ criteria }) => criteria === 'UKE')).toBe(true);
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.ok(listFeeRules)).data.filter(({ is_own }) => is_own)).toEqual([]);
    const seen = await provider.ok(listMerchantFeeRules, { params: { merchant_id } });
    expect(seen.data).toEqual(data);
    const missing = await provider.call(listMerchantFeeRules, { params: { merchant_id: `mer_${'0'.repeat(26)}` } });
    expect(missing.statusCode).toBe(404);
    const unknown_merchant = {
      params: { merchant_id: `mer_${'0'.repeat(26)}` },
      body: { ...INPUT, effective_from: '2027-01-01' },
    };
    expect((await provider.call(createMerchantFeeRule, unknown_merchant)).statusCode).toBe(404);
  });
});
