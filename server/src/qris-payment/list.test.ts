/** The list of QRIS payments: filters alone and combined, pages, totals, locations and files. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createQrisPayment,
  listQrisPayments,
  listQrisPlaces,
  summariseQrisPayments,
} from '@dasbor/contract/qris-payment';
import { createQrisSticker, listQrisStickers } from '@dasbor/contract/sticker';
import { API_BASE } from '@dasbor/contract/route';
import { createBankClient, buildPaidNotification } from '../../test/bank-client.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let kopi: TestClient;
let sticker_id: string;
let key_count = 0;
const headers = () => ({ 'idempotency-key': `list-${++key_count}` });

/** A sticker in Tebet with four payments, and two dynamic codes in Senopati of which one is paid. The bank is offline. */
beforeAll(async () => {
  t = await startTestApp({ env: { BANK_URL: 'http://127.0.0.1:9' } });
  kopi = await t.signIn('superadmin@kopi.example');
  const place = { store: 'Tebet', terminal: 'K1' };
  const made = await kopi.ok(createQrisSticker, { body: { name: 'Counter', ...place }, headers: headers() });
  sticker_id = made.data.id;
  for (const [number, issuer] of ['GoPay', 'OVO', 'GoPay', '=BAD()'].entries()) {
    t.clock.advance(60_000);
    await pay(sticker_id, 10_000 * (number + 1), issuer, `50000000000${number}`);
  }
  for (const amount of [70_000, 80_000]) {
    t.clock.advance(60_000);
    const body = { amount, store: 'Senopati', terminal: 'K2', merchant_reference: `ORDER-${amount}` };
    const code = await kopi.ok(createQrisPayment, { body, headers: headers() });
    if (amount === 80_000) await pay(code.data.id, amount, 'DANA', '700000000001');
  }
});
afterAll(() => t?.close());

