/** The provider's search: what finds what over all merchants, who finds it, and that every lookup uses an index. */
import { PROVIDER_SEARCH_TYPES, searchAllMerchants } from '@dasbor/contract/provider-search';
import { SEARCH_HITS } from '@dasbor/contract/search';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGroup } from '../../test/account-group-fixture.ts';
import { createGroupUser } from '../../test/group-user-fixture.ts';
import {
  SEARCH_MERCHANTS,
  buildSearchId,
  buildSearchMerchantId,
  insertSearchObjects,
} from '../../test/provider-search-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asLogin, asReader } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { buildPeopleStatement } from './people-queries.ts';
import { buildProviderStatements } from './provider-queries.ts';
import { listSearchedTypes, parseProviderSearch } from './provider-rules.ts';

let it: TestApp;
let staff: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await insertSearchObjects(owner);
  await owner.end();
});
// The limit of requests counts per session.
beforeEach(async () => {
  staff = await it.signIn('platform_admin@dasbor.example');
});
afterAll(() => it?.close());

const find = async (q: string, by = staff) => (await by.ok(searchAllMerchants, { query: { q } })).data;
const findIds = async (q: string, by = staff): Promise<string[]> =>
  (await find(q, by)).flatMap(({ type, hits }) => hits.map(({ id }) => `${type} ${id}`));

const N = 4_244;
const VALUES: readonly (readonly [what: string, q: string, type: string, prefix: string])[] = [
  ['merchant reference', `INV-${N}`, 'transaction', 'txn'],
  ['merchant reference in small letters', `inv-${N}`, 'transaction', 'txn'],
  ['bank reference of a payment', `BANK${N}`, 'transaction', 'txn'],
  ['RRN', String(N).padStart(12, '7'), 'transaction', 'txn'],
  ['reference of a refund', `RPART${N}`, 'refund', 'rfd'],
  ['bank reference of a refund', `RBANK${N}`, 'refund', 'rfd'],
  ['number of a settlement', `stl-${N}`, 'settlement', 'stl'],
  ['bank reference of a settlement', `SBANK${N}`, 'settlement', 'stl'],
  ['transfer reference of a settlement', `SPART${N}`, 'settlement', 'stl'],
  ['transfer reference of a disbursement', `DPART${N}`, 'disbursement', 'dsb'],
  ['bank reference of a disbursement', `DBANK${N}`, 'disbursement', 'dsb'],
  ['VA number', `10001${String(N).padStart(11, '0')}`, 'virtual_account', 'va'],
  ['reference of a VA', `VAREF-${N}`, 'virtual_account', 'va'],
  ['slug of a link', `Sepatu-${String(N).padStart(12, 'a')}`, 'payment_link', 'pl'],
  ['reference of a link', `PLREF-${N}`, 'payment_link', 'pl'],
  ['number of an invoice', `inv/2026/${N}`, 'invoice', 'ivc'],
  ['tax invoice number', String(N).padStart(16, '9'), 'invoice', 'ivc'],
  ['reference of a statement line', `TRX${N}`, 'bank_statement', 'bsl'],
  ['email of a user', `Orang${N}@toko.example`, 'user', 'usr'],
];
const ID_TYPES = [...new Set(VALUES.map(([, , type, prefix]) => `${type} ${prefix}`)), 'bank_statement bst'].map(
  (pair) => pair.split(' ') as [string, string],
);

describe('decision 0131: an exact id, reference, number or email finds its object at any merchant', () => {
  test.each(VALUES)('%s', async (_what, q, type, prefix) => {
    expect(await findIds(q)).toEqual([`${type} ${buildSearchId(prefix, N)}`]);
  });

  test.each(ID_TYPES)('the id of a %s, in capitals too, and its beginning', async (type, prefix) => {
    const id = buildSearchId(prefix, N);
    expect(await findIds(id)).toEqual([`${type} ${id}`]);
    expect(await findIds(id.toUpperCase())).toEqual([`${type} ${id}`]);
    const beginning = await findIds(id.slice(0, -1));
    expect(beginning.length).toBeGreaterThan(1);
    for (const found of beginning) expect(found).toMatch(new RegExp(`^${type} ${id.slice(0, -1)}.$`));
  });

  test('a merchant is found by id and code', async () => {
    const id = buildSearchMerchantId(42);
    expect(await findIds(id)).toEqual([`merchant ${id}`]);
    expect(await findIds('code42')).toEqual([`merchant ${id}`]);
  });

  test('a result names the merchant and what matched', async () => {
    const [found] = await find(`BANK${N}`);
    expect(found?.hits[0]).toEqual({
      id: buildSearchId('txn', N),
      title: `INV-${N}`,
      detail: 'QRIS',
      status: 'success',
      amount: 10_000,
      at: expect.stringMatching(/^2026-01-03T/),
      merchant_id: buildSearchMerchantId(N),
      merchant_name: `Toko ${N % SEARCH_MERCHANTS}`,
      statement_id: null,
      matched: { field: 'provider_reference', value: `BANK${N}` },
    });
    const [line] = await find(`TRX${N}`);
    expect(line?.hits[0]).toMatchObject({ merchant_id: null, statement_id: buildSearchId('bst', N), status: 'open' });
    const [user] = await find(`orang${N}@toko.example`);
    expect(user?.hits[0]).toMatchObject({ merchant_name: `Toko ${N % SEARCH_MERCHANTS}`, title: `Orang ${N}` });
  });

  test('of a reference that many merchants use, the newest rows are found', async () => {
    const last = 11 * SEARCH_MERCHANTS - 1;
    const newest = Array.from({ length: SEARCH_HITS }, (_, index) => buildSearchId('txn', last - 2 * index));
    expect(await findIds('ORDER-10')).toEqual(newest.map((id) => `transaction ${id}`));
    const [payroll] = await find('GAJI-3');
    expect(payroll?.hits).toHaveLength(SEARCH_HITS);
  });

  test.each(['sepatu-', 'NV-4244', `BANK${N} `.repeat(2), '%%', "O'Brien \\ $1", 'budi4244@pembeli.example'])(
    'parts of values, patterns and contact data of customers find nothing: %s',
    async (q) => {
      expect(await findIds(q)).toEqual([]);
    },
  );

  test('removed people are not found', async () => {
    // Of the merchant, of the product, and of both.
    for (const n of [10, 7, 700]) expect(await findIds(`orang${n}@toko.example`)).toEqual([]);
  });
});

