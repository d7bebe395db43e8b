import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TransactionBegin, insertTransaction } from '../transaction/write-queries.ts';
import { insertCopies } from '../../test/export-fixture.ts';
import { countRowsRead } from '../../test/rows-read.ts';
import { type TestApp, TEST_START, startTestApp } from '../../test/test-app.ts';
import { clearPayerAddresses } from './queries.ts';
import { deleteExpiredRecords, toFirstId } from './retention.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const DAY_MS = 24 * 3_600_000;
const PAYMENT = {
  method: 'virtual_account',
  channel_code: 'BNI',
  source: 'payment_link',
  provider: 'bank',
  amount: 150_000,
  merchant_reference: null,
  description: null,
  customer_name: null,
  customer_email: null,
  expires_at: null,
} as const;
const CREATED: TransactionBegin = {
  status: 'created',
  actor: { actor_type: 'system', actor_name: 'Test' },
  reason: null,
};
let it: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

test('payments lose the address and browser of their payer after 180 days, however long the job stood still', async () => {
  const now = TEST_START;
  const ids: string[] = [];
  for (const [index, days] of [400, 241, 181, 179, 1].entries()) {
    const created_at = new Date(now.getTime() - days * DAY_MS);
    const id = newId('transaction', created_at);
    ids.push(id);
    await asMerchant(it.deps.db, KOPI, (tx) => insertTransaction(tx, { ...PAYMENT, id, created_at }, CREATED));
    // The browser of a payer can be missing, or their address.
    await owner.query('update app.transaction set ip = $2, user_agent = $3 where id = $1', [
      id,
      index === 0 ? null : '10.1.2.3',
      index === 1 ? null : 'Mozilla/5.0',
    ]);
  }
  expect(await deleteExpiredRecords(it.deps, now)).toMatchObject({ payer_address: 3 });
  const { rows } = await owner.query(
    'select ip, user_agent from app.transaction where merchant_id = $1 and id = any ($2) order by id',
    [KOPI, ids],
  );
  const removed = { ip: null, user_agent: null };
  const stored = { ip: '10.1.2.3', user_agent: 'Mozilla/5.0' };
  expect(rows).toEqual([removed, removed, removed, stored, stored]);
});

test('payments without an address are not read to find those that have one', async () => {
  const id = newId('transaction', new Date(TEST_START.getTime() - 400 * DAY_MS));
  await asMerchant(it.deps.db, KOPI, (tx) =>
    insertTransaction(tx, { ...PAYMENT, id, created_at: TEST_START }, CREATED),
  );
  await insertCopies(owner, id, 3_000);
  await owner.query('analyze app.transaction');
  const rows_read = await asMerchant(it.deps.db, KOPI, (tx) =>
    countRowsRead(tx, 'transaction', () => clearPayerAddresses(tx, newId('transaction', TEST_START))),
  );
  expect(rows_read).toBeLessThan(100);
});

test('removes records after their retention and keeps the others', async () => {
  const now = new Date(TEST_START.getTime() + 500 * DAY_MS);
  const old = TEST_START.toISOString();
  const recent = new Date(now.getTime() - DAY_MS).toISOString();
  for (const [key, at] of [
    ['old', old],
    ['new', recent],
  ] as const) {
    const expires = new Date(Date.parse(at) + 31 * DAY_MS).toISOString();
    await owner.query(
      `insert into app.idempotency_key (merchant_id, route, key, fingerprint, locked_until, created_at, expires_at)
       values ($1, 'r', $2, 'f', $3, $3, $4)`,
      [KOPI, key, at, expires],
    );
    await owner.query(`insert into app.rail_external_id values ($1, 'bank', $2::timestamptz::date, $3)`, [
      KOPI,
      at,
      key,
    ]);
    await owner.query(
      `insert into app.rail_log (merchant_id, id, at, direction, partner, endpoint, external_id, business_day, object_type, object_id)
       values ($1, $2, $3, 'in', 'bank', '/x', $4, $3::timestamptz::date, 'transaction', 'txn_1')`,
      [KOPI, toFirstId('rail_log', new Date(Date.parse(at) + 1)), at, key],
    );
  }
  await owner.query(
    `insert into app.user_idempotency_key (user_id, route, key, fingerprint, locked_until, created_at, expires_at)
     select user_id, 'r', which, 'f', $1::timestamptz, $1::timestamptz,
       case which when 'old' then $1::timestamptz else $2::timestamptz end
     from app.login, unnest(array['old', 'new']) which where email = 'platform_admin@dasbor.example'`,
    [old, new Date(now.getTime() + DAY_MS).toISOString()],
  );
  await owner.query(
    `insert into app.remembered_device (id, user_id, token_hash, created_at, last_used_at, expires_at)
     select 'rdv_' || which, user_id, which, $1::timestamptz, $1::timestamptz,
       case which when 'old' then $1::timestamptz else $2::timestamptz end
     from app.login, unnest(array['old', 'new']) which where email = 'support@kopi.example'`,
    [old, new Date(now.getTime() + DAY_MS).toISOString()],
  );
  await it.signIn('superadmin@kopi.example');
  const counts = await deleteExpiredRecords(it.deps, now);
  expect(counts).toMatchObject({
    idempotency_key: 1,
    user_idempotency_key: 1,
    external_id: 1,
    rail_log: 1,
    session: 1,
  });
  const { rows } = await owner.query('select key from app.idempotency_key where route = $1', ['r']);
  expect(rows).toEqual([{ key: 'new' }]);
  const devices = await owner.query('select id from app.remembered_device');
  expect(devices.rows).toEqual([{ id: 'rdv_new' }]);
  expect(await deleteExpiredRecords(it.deps, now)).toEqual({});
});
