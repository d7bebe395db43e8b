/** The search: what finds what, who finds it, and that no table is read through, on a real database with many rows. */
import { listTransactions } from '@dasbor/contract/transaction';
import { SEARCH_HITS, search } from '@dasbor/contract/search';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { buildSearchStatement } from './queries.ts';
import { groupHits, toIdRange, parseSearch } from './rules.ts';
import { SOURCES, type TableSearchType } from './source-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const ROWS = 2_500;
let t: TestApp;
let owner: pg.Client;
let kopi: TestClient;
let batik: TestClient;
const ulid = (n: number) => `01${String(n).padStart(24, '0')}`;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await fill(merchant_id, 0);
  await fill(BATIK_LESTARI.merchant_id, 1);
  kopi = await t.signIn('superadmin@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

/** Many of everything; the numbers of the two merchants are not the same. */
async function fill(merchant: string, digit: number): Promise<void> {
  const received = [
    'transaction',
    'virtual_account',
    'qris_payment',
    'payment_link',
    'refund',
    'deposit_va',
    'deposit',
  ];
  const tables = [...received, 'account_check', 'disbursement', 'disbursement_batch', 'beneficiary'];
  for (const table of tables) await owner.query(`alter table app.${table} no force row level security`);
  const at = `timestamptz '2026-01-01' + n * interval '1 minute'`;
  const id = (prefix: string) => `'${prefix}_01${digit}' || lpad(n::text, 23, '0')`;
  await owner.query(`insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method,
      channel_code, amount, net_amount, status, source, provider, provider_reference, rrn, customer_name, customer_email,
      customer_phone, va_number, last_event_seq)
    select '${merchant}', ${id('txn')}, ${at}, ${at}, 'INV-${digit}-' || n, 'qris', 'QRIS', 10000, 10000, 'success', 'api',
      'bank', 'BANK${digit}' || n, lpad((n + ${digit}000000)::text, 12, '7'), 'Budi Kopi', 'budi' || n || '@m${digit}.example',
      '+62812${digit}' || lpad(n::text, 7, '0'), null, 1 from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.virtual_account (merchant_id, id, bank, va_number, trx_id, holder_name, type,
      amount_type, status, source, merchant_reference, last_event_seq, created_at, updated_at)
    select '${merchant}', ${id('va')}, 'BRI', '100011000${digit}' || lpad(n::text, 8, '0'), 'T' || n, 'KOPI', 'reusable',
      'open', 'inactive', 'api', 'VAREF-${digit}-' || n, 1, ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.qris_payment (merchant_id, id, type, status, partner_reference_no, created_at,
      updated_at, name, store)
    select '${merchant}', ${id('qr')}, 'static', 'active', 'QRREF${digit}' || n, ${at}, ${at}, 'Kasir ${digit}-' || n, 'Toko'
    from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.payment_link (merchant_id, id, slug, title, type, amount, channels, fee_bearer,
      language, status, created_by, created_by_name, created_at, updated_at, customer, merchant_reference)
    select '${merchant}', ${id('pl')}, 'sepatu-${digit === 0 ? 'a' : 'b'}' || lpad(n::text, 11, '0'), 'Sepatu ' || n, 'multi_use', 5000, '["QRIS"]', 'merchant', 'id',
      'active', 'usr_1', 'Sari', ${at}, ${at}, '{"name":"Sari","email":"sari@m${digit}.example"}', 'PLREF-${digit}-' || n
    from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason,
      method, status, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
    select '${merchant}', ${id('rfd')}, ${id('txn')}, 'RREF${digit}' || n, 1000, 'duplicate', 'original', 'pending', 'user',
      'usr_1', 'Sari', 'Sari', ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.deposit_va (merchant_id, id, bank, va_number, holder_name, status, trx_id, last_checked_at,
      created_at, updated_at)
    select '${merchant}', ${id('dva')}, 'BRI', '100011000${digit}00000000', 'KOPI', 'active', 'X', ${at}, ${at}, ${at}
    from generate_series(1, 1) n`);
  await owner.query(`insert into app.deposit (merchant_id, id, deposit_va_id, bank, va_number, amount, fee_amount,
      fee_vat_amount, net_amount, sender_name, bank_reference, payment_request_id, status, last_event_seq, paid_at, received_at)
    select '${merchant}', ${id('dep')}, 'dva_01${digit}' || lpad('1', 23, '0'), 'BRI', '100011000${digit}00000000', 10000, 0, 0,
      10000, 'PT SUMBER', 'DREF-${digit}-' || n, 'PAY${digit}' || n, 'credited', 2, ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4,
      verified_name, created_by, created_at, expires_at)
    select '${merchant}', ${id('ack')}, '014', 'x', lpad((n % 10000)::text, 4, '0'), 'SITI ${digit}-' || n, 'Sari', ${at}, ${at}
    from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.disbursement (merchant_id, id, merchant_reference, account_check_id, bank_code,
      account_last4, verified_name, amount, fee_amount, fee_vat_amount, total_amount, rail, rail_choice, status,
      partner_reference_no, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
    select '${merchant}', ${id('dsb')}, 'PAYROLL-${digit}-' || n, ${id('ack')}, '014', lpad((n % 10000)::text, 4, '0'),
      'SITI ${digit}-' || n, 10000, 0, 0, 10000, 'bi_fast', 'auto', 'success', 'PREF${digit}' || n, 'user', 'usr_1', 'Sari',
      'usr_1', ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.disbursement_batch (merchant_id, id, batch_reference, file_id, file_name, sha256,
      status, file_rows, total_rows, created_by_id, created_by, created_at, updated_at)
    select '${merchant}', ${id('dsbb')}, 'Wages ${digit}-' || n, 'file_1', 'wages-${digit}-' || n || '.csv', 'sha' || n, 'ready', 1,
      1, 'usr_1', 'Sari', ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into app.beneficiary (merchant_id, id, name, account_check_id, bank_code, account_last4,
      verified_name, verified_at, status, usable_from, created_by_id, created_by, created_at, updated_at)
    select '${merchant}', ${id('ben')}, 'Toko ${digit}-' || n, ${id('ack')}, '014', lpad((n % 10000)::text, 4, '0'),
      'PT TOKO ${digit}-' || n, ${at}, 'active', ${at}, 'usr_1', 'Sari', ${at}, ${at} from generate_series(1, ${ROWS}) n`);
  for (const table of tables) {
    await owner.query(`alter table app.${table} force row level security`);
    await owner.query(`vacuum analyze app.${table}`);
  }
}

const findIds = async (q: string, by = kopi): Promise<string[]> =>
  (await by.ok(search, { query: { q } })).data.flatMap(({ type, hits }) => hits.map(({ id }) => `${type} ${id}`));
const buildId = (prefix: string, n: number, digit = 0) => `${prefix}_01${digit}${String(n).padStart(23, '0')}`;

describe('domain 1.23: any id, number, reference, email, phone or slug finds its object', () => {
  test.each([
    ['id of a payment', buildId('txn', 777), `transaction ${buildId('txn', 777)}`],
    ['id in capitals', buildId('txn', 777).toUpperCase(), `transaction ${buildId('txn', 777)}`],
    ['prefix of an id', buildId('txn', 777).slice(0, -2), `transaction ${buildId('txn', 799)}`],
    ['merchant reference', 'INV-0-2499', `transaction ${buildId('txn', 2_499)}`],
    ['merchant reference in small letters', 'inv-0-2499', `transaction ${buildId('txn', 2_499)}`],
    ['RRN', '777777772499', `transaction ${buildId('txn', 2_499)}`],
    ['reference of the bank', 'BANK0777', `transaction ${buildId('txn', 777)}`],
    ['email', 'budi777@m0.example', `transaction ${buildId('txn', 777)}`],
    ['phone', '+6281200000777', `transaction ${buildId('txn', 777)}`],
    ['substring of a phone', '81200000777', `transaction ${buildId('txn', 777)}`],
    ['VA number', '100011000000000777', `virtual_account ${buildId('va', 777)}`],
    ['reference of a VA', 'VAREF-0-777', `virtual_account ${buildId('va', 777)}`],
    ['id of a VA', buildId('va', 777), `virtual_account ${buildId('va', 777)}`],
    ['id of a code', buildId('qr', 777), `qris_payment ${buildId('qr', 777)}`],
    ['name of a sticker', 'kasir 0-777', `qris_payment ${buildId('qr', 777)}`],
    ['slug', 'sepatu-a00000000777', `payment_link ${buildId('pl', 777)}`],
    ['prefix of a slug', 'sepatu-a0000000077', `payment_link ${buildId('pl', 779)}`],
    ['reference of a link', 'PLREF-0-777', `payment_link ${buildId('pl', 777)}`],
    ['id of a refund', buildId('rfd', 777), `refund ${buildId('rfd', 777)}`],
    ['id of the payment of a refund', buildId('txn', 777), `refund ${buildId('rfd', 777)}`],
    ['bank reference of a deposit', 'DREF-0-777', `deposit ${buildId('dep', 777)}`],
    ['id of a deposit', buildId('dep', 777), `deposit ${buildId('dep', 777)}`],
    ['reference of a disbursement', 'PAYROLL-0-777', `disbursement ${buildId('dsb', 777)}`],
    ['id of a disbursement', buildId('dsb', 777), `disbursement ${buildId('dsb', 777)}`],
    ['account holder of a disbursement', 'siti 0-777', `disbursement ${buildId('dsb', 777)}`],
    ['reference of a transfer', 'PREF0777', `disbursement ${buildId('dsb', 777)}`],
    ['name of a batch', 'wages 0-777', `disbursement_batch ${buildId('dsbb', 777)}`],
    ['file of a batch', 'wages-0-777.csv', `disbursement_batch ${buildId('dsbb', 777)}`],
    ['id of a batch', buildId('dsbb', 777), `disbursement_batch ${buildId('dsbb', 777)}`],
    ['name of a beneficiary', 'toko 0-777', `beneficiary ${buildId('ben', 777)}`],
    ['holder of a saved account', 'pt toko 0-777', `beneficiary ${buildId('ben', 777)}`],
    ['deposit VA number', '100011000000000000', `deposit_va ${buildId('dva', 1)}`],
  ])('%s', async (_what, q, wanted) => {
    expect(await findIds(q)).toContain(wanted);
  });

  test('an exact match ranks first, even when many newer rows contain the text', async () => {
    const { data } = await kopi.ok(search, { query: { q: 'INV-0-1' } });
    expect(data[0]?.type).toBe('transaction');
    expect(data[0]?.hits).toHaveLength(SEARCH_HITS);
    expect(data[0]?.hits[0]).toMatchObject({
      id: buildId('txn', 1),
      matched: { field: 'merchant_reference', value: 'INV-0-1' },
    });
  });

  test('pattern characters are matched literally', async () => {
    expect(await findIds('%%%')).toEqual([]);
    expect(await findIds('INV_0_1')).toEqual([]);
    expect(await findIds('O\'Brien \\ " $1')).toEqual([]);
  });

  test.each(['', 'a', ' x ', 'x'.repeat(101)])('rejects a text of the wrong length: %s', async (q) => {
    expect((await kopi.call(search, { query: { q } })).statusCode).toBe(400);
  });
});

describe('search returns only what the user may see', () => {
  test.each([
    buildId('txn', 777, 1),
    'INV-1-777',
    '100011000100000777',
    'budi777@m1.example',
    'sepatu-b00000000777',
    'DREF-1-777',
    'BANK1777',
    'PAYROLL-1-777',
    'wages 1-777',
    'pt toko 1-777',
  ])('does not return %s of another merchant', async (q) => {
    expect(await findIds(q)).toEqual([]);
    expect((await findIds(q, batik)).length).toBeGreaterThan(0);
  });

  test('omits types that the role may not view', async () => {
    const developer = await t.signIn('developer@kopi.example');
    expect(await findIds('DREF-0-777', developer)).toEqual([]);
    expect(await findIds(buildId('rfd', 777), developer)).toEqual([]);
    expect(await findIds('PAYROLL-0-777', developer)).toEqual([]);
    expect(await findIds('INV-0-777', developer)).not.toEqual([]);
  });

  test('masks the email of a match for the support role', async () => {
    const support = await t.signIn('support@kopi.example');
    const { data } = await support.ok(search, { query: { q: 'budi777@m0.example' } });
    expect(data[0]?.hits[0]?.matched).toEqual({ field: 'customer_email', value: 'b***@m0.example' });
    expect(JSON.stringify(data)).not.toContain('budi777@');
  });

  test('a masked role finds email and phone by the whole value only, and so learns neither part by part', async () => {
    const support = await t.signIn('support@kopi.example');
    for (const q of ['budi777', 'budi777@m0', '777@m0.example', '777@M0', '81200000777']) {
      expect([q, await findIds(q, support)]).toEqual([q, []]);
      expect([q, (await findIds(q)).length > 0]).toEqual([q, true]);
    }
    expect((await findIds('BUDI777@m0.example', support)).length).toBeGreaterThan(0);
    // The list is searched by the same rule.
    const listed = async (q: string) => (await support.ok(listTransactions, { query: { q } })).data.length;
    expect([await listed('budi777@m0'), await listed('777@m0.example')]).toEqual([0, 0]);
    expect(await listed('budi777@m0.example')).toBeGreaterThan(0);
    // The reference still matches in part, although the email does not.
    const { data } = await support.ok(search, { query: { q: 'INV-0-777' } });
    expect(data[0]?.hits[0]?.matched).toMatchObject({ field: 'merchant_reference' });
  });

  test('returns nothing to provider staff, who have no merchant', async () => {
    const staff = await t.signIn('platform_admin@dasbor.example');
    expect(await findIds('INV', staff)).toEqual([]);
  });
});

describe('performance: no sequential scan', () => {
  const explainSearch = async (q: string): Promise<string[]> => {
    const wanted = parseSearch(q);
    return asMerchant(t.deps.db, merchant_id, async (tx) => {
      const { sql, parameters } = buildSearchStatement(
        tx,
        Object.keys(SOURCES) as TableSearchType[],
        wanted,
        new Map([['transaction', ['txn_1']]]),
      )!.compile(tx.sql);
      const answer = await tx.sql.executeQuery<{ 'QUERY PLAN': string }>({
        sql: `explain ${sql}`,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] } as never,
        queryId: { queryId: 'plan' } as never,
      });
      return answer.rows.map((row) => row['QUERY PLAN']);
    });
  };
  test.each(['INV-0-777', buildId('txn', 777), '100011000000000777', 'budi777@m0.example', 'sepatu', '81200000777'])(
    'looking up %s',
    async (q) => {
      const scans = (await explainSearch(q)).filter((line) => line.includes('Seq Scan'));
      // Tables with at most one page are scanned sequentially.
      expect(scans.filter((line) => !/ on (deposit_va|settlement_batch|invoice|webhook_event)/.test(line))).toEqual([]);
    },
  );

  test.each([
    ['transaction', 'created_at', 'budi777@'],
    ['virtual_account', 'created_at', 'vaRef-0-777'],
    ['payment_link', 'created_at', '000000777'],
    ['refund', 'created_at', 'rref0777'],
    ['deposit', 'received_at', 'dref-0-777'],
    ['disbursement', 'created_at', 'payroll-0-777'],
    ['disbursement_batch', 'created_at', 'wages 0-777'],
    ['beneficiary', 'created_at', 'toko 0-777'],
  ])('substrings in %s.%s: %s', async (table, time, text) => {
    // A sequential scan is fastest for so few rows; the test checks that the index supports the query.
    await owner.query('begin; set local enable_seqscan = off; set local role app_search');
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain select s.id from app.${table} s where s.merchant_id = '${merchant_id}'
        and s.search_text like '%${text.toLowerCase()}%' order by s.${time} desc, s.id desc limit 5`,
    );
    await owner.query('rollback');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toMatch(/_search/);
  });
});

test('parses ids, prefixes and substrings', () => {
  expect(parseSearch(` ${buildId('txn', 1)} `)).toMatchObject({ id_type: 'transaction', matches_substrings: true });
  expect(parseSearch('txn_')).toMatchObject({ id_type: null });
  expect(parseSearch('foo_01')).toMatchObject({ id_type: null });
  expect(parseSearch('ab')).toMatchObject({ id_type: null, matches_substrings: false });
  expect(toIdRange('VA_01', 'virtual_account')).toEqual({
    first: `va_01${'0'.repeat(24)}`,
    last: `va_01${'z'.repeat(24)}`,
  });
  expect(ulid(1)).toHaveLength(26);
});

test('ranks by closeness, then by age, with non-matches last', () => {
  const row = (id: string, at: string, reference: string) => ({
    type: 'transaction' as const,
    id,
    at,
    title: id,
    detail: null,
    status: null,
    amount: null,
    fields: { merchant_reference: reference },
  });
  const rows = [
    row('a', '2026-01-01', 'XX-INV'),
    row('b', '2026-01-02', 'INV-2'),
    row('c', '2026-01-03', 'INV-3'),
    row('d', '2026-01-01', 'inv'),
    row('e', '2026-01-09', 'other'),
  ];
  const [group] = groupHits(rows, parseSearch('INV'), false);
  expect(group?.hits.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a', 'e']);
});