async function pay(id: string, amount: number, issuerName: string, rrn: string): Promise<void> {
  const { partner_reference_no } = await asMerchant(t.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('qris_payment')
      .select('partner_reference_no')
      .where('merchant_id', '=', KOPI)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  const callback = buildPaidNotification({ partner_reference_no, amount }, { originalReferenceNo: `BP${rrn}` });
  const paidAt = t.clock
    .now()
    .toISOString()
    .replace(/\.\d+Z/, '+00:00');
  Object.assign(callback.additionalInfo, { issuerName, rrn, paidAt });
  expect((await createBankClient(t).notify(callback)).statusCode).toBe(200);
}

const amounts = async (query: Record<string, unknown>) =>
  (await kopi.ok(listQrisPayments, { query: query as never })).data.map(({ amount }) => amount);

test.each<[Record<string, unknown>, number[]]>([
  [{}, [80_000, 70_000, 40_000, 30_000, 20_000, 10_000]],
  [{ type: 'static' }, [40_000, 30_000, 20_000, 10_000]],
  [{ type: 'dynamic' }, [80_000, 70_000]],
  [{ type: 'static,dynamic', status: 'created' }, [70_000]],
  [{ status: 'success', amount_min: 30_000 }, [80_000, 40_000, 30_000]],
  [{ amount_min: 30_000, amount_max: 40_000 }, [40_000, 30_000]],
  [{ issuer: 'GoPay' }, [30_000, 10_000]],
  [{ issuer: 'GoPay,DANA' }, [80_000, 30_000, 10_000]],
  [{ store: 'Senopati' }, [80_000, 70_000]],
  [{ store: 'Tebet,Senopati', terminal: 'K1' }, [40_000, 30_000, 20_000, 10_000]],
  [{ terminal: 'K3' }, []],
  [{ q: '500000000001' }, [20_000]],
  [{ q: '70000000' }, [80_000]],
  [{ q: 'order-7' }, [70_000]],
  [{ date_field: 'paid_at', from: '2026-11-18T07:09:00.000Z' }, [80_000, 40_000]],
  [{ from: '2026-11-18T07:06:00.000Z', to: '2026-11-18T07:07:00.000Z' }, [10_000]],
  [
    {
      type: 'static',
      status: 'success',
      issuer: 'GoPay',
      store: 'Tebet',
      terminal: 'K1',
      amount_min: 20_000,
      q: '5000',
    },
    [30_000],
  ],
])('domain 1.10: the filter %j returns %j in list, totals and CSV', async (query, found) => {
  expect(await amounts(query)).toEqual(found);
  const { data } = await kopi.ok(summariseQrisPayments, { query: query as never });
  expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(found.reduce((sum, amount) => sum + amount, 0));
  const lines = (await csv(query)).split('\n').slice(1, -1);
  const amount_at = (await csv({})).split('\n')[0]?.split(',').indexOf('amount') ?? -1;
  expect(lines.map((line) => Number(line.split(',')[amount_at]))).toEqual(found);
});

async function csv(query: Record<string, unknown>): Promise<string> {
  const answer = await t.app.inject({
    url: `${API_BASE}/qris-payments`,
    query: query as Record<string, string>,
    headers: { accept: 'text/csv', authorization: kopi.authorization ?? '' },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

test('a CSV names the time zone and escapes formulas', async () => {
  const text = await csv({ type: 'static' });
  expect(text.split('\n')[0]).toMatch(/^id,created_at \(WIB\),qris_payment_id,type,code_name,/);
  expect(text).toContain("'=BAD()");
  expect(text).toContain('2026-11-18 14:06:00');
});

test('a CSV has Indonesian headers for a user in Indonesian', async () => {
  const response = await t.app.inject({
    url: `${API_BASE}/qris-payments`,
    headers: { accept: 'text/csv', 'accept-language': 'id', authorization: kopi.authorization ?? '' },
  });
  expect(response.body.split('\n')[0]).toMatch(/^ID transaksi,Dibuat \(WIB\),ID QRIS,Jenis,Nama kode,/);
});

test('pages have no gaps and no duplicates', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: 2, ...(cursor === null ? {} : { cursor }) };
    const page: { data: { id: string }[]; next_cursor: string | null } = await kopi.ok(listQrisPayments, { query });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual((await kopi.ok(listQrisPayments)).data.map(({ id }) => id));
  expect(new Set(seen).size).toBe(6);
});

test.each([
  [{ from: '2026-11-18T07:05:00.000Z', to: '2026-11-18T07:05:00.001Z' }, 1],
  [{ to: '2026-11-18T07:05:00.000Z' }, 0],
  [{ from: '2026-11-18T07:05:00.001Z' }, 0],
  [{ q: '%' }, 0],
  [{ q: 'COUNT' }, 1],
])('stickers by %j: %i', async (query, count) => {
  expect((await kopi.ok(listQrisStickers, { query })).data).toHaveLength(count);
});

test('stores and terminals of all codes are listed once', async () => {
  expect((await kopi.ok(listQrisPlaces)).data).toEqual({ stores: ['Senopati', 'Tebet'], terminals: ['K1', 'K2'] });
});

test.each([
  [{ cursor: 'abc' }, 400, 'invalid_request'],
  [{ type: 'sticker' }, 400, 'invalid_request'],
  [{ from: '2026-01-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' }, 422, 'range_too_long'],
])('%j returns %i %s', async (query, status, code) => {
  const answer = await kopi.call(listQrisPayments, { query: query as never });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  const totals = await kopi.call(summariseQrisPayments, { query: query as never });
  expect(totals.statusCode).toBe(status);
});

test('the totals of a sticker restart at midnight in Jakarta', async () => {
  const today = async (client = kopi) => (await client.ok(listQrisStickers)).data.find(({ id }) => id === sticker_id);
  expect(await today()).toMatchObject({ today_count: 4, today_amount: 100_000 });
  t.clock.set(new Date('2026-11-18T16:59:59.000Z'));
  const late = await t.signIn('admin@kopi.example');
  expect(await today(late)).toMatchObject({ today_count: 4 });
  t.clock.set(new Date('2026-11-18T17:00:00.000Z'));
  expect(await today(late)).toMatchObject({ today_count: 0, today_amount: 0, last_paid_at: expect.any(String) });
});
