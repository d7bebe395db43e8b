/** The entries of the logs about one object: of its own merchant only, and through an index. */
import { createApiKey, revokeApiKey } from '@dasbor/contract/api-settings';
import { listAuditLogs, listMerchantAuditLogs } from '@dasbor/contract/audit';
import { listProviderEvents } from '@dasbor/contract/operations';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { recordProviderEvent } from './provider-event-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let kopi: TestClient;
let staff: TestClient;
let key_id: string;

beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('superadmin@kopi.example');
  staff = await t.signIn('platform_admin@dasbor.example');
  const access = [{ group: 'Transactions', access: 'view' } as const];
  for (const name of ['Cash register', 'Web shop']) {
    const created = await kopi.ok(createApiKey, { body: { name, access } });
    key_id = created.data.id;
  }
  await kopi.ok(revokeApiKey, { params: { id: key_id } });
});
afterAll(() => t?.close());

test('the entries of an object are read by its merchant and, for this merchant, by the provider', async () => {
  const query = { object_type: 'api_key', object_id: key_id } as never;
  const batik = await t.signIn('superadmin@batik.example');
  const read = async (by: TestClient) => (await by.ok(listAuditLogs, { query })).data.map(({ action }) => action);
  expect(await read(kopi)).toEqual(['api_key.revoked', 'api_key.created']);
  expect(await read(batik)).toEqual([]);
  expect((await (await t.signIn('finance@kopi.example')).call(listAuditLogs, { query })).statusCode).toBe(403);
  const readAs = async (id: string) =>
    (await staff.ok(listMerchantAuditLogs, { params: { merchant_id: id }, query })).data.length;
  expect([await readAs(merchant_id), await readAs(BATIK_LESTARI.merchant_id)]).toEqual([2, 0]);
});

test('pages of the entries of an object follow each other', async () => {
  const query = { object_type: 'api_key', object_id: key_id, limit: 1 } as const;
  const first = await kopi.ok(listAuditLogs, { query: query as never });
  const second = await kopi.ok(listAuditLogs, { query: { ...query, cursor: first.next_cursor! } as never });
  expect([first.data[0]?.action, second.data[0]?.action]).toEqual(['api_key.revoked', 'api_key.created']);
  expect(second.next_cursor).toBeNull();
});

test('staff activity is read by object', async () => {
  const now = t.clock.now();
  const [one, other] = [newId('announcement', now), newId('announcement', now)];
  const actor = { principal: { id: 'usr_1', name: 'Ayu' }, request: { ip: null }, now };
  await asPlatform(t.deps.db, async (tx) => {
    for (const object_id of [one, other]) {
      await recordProviderEvent(tx, actor, {
        action: 'announcement.published',
        object_type: 'announcement',
        object_id,
      });
    }
  });
  const { data } = await staff.ok(listProviderEvents, { query: { object_id: one } });
  expect(data.map(({ object_id }) => object_id)).toEqual([one]);
});

test.each([
  [
    'audit_log_object',
    `select l.seq from app.audit_log l where l.merchant_id = '${merchant_id}' and l.object_type in ('api_key')
      and l.object_id = 'key_1' order by l.seq desc limit 21`,
  ],
  [
    'provider_event_object',
    `select e.id from app.provider_event e where e.object_id = 'ann_1' order by e.at desc, e.id desc limit 21`,
  ],
])('the index %s serves them', async (index, statement) => {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  // A sequential scan is fastest for so few rows; the test checks that the index supports the query.
  await owner.query('set enable_seqscan = off');
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${statement}`);
  await owner.end();
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`using ${index}`);
});