describe('who finds what', () => {
  test('staff of the provider are found by those who may view staff', async () => {
    const email = 'orang1100@toko.example';
    const found = `staff ${buildSearchId('usr', 1_100)}`;
    expect(await findIds(email)).toContain(found);
    expect(await findIds(email, await it.signIn('platform_compliance@dasbor.example'))).toContain(found);
    for (const role of ['finance', 'support']) {
      const other = await it.signIn(`platform_${role}@dasbor.example`);
      expect(await findIds(email, other)).toEqual([]);
      expect(await findIds(buildSearchId('usr', 1_100), other)).toEqual([]);
      expect(await findIds(`TRX${N}`, other)).toHaveLength(1);
    }
  });

  test('a role finds only the types of the groups that it may view', () => {
    const value = parseProviderSearch('INV-1');
    const only = (group: string) => (asked: string) => (asked === group ? 'view' : 'disabled');
    expect(listSearchedTypes(only('Merchant finance'), value)).toEqual(['invoice', 'bank_statement']);
    expect(listSearchedTypes(only('Staff'), value)).toEqual(['staff']);
    expect(listSearchedTypes(() => 'disabled', value)).toEqual([]);
    expect(listSearchedTypes(() => 'view', value)).toEqual(PROVIDER_SEARCH_TYPES);
    expect(listSearchedTypes(() => 'view', parseProviderSearch('usr_01'))).toEqual(['user', 'staff']);
    expect(listSearchedTypes(only('Merchants'), parseProviderSearch('ivc_01'))).toEqual([]);
  });

  test('users of merchants and shared users of an account group are refused', async () => {
    const group_id = await createGroup(it.deps.db, {
      owner_id: null,
      member_ids: [KOPI_NUSANTARA.merchant_id],
      from: '2026-11-01',
      now: it.clock.now(),
    });
    await createGroupUser(it, group_id, 'shared@holding.example');
    for (const email of ['superadmin@kopi.example', 'shared@holding.example']) {
      const client = await it.signIn(email);
      expect((await client.call(searchAllMerchants, { query: { q: `INV-${N}` } })).statusCode).toBe(403);
    }
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

describe('decision 0131: every lookup uses an index, and reads no more than it returns', () => {
  /** The plan that PostgreSQL chooses and runs with its default settings and the role of the search. */
  const explain = async (statement: RawBuilder<unknown>, role: 'reader' | 'login'): Promise<PlanNode[]> => {
    const explained = sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (analyze, format json) ${statement}`;
    const { rows } = await (role === 'login'
      ? asLogin(it.deps.db, (tx) => explained.execute(tx.sql))
      : asReader(it.deps.db, 'all', (tx) => explained.execute(tx.sql)));
    return listNodes(rows[0]!['QUERY PLAN'][0].Plan);
  };
  const assertIndexed = (nodes: readonly PlanNode[]): void => {
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) {
      expect(scan['Node Type'], scan['Relation Name']).toMatch(/^Index (Only )?Scan$/);
      expect(scan['Rows Removed by Filter'] ?? 0, scan['Index Name']).toBe(0);
    }
    expect(nodes.filter((node) => /Sort/.test(node['Node Type']))).toEqual([]);
  };

  const values = [...VALUES.map(([, q]) => q), 'ORDER-10', 'GAJI-3', 'CODE42', 'nothing at all'];
  const ids = ID_TYPES.flatMap(([, prefix]) => [buildSearchId(prefix, N), `${prefix}_01`]);
  test.each([...values, ...ids, buildSearchMerchantId(42)])('of %s', async (q) => {
    const input = parseProviderSearch(q);
    const statements = buildProviderStatements(PROVIDER_SEARCH_TYPES, input);
    const people = buildPeopleStatement(input);
    expect(statements.length + (people === null ? 0 : 1)).toBeGreaterThan(0);
    for (const statement of statements) assertIndexed(await explain(statement, 'reader'));
    if (people !== null) assertIndexed(await explain(people, 'login'));
  });
});

test('parses ids and their beginnings; everything else is a value', () => {
  expect(parseProviderSearch(' TXN_01K ')).toMatchObject({
    kind: 'id',
    types: ['transaction'],
    range: { first: `txn_01k${'0'.repeat(23)}`, last: `txn_01k${'z'.repeat(23)}` },
  });
  for (const text of ['txn_', 'foo_01', 'txn', `txn_${'0'.repeat(27)}`, 'txn_01l']) {
    expect(parseProviderSearch(text)).toEqual({ kind: 'value', text });
  }
});
