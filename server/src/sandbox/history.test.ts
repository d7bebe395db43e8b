/** The sandbox's past is made by the product's own functions: whole, once, and agreed to by the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateQris } from '@dasbor/contract/qris-validation';
import { getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_SHOP, KOPI_SHOP, planHistory } from './history-plan.ts';
import { SANDBOX_API_KEY } from './credentials.ts';
import { seedSandbox } from './history.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from './people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.close());

const count = (merchant_id: string, table: 'transaction' | 'transfer' | 'rail_log') =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const { rows } = await tx.sql
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow()
      .then((row) => ({ rows: row.count }));
    return rows;
  });

test('the plan is the same whenever it is made, and its references are unique', () => {
  const end = new Date('2026-11-21T03:00:00Z');
  expect(planHistory(KOPI_SHOP, end)).toEqual(planHistory(KOPI_SHOP, end));
  for (const shop of [KOPI_SHOP, BATIK_SHOP]) {
    const plan = planHistory(shop, end);
    expect(new Set(plan.map(({ merchant_reference }) => merchant_reference)).size).toBe(plan.length);
    expect(new Set(plan.map(({ rrn }) => rrn)).size).toBe(plan.length);
  }
});

test('a seed that dies half-way is completed by the next one, nothing twice', async () => {
  let made = 0;
  const dying = {
    ...t.deps,
    db: {
      ...t.deps.db,
      get kysely() {
        if (++made > 300) throw new Error('killed');
        return t.deps.db.kysely;
      },
    },
  };
  await expect(seedSandbox(dying)).rejects.toThrow('killed');
  const half = await count(KOPI_NUSANTARA.merchant_id, 'transaction');
  expect(half).toBeGreaterThan(10);

  await seedSandbox(t.deps);
  const first = {
    kopi: await count(KOPI_NUSANTARA.merchant_id, 'transaction'),
    batik: await count(BATIK_LESTARI.merchant_id, 'transaction'),
    transfers: await count(KOPI_NUSANTARA.merchant_id, 'transfer'),
    messages: await count(KOPI_NUSANTARA.merchant_id, 'rail_log'),
  };
  expect(first.kopi).toBeGreaterThan(200);
  expect(first.batik).toBeGreaterThan(70);
  await seedSandbox(t.deps);
  expect(await count(KOPI_NUSANTARA.merchant_id, 'transaction')).toBe(first.kopi);
  expect(await count(KOPI_NUSANTARA.merchant_id, 'transfer')).toBe(first.transfers);
  expect(await count(KOPI_NUSANTARA.merchant_id, 'rail_log')).toBe(first.messages);
});

test('the ledger verifier agrees with all of it', async () => {
  const { discrepancies, transfers } = await verifyLedger(t.deps.db);
  expect(discrepancies).toEqual([]);
  expect(transfers).toBeGreaterThan(600);
});

test('every status that the product reaches is there, late payments too', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const { data } = await kopi.ok(summariseTransactions);
  // What is `created` here becomes `pending` as soon as the jobs have the running bank issue it.
  expect(data.map(({ status }) => status)).toEqual(['created', 'success', 'failed', 'expired', 'cancelled']);
  const paid = await kopi.ok(listTransactions, { query: { status: 'success', limit: 100 } });
  expect(paid.data.some(({ late_payment }) => late_payment)).toBe(true);
  const { data: payments } = await kopi.ok(listQrisPayments, { query: { limit: 20 } });
  const codes = payments.map(({ qris_payment_id: id }) => kopi.ok(getQrisPayment, { params: { id } }));
  const contents = (await Promise.all(codes)).flatMap(({ data: { qr_content } }) => qr_content ?? []);
  expect(contents).not.toEqual([]);
  expect(contents.flatMap(validateQris)).toEqual([]);
});

test("the merchant's own server can call with the sandbox key", async () => {
  const shop = t.client(`Bearer ${SANDBOX_API_KEY}`);
  expect((await shop.ok(listTransactions, { query: { limit: 1 } })).data).toHaveLength(1);
});
