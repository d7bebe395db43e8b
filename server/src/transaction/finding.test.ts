/** Finding payments: every filter by itself and with the others, in the list, in the totals and in the CSV. */
import type { Output } from '@dasbor/contract/route';
import {
  type Transaction,
  getTransaction,
  listTransactions,
  summariseTransactions,
} from '@dasbor/contract/transaction';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { CSV_FIELDS } from './csv-queries.ts';

let t: TestApp;
let owner: pg.Client;
let kopi: TestClient;
let all: Transaction[];
const VA_ID = 'va_01kagz7v3w8x9y2m4n5p6q7r8s';
const LINK_ID = 'pl_01kagz7v3w8x9y2m4n5p6q7r8s';

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
  await insertPayments(120);
  await vary();
  all = await everyPage({});
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

/** Paid payments, one an hour, and some that were not; each with numbers of its own. */
async function insertPayments(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const at = new Date(Date.parse('2026-10-10T03:00:00.000Z') + n * 6 * 3_600_000);
    const is_paid = n % 5 !== 0;
    await owner.query(
      `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, customer_name, method,
         amount, net_amount, status, settlement_status, source, provider, provider_reference, rrn, paid_at, last_event_seq,
         journal_id)
       values ($1, $2, $3, $3, $4, 'Siti', 'qris', $5, $5, $6, $7, $8, 'bank', $9, $10, $11, 1, $12)`,
      [
        KOPI_NUSANTARA.merchant_id,
        newId('transaction', at),
        at.toISOString(),
        `KN-${1000 + n}`,
        5_000 + ((n * 7_919) % 90_000),
        is_paid ? 'success' : 'expired',
        is_paid ? 'unsettled' : null,
        n % 3 === 0 ? 'dashboard' : 'api',
        is_paid ? `BNK${7000 + n}` : null,
        is_paid ? `6102${String(n).padStart(8, '0')}` : null,
        is_paid ? at.toISOString() : null,
        is_paid ? newId('journal', at) : null,
      ],
    );
  }
}

/** Gives every eighth paid payment what only other ways of being paid bring. */
async function vary(): Promise<void> {
  const paid = `select id, row_number() over (order by id) as place from app.transaction
    where merchant_id = $1 and status = 'success' and method = 'qris'`;
  const change = (place: number, columns: string, values: unknown[] = []) =>
    owner.query(
      `update app.transaction t set ${columns} from (${paid}) p
       where t.merchant_id = $1 and t.id = p.id and p.place % 8 = ${place}`,
      [KOPI_NUSANTARA.merchant_id, ...values],
    );
  await change(
    1,
    `channel_code = 'BCA', method = 'virtual_account', va_number = '39358123' || p.place,
    virtual_account_id = $2`,
    [VA_ID],
  );
  await change(
    2,
    `channel_code = 'BNI', method = 'virtual_account', settled_at = t.paid_at + interval '1 day',
    settlement_status = 'settled', settlement_date = '2026-11-01'`,
  );
  await change(
    3,
    `settlement_status = 'early_settled', late_payment = true, expired_at = t.paid_at - interval '1 minute'`,
  );
  await change(4, `duplicate_payment = true, payment_link_id = $2`, [LINK_ID]);
  await change(
    5,
    `refund_status = 'partial', refunded_amount = 1, customer_phone = '08125550' || p.place,
    metadata = jsonb_build_object('table', 'T' || p.place, 'note', '=1+1')`,
  );
  await change(6, `issuer = 'GoPay', customer_email = 'Budi@Mail.example'`);
  await change(7, `issuer = 'OVO', customer_email = 'abudi@mail.example.org'`);
  await change(0, `failure_code = 'bank_refused'`);
}

async function everyPage(query: Record<string, unknown>): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof listTransactions> = await kopi.ok(listTransactions, {
      query: { limit: 100, ...query, ...(cursor === null ? {} : { cursor }) } as never,
    });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
const csv = (query: Record<string, string>) =>
  kopi.call(listTransactions, { query: query as never, headers: { accept: 'text/csv' } });
const ids = (rows: Transaction[]) => rows.map(({ id }) => id);

