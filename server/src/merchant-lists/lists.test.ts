/** Lists over many merchants as the provider's staff read them. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listDisbursementsOfMerchants,
  listRefundsOfMerchants,
  listSettlementsOfMerchants,
  listTransactionsOfMerchants,
  summariseDisbursementsOfMerchants,
  summariseRefundsOfMerchants,
  summariseSettlementsOfMerchants,
  summariseTransactionsOfMerchants,
} from '@dasbor/contract/merchant-lists';
import { listMerchantTransactions } from '@dasbor/contract/merchant-view';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import type { CallQuery } from '@dasbor/contract/route';
import { createGroup } from '../../test/account-group-fixture.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { type NewMerchant, ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const MORE: NewMerchant[] = Array.from({ length: 6 }, (_, index) => ({
  ...KOPI_NUSANTARA,
  merchant_id: `mer_01k0manymerchants0000000${index}0`.slice(0, 30),
  code: `MANY${index}`,
  brand_name: index === 0 ? '=Formula' : `Cabang ${index}`,
}));
const ALL = [KOPI, BATIK, ...MORE.map(({ merchant_id }) => merchant_id)];

interface Paid {
  id: string;
  merchant_id: string;
  created_at: string;
  amount: number;
}

let it: TestApp;
let support: TestClient;
let owner: TestClient;
const paid: Paid[] = [];

beforeAll(async () => {
  it = await startTestApp();
  for (const merchant of MORE) await ensureMerchant(it.deps.db, merchant, it.clock.now());
  for (let n = 0; n < 40; n++) {
    // Several merchants are paid at the same moment, with equal amounts.
    if (n % 3 === 0) it.clock.advance(1_000);
    const merchant_id = ALL[(n * n + n) % ALL.length]!;
    const amount = 10_000 + (n % 7) * 1_000;
    const id = await insertPaidPayment(it, merchant_id, { amount, merchant_reference: `INV-${n}` });
    paid.push({ id, merchant_id, created_at: it.clock.now().toISOString(), amount });
  }
  support = await it.signIn('platform_support@dasbor.example');
  owner = await it.signIn('superadmin@kopi.example');
});
// The limit of requests counts per session.
beforeEach(async () => {
  support = await it.signIn('platform_support@dasbor.example');
});
afterAll(() => it.close());

type ListQuery = CallQuery<typeof listTransactionsOfMerchants>;
const list = async (query: ListQuery) => (await support.ok(listTransactionsOfMerchants, { query })).data;

describe('transactions', () => {
  const SORTS = ['-created_at', 'created_at', '-amount', 'amount'] as const;

  const sortPaid = (sort: (typeof SORTS)[number], merchant_ids: readonly string[]): string[] => {
    const column = sort.endsWith('amount') ? 'amount' : 'created_at';
    const sign = sort.startsWith('-') ? -1 : 1;
    const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1);
    return paid
      .filter(({ merchant_id }) => merchant_ids.length === 0 || merchant_ids.includes(merchant_id))
      .toSorted((a, b) => sign * (compare(a[column], b[column]) || compare(a.id, b.id)))
      .map(({ id }) => id);
  };

  test('the pages of any filter are the merged lists of its merchants, without gaps and repetitions', async () => {
    const merchants = fc.uniqueArray(fc.constantFrom(...ALL), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        merchants,
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 12 }),
        async (of, sort, limit) => {
          const support = await it.signIn('platform_support@dasbor.example');
          const query = { sort, limit, ...(of.length === 0 ? {} : { merchant_id: of.join(',') }) };
          const ids: string[] = [];
          let cursor: string | null | undefined;
          do {
            const page = await support.ok(listTransactionsOfMerchants, {
              query: { ...query, ...(cursor ? { cursor } : {}) } as ListQuery,
            });
            expect(page.data.length).toBeLessThanOrEqual(limit);
            for (const row of page.data) {
              expect(row.merchant_id).toBe(paid.find(({ id }) => id === row.id)?.merchant_id);
              ids.push(row.id);
            }
            cursor = page.next_cursor;
          } while (cursor !== null);
          expect(ids).toEqual(sortPaid(sort, of));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('the totals are the sums of the merchants, from the hourly counts and from rows alike', async () => {
    const sum = (rows: readonly Paid[]) => ({
      status: 'success',
      count: rows.length,
      amount: rows.reduce((total, { amount }) => total + amount, 0),
    });
    const read = async (query: CallQuery<typeof summariseTransactionsOfMerchants>) =>
      (await support.ok(summariseTransactionsOfMerchants, { query })).data;
    expect(await read({})).toEqual([sum(paid)]);
    const of_two = paid.filter(({ merchant_id }) => merchant_id === KOPI || merchant_id === BATIK);
    expect(await read({ merchant_id: `${KOPI},${BATIK}` })).toEqual([sum(of_two)]);
    expect(await read({ amount_min: 12_000 })).toEqual([sum(paid.filter(({ amount }) => amount >= 12_000))]);
  });

  test('a group filter is about the members of the group and of those below it today', async () => {
    const now = it.clock.now();
    const group_id = await createGroup(it.deps.db, {
      owner_id: null,
      member_ids: [ALL[2]!, ALL[3]!],
      from: '2026-11-01',
      now,
    });
    const rows = await list({ group_id, limit: '100' });
    const expected = paid.filter(({ merchant_id }) => merchant_id === ALL[2] || merchant_id === ALL[3]);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
    expect(await list({ group_id, merchant_id: KOPI })).toEqual([]);
    expect(await list({ group_id: 'agr_01k00000000000000000000000' })).toEqual([]);
    const others = paid.filter(({ merchant_id }) => merchant_id !== ALL[2] && merchant_id !== ALL[3]);
    const ungrouped = await list({ group_id: 'none', limit: '100' });
    expect(new Set(ungrouped.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)));
  });

  test('a text is found at any merchant, and at those of the filter only', async () => {
    const [third] = paid.filter(({ id }) => id === paid[7]!.id);
    expect((await list({ q: 'inv-7' })).map(({ id }) => id)).toEqual([third!.id]);
    const other = ALL.find((id) => id !== third!.merchant_id)!;
    expect(await list({ q: 'inv-7', merchant_id: other })).toEqual([]);
    expect(await list({ q: 'no such payment' })).toEqual([]);
  });

  test('flags, values and ranges filter as in the list of the merchant', async () => {
    expect(await list({ flags: 'failed_webhook' })).toEqual([]);
    expect(await list({ status: 'failed' })).toEqual([]);
    const own = (await support.ok(listMerchantTransactions, { params: { merchant_id: KOPI }, query: {} })).data;
    const of_kopi = await list({ merchant_id: KOPI });
    expect(of_kopi).toEqual(own.map((row) => ({ ...row, merchant_id: KOPI, merchant_name: 'Kopi Nusantara' })));
    const range = { from: '2025-01-01', to: '2026-01-01' };
    expect((await support.call(listTransactionsOfMerchants, { query: range })).statusCode).toBe(422);
  });

  test('contact data of customers is masked, in files as well', async () => {
    const body = { amount: 10_000, expires_in_minutes: 5, customer_email: 'budi@mail.example' };
    await owner.ok(createQrisPayment, { body, headers: { 'idempotency-key': 'many-1' } });
    const [row] = await list({ source: 'dashboard' });
    expect(row).toMatchObject({ merchant_name: 'Kopi Nusantara', customer_email: 'b***@mail.example' });
    const csv = await support.call(listTransactionsOfMerchants, {
      query: { source: 'dashboard' },
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toContain('b***@mail.example');
    expect(csv.body).not.toContain('budi@');
  });

  test('the file has the merchant first, the order of the list, and escapes names that look like formulas', async () => {
    const csv = await support.call(listTransactionsOfMerchants, {
      query: { columns: 'merchant_name,id,amount', status: 'success', sort: '-amount' },
      headers: { accept: 'text/csv' },
    });
    const [head, ...lines] = csv.body.trim().split('\n');
    expect(head).toBe('merchant_id,merchant_name,id,amount');
    expect(lines.map((line) => line.split(',')[2])).toEqual(sortPaid('-amount', []));
    expect(lines.filter((line) => line.includes("'=Formula")).length).toBeGreaterThan(0);
    const wrong = await support.call(listTransactionsOfMerchants, {
      query: { columns: 'secret' },
      headers: { accept: 'text/csv' },
    });
    expect(wrong.statusCode).toBe(400);
  });
});

test.each([
  ['refunds', listRefundsOfMerchants, summariseRefundsOfMerchants],
  ['settlements', listSettlementsOfMerchants, summariseSettlementsOfMerchants],
  ['disbursements', listDisbursementsOfMerchants, summariseDisbursementsOfMerchants],
])('%s are listed, summarised and downloaded', async (name, rows, sums) => {
  expect((await support.ok(rows, { query: { q: 'x' } })).data).toEqual([]);
  expect((await support.ok(sums, { query: {} })).data).toEqual([]);
  const csv = await support.call(rows, { query: {}, headers: { accept: 'text/csv', 'accept-language': 'id' } });
  expect(csv.statusCode, csv.body).toBe(200);
  expect(csv.headers['content-disposition']).toContain(`merchant-${name}-`);
  expect(csv.body).toContain('ID merchant,Nama merchant');
});

test('people of merchants are refused', async () => {
  for (const route of [listTransactionsOfMerchants, summariseTransactionsOfMerchants, listRefundsOfMerchants]) {
    expect((await owner.call(route, { query: {} })).statusCode).toBe(403);
  }
});
