import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRoleAccess } from '@dasbor/contract/access';
import { createApiKey, listApiKeys, revokeApiKey } from '@dasbor/contract/api-settings';
import { getProfile } from '@dasbor/contract/profile';
import { setSettlementBankAccount, setSettlementSetting } from '@dasbor/contract/settlement-admin';
import { listTransactions } from '@dasbor/contract/transaction';
import { verifyAuditChain } from '../audit/verify.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { mergeEntries } from './rules.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
let superadmin: TestClient;
let developer: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  superadmin = await it.signIn('superadmin@kopi.example');
  developer = await it.signIn('developer@kopi.example');
});
afterAll(() => it.close());

const view = [{ group: 'Transactions' as const, access: 'view' as const }];
const readRows = <T>(table: 'audit_log' | 'api_key') =>
  asMerchant(it.deps.db, KOPI, (tx) =>
    tx.sql.selectFrom(table).selectAll().where('merchant_id', '=', KOPI).execute(),
  ) as Promise<T[]>;

test('a key calls the API with its own access and cannot call routes for users', async () => {
  const { data } = await developer.ok(createApiKey, { body: { name: ' Shop server ', access: view } });
  expect(data).toMatchObject({ name: 'Shop server', access: view, created_by: 'Dewi Lestari', expires_at: null });
  expect(data.secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
  expect(data.secret.startsWith(data.prefix)).toBe(true);
  expect(data.secret.endsWith(data.last4)).toBe(true);
  const key = it.client(`Bearer ${data.secret}`);
  expect((await key.call(listTransactions)).statusCode).toBe(200);
  expect((await key.call(listApiKeys)).statusCode).toBe(403);
  expect((await key.call(getProfile)).statusCode).toBe(403);
});

test('the secret is shown once; neither the list nor the database contains it', async () => {
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Once', access: view } });
  const listed = await superadmin.call(listApiKeys);
  expect(listed.body).toContain(data.id);
  for (const text of [
    listed.body,
    JSON.stringify(await readRows('api_key')),
    JSON.stringify(await readRows('audit_log')),
  ]) {
    expect(text).not.toContain(data.secret);
    expect(text).not.toContain(data.secret.slice(8));
  }
});

test('a key cannot have more access than its creator, provider groups included', async () => {
  for (const access of [
    [{ group: 'Transactions', access: 'manage' }],
    [...view, { group: 'Users', access: 'view' }],
    [{ group: 'Merchants', access: 'view' }],
  ]) {
    const answer = await developer.call(createApiKey, { body: { name: 'Too much', access } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'access_exceeds_own' });
  }
  const all = getRoleAccess('superadmin');
  expect((await superadmin.call(createApiKey, { body: { name: 'All', access: all } })).statusCode).toBe(201);
});

test('a key cannot create keys or change payout settings, whatever its access', async () => {
  const { data } = await superadmin.ok(createApiKey, {
    body: { name: 'Maker', access: getRoleAccess('superadmin') },
  });
  const maker = it.client(`Bearer ${data.secret}`);
  expect((await maker.call(createApiKey, { body: { name: 'Child', access: view } })).statusCode).toBe(403);
  const account = { bank_code: '014', account_no: '8010000001' };
  expect((await maker.call(setSettlementBankAccount, { body: account })).statusCode).toBe(403);
  expect((await maker.call(setSettlementSetting, { body: {} })).statusCode).toBe(403);
});

test('an expiry in the past is rejected; a key stops working when it expires', async () => {
  const at = (offset_ms: number) => new Date(it.clock.now().getTime() + offset_ms).toISOString();
  const past = await superadmin.call(createApiKey, { body: { name: 'Past', access: view, expires_at: at(0) } });
  expect([past.statusCode, past.json<{ code: string }>().code]).toEqual([422, 'expiry_in_past']);
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Soon', access: view, expires_at: at(1_000) } });
  const key = it.client(`Bearer ${data.secret}`);
  expect((await key.call(listTransactions)).statusCode).toBe(200);
  it.clock.advance(1_000);
  expect((await key.call(listTransactions)).statusCode).toBe(401);
});

test('the last use is recorded to the minute', async () => {
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Used', access: view } });
  expect(data.last_used_at).toBeNull();
  await it.client(`Bearer ${data.secret}`).call(listTransactions);
  const listed = (await superadmin.ok(listApiKeys)).data.find((key) => key.id === data.id);
  const minute = Math.floor(it.clock.now().getTime() / 60_000) * 60_000;
  expect(listed?.last_used_at).toBe(new Date(minute).toISOString());
});

test('a revoked key is rejected immediately; revoking it again is idempotent', async () => {
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Revoked', access: view } });
  const key = it.client(`Bearer ${data.secret}`);
  expect((await key.call(listTransactions)).statusCode).toBe(200);
  const params = { id: data.id };
  expect((await superadmin.call(revokeApiKey, { params })).statusCode).toBe(204);
  expect((await key.call(listTransactions)).statusCode).toBe(401);
  const revoked_at = it.clock.now().toISOString();
  it.clock.advance(60_000);
  expect((await superadmin.call(revokeApiKey, { params })).statusCode).toBe(204);
  const listed = (await superadmin.ok(listApiKeys)).data.find((each) => each.id === data.id);
  expect(listed?.revoked_at).toBe(revoked_at);
});

test('creation and revocation are recorded in the audit log with their actor', async () => {
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Audited', access: view } });
  await superadmin.call(revokeApiKey, { params: { id: data.id } });
  const rows = (await readRows<{ object_id: string; action: string; actor_name: string }>('audit_log')).filter(
    (row) => row.object_id === data.id,
  );
  expect(rows.map((row) => [row.action, row.actor_name])).toEqual([
    ['api_key.created', 'Sari Pratiwi'],
    ['api_key.revoked', 'Sari Pratiwi'],
  ]);
  expect(await asMerchant(it.deps.db, KOPI, (tx) => verifyAuditChain(tx, KOPI))).toMatchObject({ ok: true });
});

test('the highest of several entries for a group wins', () => {
  const entries = mergeEntries([
    { group: 'QRIS', access: 'view' },
    { group: 'QRIS', access: 'manage' },
    { group: 'QRIS', access: 'disabled' },
    { group: 'API', access: 'view' },
  ]);
  expect(entries).toEqual([
    { group: 'QRIS', access: 'manage' },
    { group: 'API', access: 'view' },
  ]);
});
