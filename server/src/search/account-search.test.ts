/** The search for invoices, webhook events, API keys, users and exports: what finds them, and who finds them. */
import { createApiKey } from '@dasbor/contract/api-settings';
import { EXPORT_LISTS, GROUP_BY_EXPORT_LIST, createExport } from '@dasbor/contract/export';
import { search } from '@dasbor/contract/search';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { EXPORTABLE } from '../export/exportable-lists.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

let it: TestApp;
let kopi: TestClient;
let batik: TestClient;
const OBJECTS = { key: '', own_export: '', admin_export: '' };

/** Id of the nth object of a merchant: 0 Kopi, 1 Batik. */
const buildId = (prefix: string, n: number, digit = 0) => `${prefix}_01${digit}${String(n).padStart(23, '0')}`;

beforeAll(async () => {
  it = await startTestApp();
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  for (const table of ['invoice', 'webhook_event']) {
    await owner.query(`alter table app.${table} no force row level security`);
  }
  for (const [digit, { merchant_id }] of [KOPI_NUSANTARA, BATIK_LESTARI].entries()) {
    await owner.query(
      `insert into app.invoice (merchant_id, id, kind, number, period_from, period_to, issued_at, issue_date, fee_amount,
        dpp_amount, vat_amount, total_amount, issuer, billed_to)
      values ($1, $2, 'invoice', $3, '2020-01-01', '2020-01-31', now(), '2020-02-01', 1000, 1000, 110, 1110, '{}', '{}')`,
      [merchant_id, buildId('ivc', 7, digit), `FEE/2020/01/000${digit}`],
    );
    await owner.query(
      `insert into app.webhook_event (merchant_id, id, event_key, type, object_id, sequence, api_version, data, created_at,
        dispatched_at)
      values ($1, $2, 'k7', 'payment.success', 'txn_7', 1, '2026-11-01', '{}', now(), now())`,
      [merchant_id, buildId('evt', 7, digit)],
    );
  }
  for (const table of ['invoice', 'webhook_event']) {
    await owner.query(`alter table app.${table} force row level security`);
  }
  await owner.end();
  kopi = await it.signIn('superadmin@kopi.example');
  batik = await it.signIn('superadmin@batik.example');
  const access = [{ group: 'Transactions', access: 'view' } as const];
  const created = await kopi.ok(createApiKey, { body: { name: 'Kasir Sudirman', access } });
  OBJECTS.key = created.data.id;
  const exported = { list: 'transactions', format: 'csv' } as const;
  OBJECTS.own_export = (await kopi.ok(createExport, { body: exported })).data?.id ?? '';
  const finance = await it.signIn('finance@kopi.example');
  OBJECTS.admin_export = (await finance.ok(createExport, { body: { ...exported, list: 'deposits' } })).data?.id ?? '';
});
afterAll(() => it?.close());

const find = async (q: string, by = kopi) => (await by.ok(search, { query: { q } })).data;
const findIds = async (q: string, by = kopi): Promise<string[]> =>
  (await find(q, by)).flatMap(({ type, hits }) => hits.map(({ id }) => `${type} ${id}`));

describe('finds', () => {
  test('an invoice by its number, in small letters too, by its beginning and by its id', async () => {
    const invoice = `invoice ${buildId('ivc', 7)}`;
    for (const q of ['FEE/2020/01/0000', 'fee/2020/01/0000', 'FEE/2020', buildId('ivc', 7)]) {
      expect([q, await findIds(q)]).toEqual([q, [invoice]]);
    }
    const [group] = await find('FEE/2020/01/0000');
    expect(group?.hits[0]).toMatchObject({ title: 'FEE/2020/01/0000', amount: 1110, status: null });
  });

  test('a webhook event by its id and the beginning of it', async () => {
    for (const q of [buildId('evt', 7), buildId('evt', 7).toUpperCase(), buildId('evt', 7).slice(0, -1)]) {
      expect(await findIds(q)).toEqual([`webhook_event ${buildId('evt', 7)}`]);
    }
  });

  test('an API key by its name, its first characters and its id, and never by its secret', async () => {
    const [hit] = (await find('kasir sudirman'))[0]?.hits ?? [];
    expect(hit).toMatchObject({ id: OBJECTS.key, title: 'Kasir Sudirman', status: 'active' });
    const prefix = hit?.detail?.split('…')[0] ?? '';
    for (const q of [prefix, OBJECTS.key]) expect(await findIds(q)).toContain(`api_key ${OBJECTS.key}`);
    expect(await findIds('%asir')).toEqual([]);
  });

  test('a user by name, email and id', async () => {
    const [group] = await find('finance@kopi.example');
    expect(group).toMatchObject({ type: 'user', hits: [{ detail: 'finance@kopi.example', status: 'active' }] });
    const { id, title } = group!.hits[0]!;
    expect(await findIds(id)).toEqual([`user ${id}`]);
    expect(await findIds(title)).toContain(`user ${id}`);
  });

  test('an export by its id, and by the name of its list in both languages', async () => {
    for (const q of [OBJECTS.own_export, 'Transactions', 'transaksi']) {
      expect(await findIds(q)).toContain(`export ${OBJECTS.own_export}`);
    }
  });
});

describe('only for who may see them', () => {
  test.each([
    ['another merchant', () => batik],
    ['staff of the provider', () => it.signIn('platform_admin@dasbor.example')],
    ['the support role', () => it.signIn('support@kopi.example')],
  ])('%s finds none', async (_who, signIn) => {
    const reader = await signIn();
    const texts = ['FEE/2020/01/0000', buildId('ivc', 7), buildId('evt', 7), 'Kasir Sudirman', OBJECTS.key];
    const [user] = (await find('finance@kopi.example'))[0]!.hits;
    for (const q of [...texts, 'finance@kopi.example', user!.id, OBJECTS.own_export, OBJECTS.admin_export]) {
      expect([q, await findIds(q, reader)]).toEqual([q, []]);
    }
  });

  test('another merchant finds its own with the same text', async () => {
    expect(await findIds('FEE/2020', batik)).toEqual([`invoice ${buildId('ivc', 7, 1)}`]);
  });

  test('exports of others are found by superadmin and admin only', async () => {
    const finance = await it.signIn('finance@kopi.example');
    expect(await findIds(OBJECTS.admin_export)).toEqual([`export ${OBJECTS.admin_export}`]);
    expect(await findIds(OBJECTS.admin_export, finance)).toEqual([`export ${OBJECTS.admin_export}`]);
    expect(await findIds(OBJECTS.own_export, finance)).toEqual([]);
  });

  test('exports of a list are found by readers of the list', () => {
    for (const list of EXPORT_LISTS) {
      expect(EXPORTABLE[list].route.access).toMatchObject({ group: GROUP_BY_EXPORT_LIST[list], level: 'view' });
    }
  });

  test('an API key finds no users', async () => {
    const access = [{ group: 'Users', access: 'view' } as const, { group: 'API', access: 'view' } as const];
    const { data } = await kopi.ok(createApiKey, { body: { name: 'Robot', access } });
    const answer = await it.app.inject({
      method: 'GET',
      url: '/api/v1/search?q=kopi.example',
      headers: { authorization: `Bearer ${data.secret}` },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: [] }]);
  });
});
