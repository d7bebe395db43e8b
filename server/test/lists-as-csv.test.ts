/** The lists that scripts rely on (decisions, fixed points): the same path answers CSV to `Accept: text/csv`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, listApiKeys } from '@dasbor/contract/api-settings';
import { listBalances } from '@dasbor/contract/balance';
import { API_BASE } from '@dasbor/contract/route';
import { createWebhook, listWebhookEvents, listWebhooks, testWebhook } from '@dasbor/contract/webhook';
import { asMerchant } from '../src/db/tx.ts';
import { insertVa } from '../src/deposit-va/va-queries.ts';
import { newId } from '../src/db/new-id.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { insertTestEvent } from '../src/webhook/event-queries.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

const LISTS = [
  '/transactions',
  '/settlements',
  '/payment-links',
  '/virtual-accounts',
  '/qris-payments',
  '/deposit-vas',
  '/disbursements',
  '/disbursement-batches',
  '/webhooks',
  '/webhook-events',
  '/api-keys',
  '/merchants',
  '/account-groups',
  '/account-group-commissions',
  '/users',
  '/balances',
];
const OF_PROVIDER = ['/merchants', '/account-groups', '/account-group-commissions'];

let it: TestApp;
let merchant: TestClient;
let provider: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  merchant = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
});
afterAll(() => it.close());

function read(path: string, accept: string, language = 'en') {
  const { authorization } = OF_PROVIDER.includes(path) ? provider : merchant;
  const headers = { authorization: authorization!, accept, 'accept-language': language };
  return it.app.inject({ method: 'GET', url: API_BASE + path, headers });
}

const readRows = async (path: string, language?: string): Promise<string[]> =>
  (await read(path, 'text/csv', language)).body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);

test.each(LISTS)('decisions: %s answers a CSV to Accept: text/csv, and JSON without it', async (path) => {
  const csv = await read(path, 'text/csv');
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+-2026-\d\d-\d\d\.csv"$/);
  const json = await read(path, 'application/json');
  expect([json.statusCode, json.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

describe('the rows of lists that have no export', () => {
  test('API keys, without their secret', async () => {
    const body = {
      name: '=Toko',
      access: [{ group: 'Transactions', access: 'view' }],
      allowed_cidrs: ['192.0.2.0/24'],
    };
    const { data: key } = await merchant.ok(createApiKey, { body });
    const rows = await readRows('/api-keys');
    expect(rows[0]).toBe(
      'id,name,description,status,prefix,last4,access,allowed_cidrs,created_at (WIB),created_by,expires_at (WIB),last_used_at (WIB),last_used_ip,rolled_to_id,revoked_at (WIB)',
    );
    const row = rows.find((each) => each.startsWith(key.id));
    expect(row).toContain(`${key.id},'=Toko,,active,${key.prefix},${key.last4},Transactions: view,192.0.2.0/24,`);
    expect(rows.join()).not.toContain(key.secret);
    expect(rows).toHaveLength(1 + (await merchant.ok(listApiKeys)).data.length);
    expect((await readRows('/api-keys', 'id'))[0]).toMatch(/^ID,Nama,Deskripsi,Status,/);
  });

  test('balances', async () => {
    const { data } = await merchant.ok(listBalances);
    const rows = await readRows('/balances');
    expect(rows[0]).toBe('id,type,currency,balance,floor');
    expect(rows.slice(1)).toEqual(
      data.map(({ id, type, balance, floor }) => `${id},${type},IDR,${balance},${floor ?? ''}`),
    );
    expect(data.length).toBeGreaterThan(0);
  });

  test('deposit VAs', async () => {
    const now = it.clock.now();
    const va = { va_number: '1392495001', holder_name: 'Kopi', trx_id: 'trx-1', bank_credential_id: null };
    await asMerchant(it.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
      insertVa(tx, { id: newId('deposit_va', now), bank: 'BRI', ...va }, now),
    );
    const rows = await readRows('/deposit-vas');
    expect(rows[0]).toMatch(/^id,bank,va_number,holder_name,status,.*,last_top_up_at \(WIB\),/);
    expect(rows[1]).toMatch(/^dva_\w+,BRI,\d+,/);
  });

  test('webhook endpoints, and events with one row for each delivery', async () => {
    const create = (url: string) =>
      merchant.ok(createWebhook, { body: { url, events: ['payment.*', 'refund.created'] } });
    const { data: endpoint } = await create('http://127.0.0.1:49151/hook');
    const endpoints = await readRows('/webhooks');
    expect(endpoints[0]).toMatch(/^id,url,.*,events,.*,created_at \(WIB\)$/);
    expect(endpoints.find((row) => row.startsWith(endpoint.id))).toContain('"payment.*, refund.created"');
    expect(endpoints).toHaveLength(1 + (await merchant.ok(listWebhooks)).data.length);
    expect(endpoints.join()).not.toContain('whsec_');

    await merchant.call(testWebhook, { params: { id: endpoint.id }, body: {} });
    const { data: events } = await merchant.ok(listWebhookEvents, { query: { endpoint_id: endpoint.id } });
    const rows = await readRows(`/webhook-events?endpoint_id=${endpoint.id}`);
    expect(rows[0]).toBe(
      'id,type,object_id,sequence,api_version,is_test,status,endpoint_id,url,delivery_status,attempts,last_http_status,last_error,last_latency_ms,last_attempt_at (WIB),next_attempt_at (WIB),delivered_at (WIB),created_at (WIB)',
    );
    expect(rows).toHaveLength(1 + events.length);
    expect(rows[1]).toMatch(
      new RegExp(`^${events[0]!.id},payment\\.success,,1,[^,]*,true,.*,${endpoint.id},http://127`),
    );
  });

  test('an event that no endpoint subscribes to has a row of its own', async () => {
    const created_at = it.clock.now();
    const id = newId('webhook_event', created_at);
    const event = { id, type: 'va.expired', api_version: '2026-01-01', data: {}, created_at } as const;
    await asMerchant(it.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => insertTestEvent(tx, event));
    const rows = await readRows('/webhook-events?type=va.expired');
    expect(rows[1]).toMatch(new RegExp(`^${id},va\\.expired,,1,2026-01-01,true,url_not_set,,,,,,,,,,,2026-`));
    expect(rows).toHaveLength(2);
  });
});