const FILTERS: [name: string, query: Record<string, string>, matches: (row: Transaction) => boolean][] = [
  ['channel', { channel: 'BCA' }, (row) => row.channel_code === 'BCA'],
  ['channels', { channel: 'BCA,BNI' }, (row) => row.channel_code === 'BCA' || row.channel_code === 'BNI'],
  // 10.00 in Jakarta is 03.00 in UTC.
  ['hour of creation', { hour: '10' }, (row) => row.created_at.slice(11, 13) === '03'],
  ['hours of creation', { hour: '4,16' }, (row) => ['21', '09'].includes(row.created_at.slice(11, 13))],
  [
    'hour and a filter that is not counted',
    { hour: '10,22', flags: 'late_payment,duplicate_payment' },
    (row) => ['03', '15'].includes(row.created_at.slice(11, 13)) && (row.late_payment || row.duplicate_payment),
  ],
  [
    'hour of creation within a range of payment',
    { hour: '22', date_field: 'paid_at', from: '2026-10-15T00:00:00.000Z', to: '2026-10-30T00:00:00.000Z' },
    (row) =>
      row.created_at.slice(11, 13) === '15' &&
      row.paid_at !== null &&
      row.paid_at >= '2026-10-15' &&
      row.paid_at < '2026-10-30',
  ],
  ['method', { method: 'virtual_account' }, (row) => row.method === 'virtual_account'],
  ['late payments', { flags: 'late_payment' }, (row) => row.late_payment],
  ['duplicate payments', { flags: 'duplicate_payment' }, (row) => row.duplicate_payment],
  [
    'late or duplicate',
    { flags: 'late_payment,duplicate_payment' },
    (row) => row.late_payment || row.duplicate_payment,
  ],
  ['refund status', { refund_status: 'partial,full' }, (row) => row.refund_status !== 'none'],
  ['settlement status', { settlement_status: 'settled' }, (row) => row.settlement_status === 'settled'],
  ['settled early', { settlement_status: 'early_settled' }, (row) => row.settlement_status === 'early_settled'],
  [
    'settled date',
    { date_field: 'settled_at', from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
    (row) => row.settled_at !== null && row.settled_at >= '2026-10-01' && row.settled_at < '2026-11-01',
  ],
  ['virtual account', { virtual_account_id: VA_ID }, (row) => row.virtual_account_id === VA_ID],
  ['payment link', { payment_link_id: LINK_ID }, (row) => row.payment_link_id === LINK_ID],
  ['no channel', { channel: 'none' }, (row) => row.channel_code === null],
  ['no channel or BCA', { channel: 'none,BCA' }, (row) => row.channel_code !== 'BNI'],
  ['no issuer', { issuer: 'none' }, (row) => row.issuer === null],
  ['no issuer or GoPay', { issuer: 'GoPay,none' }, (row) => row.issuer !== 'OVO'],
  ['no failure code', { failure_code: 'none' }, (row) => row.failure_code === null],
  ['no payment link', { payment_link_id: 'none' }, (row) => row.payment_link_id === null],
  ['email of a customer', { customer_email: 'bUDI@mail.example' }, (row) => row.customer_email === 'Budi@Mail.example'],
  [
    'email of a customer and a text',
    { customer_email: 'budi@mail.example', q: 'KN-10' },
    (row) => row.customer_email === 'Budi@Mail.example' && row.merchant_reference?.startsWith('KN-10') === true,
  ],
  ['VA number', { q: '39358123' }, (row) => row.va_number !== null],
  ['phone', { q: '08125550' }, (row) => row.customer_phone !== null],
  [
    'everything at once',
    { flags: 'late_payment', method: 'qris', status: 'success', source: 'api', amount_min: '20000', q: 'kn-' },
    (row) =>
      row.late_payment &&
      row.method === 'qris' &&
      row.status === 'success' &&
      row.source === 'api' &&
      row.amount >= 20_000 &&
      row.merchant_reference?.toLowerCase().includes('kn-') === true,
  ],
];

describe('domain 1.5: a filter', () => {
  test.each(FILTERS)('by %s holds in the list, in the totals and in the CSV', async (_name, query, matches) => {
    const wanted = all.filter(matches);
    expect(wanted.length).toBeGreaterThan(2);
    expect(wanted.length).toBeLessThan(all.length);
    expect(ids(await everyPage(query))).toEqual(ids(wanted));
    const { data } = await kopi.ok(summariseTransactions, { query: query as never });
    const sum = (of: (row: { amount: number; count?: number }) => number, rows: { amount: number; count?: number }[]) =>
      rows.reduce((total, row) => total + of(row), 0);
    expect(sum((row) => row.amount, data)).toBe(sum((row) => row.amount, wanted));
    expect(sum((row) => row.count ?? 0, data)).toBe(wanted.length);
    const file = await csv({ ...query, columns: 'id' });
    expect(file.body.trimEnd().split('\n').slice(1)).toEqual(ids(wanted));
  });

  test('by exact ids finds each payment by any of its references, and nothing by a part', async () => {
    const [a, b, c] = all.filter((row) => row.rrn !== null && row.merchant_reference !== null);
    if (!a || !b || !c) throw new Error('not enough payments');
    const query = { ids: `${a.id}, ${b.merchant_reference},${c.rrn},,${c.rrn},nobody` };
    expect(ids(await everyPage(query)).toSorted()).toEqual(ids([a, b, c]).toSorted());
    expect(ids(await everyPage({ ids: c.provider_reference }))).toEqual([c.id]);
    expect(await everyPage({ ids: a.id.slice(0, 20) })).toEqual([]);
    // What is chosen on the screen is exported so, in its order.
    const file = await csv({ ids: `${c.id},${a.id}`, sort: '-amount', columns: 'id' });
    expect(file.body.trimEnd().split('\n').slice(1).toSorted()).toEqual(ids([a, c]).toSorted());
  });

  test('accepts one hundred ids at most, and only valid channels, flags and hours', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`).join(',');
    expect((await kopi.call(listTransactions, { query: { ids: many(100) } as never })).statusCode).toBe(200);
    expect((await kopi.call(listTransactions, { query: { ids: many(101) } as never })).statusCode).toBe(400);
    expect((await kopi.call(listTransactions, { query: { channel: 'bca; drop' } as never })).statusCode).toBe(400);
    expect((await kopi.call(listTransactions, { query: { flags: 'paid_twice' } as never })).statusCode).toBe(400);
    for (const hour of ['24', '-1', '9.5', '09']) {
      expect((await kopi.call(listTransactions, { query: { hour } as never })).statusCode).toBe(400);
    }
  });
});

test('the email of a customer is exact, also when more payments contain it than a search returns', async () => {
  const { merchant_id } = BATIK_LESTARI;
  const insert = (email: string, count: number, from: string) =>
    owner.query(
      `insert into app.transaction (merchant_id, id, created_at, updated_at, customer_email, method, amount, net_amount,
         status, source, provider, last_event_seq)
       select $1, 'txn_' || $5 || lpad(n::text, 20, '0'), $4::timestamptz + n * interval '1 second', $4, $2, 'qris', 1000,
         1000, 'pending', 'api', 'bank', 1 from generate_series(1, $3::int) n`,
      [merchant_id, email, count, from, email === 'ani@mail.example' ? 'aaa000' : 'bbb000'],
    );
  await insert('ani@mail.example', 3, '2026-11-01T00:00:00Z');
  await insert('rani@mail.example', 10_001, '2026-11-02T00:00:00Z');
  const batik = await t.signIn('superadmin@batik.example');
  const query = { customer_email: 'Ani@mail.example' };
  const { data } = await batik.ok(summariseTransactions, { query });
  expect(data).toEqual([{ status: 'pending', count: 3, amount: 3_000 }]);
  expect((await batik.ok(listTransactions, { query })).data).toHaveLength(3);
  for (const part of ['ani', 'mail.example', 'a%i@mail.example']) {
    expect((await batik.ok(listTransactions, { query: { customer_email: part } })).data).toEqual([]);
  }
});

test('domain 1.5: the CSV has every optional column, with times in the zone of their header', async () => {
  const fields = [
    'expired_at',
    'settled_at',
    'settlement_date',
    'refund_status',
    'refunded_amount',
    'tip_amount',
    'va_number',
    'metadata',
    'failure_code',
    'issuer',
    'rrn',
  ];
  expect(CSV_FIELDS).toEqual(expect.arrayContaining(fields));
  const settled = all.find((row) => row.settled_at !== null);
  const file = await csv({ ids: settled?.id ?? '', columns: 'settled_at,settlement_date,refund_status' });
  const wib = new Date(Date.parse(settled?.settled_at ?? '') + 7 * 3_600_000).toISOString().slice(0, 19);
  expect(file.body).toBe(`settled_at (WIB),settlement_date,refund_status\n${wib.replace('T', ' ')},2026-11-01,none\n`);
  const hung = all.find((row) => row.metadata !== null);
  const cells = await csv({ ids: hung?.id ?? '', columns: 'metadata' });
  expect(cells.body).toContain('""table"": ""T');
  expect((await kopi.ok(getTransaction, { params: { id: hung?.id ?? '' } })).data.metadata).toEqual(hung?.metadata);
});
