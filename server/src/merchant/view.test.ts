/** The provider's view of one merchant, and the hold of its settlements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { createApiKey } from '@dasbor/contract/api-settings';
import { getMerchant } from '@dasbor/contract/merchant';
import {
  getMerchantIntegration,
  listMerchantBalances,
  listMerchantSettlements,
  listMerchantTransactions,
  listMerchantUsers,
  endMerchantUserSessions,
  resetMerchantUserSecondFactor,
} from '@dasbor/contract/merchant-view';
import { getProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { holdMerchantSettlements } from '@dasbor/contract/settlement-admin';
import { createSnapCredential } from '@dasbor/contract/snap-credential';
import { createWebhook } from '@dasbor/contract/webhook';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asLogin } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const params = { merchant_id: KOPI_NUSANTARA.merchant_id };
let it: TestApp;
let support: TestClient;
let owner: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  support = await it.signIn('platform_support@dasbor.example');
  owner = await it.signIn('superadmin@kopi.example');
});
afterAll(() => it.close());

test('transactions of the merchant alone, with masked contact data', async () => {
  await owner.call(createQrisPayment, {
    body: { amount: 10_000, expires_in_minutes: 5, customer_email: 'budi@mail.example' },
    headers: { 'idempotency-key': 'view-1' },
  });
  const { data } = await support.ok(listMerchantTransactions, { params });
  expect(data).toMatchObject([{ amount: 10_000, customer_email: 'b***@mail.example' }]);
  const other = { merchant_id: BATIK_LESTARI.merchant_id };
  expect((await support.ok(listMerchantTransactions, { params: other })).data).toEqual([]);
  const csv = await support.call(listMerchantTransactions, { params, headers: { accept: 'text/csv' } });
  expect(csv.statusCode).toBe(200);
  expect(csv.body).toContain('b***@mail.example');
  expect(csv.body).not.toContain('budi@');
});

test('settlements, balances and users of the merchant', async () => {
  expect((await support.ok(listMerchantSettlements, { params })).data).toEqual([]);
  const balances = await support.ok(listMerchantBalances, { params });
  expect(balances.data.map(({ type }) => type)).toContain('pending_settlement');
  const users = await support.ok(listMerchantUsers, { params });
  expect(users.data).toHaveLength(7);
  expect(users.data.every(({ is_manageable }) => !is_manageable)).toBe(true);
});

test('domain 1.17: keys, webhooks and SNAP credentials of the merchant, without secrets', async () => {
  const access = [{ group: 'Transactions', access: 'view' }];
  const key = (await owner.ok(createApiKey, { body: { name: 'Shop server', access } })).data;
  const url = 'https://shop.example/hooks?token=not-to-be-seen';
  const hook = (await owner.ok(createWebhook, { body: { url, events: ['payment.*'] } })).data;
  const { data: snap } = await owner.ok(createSnapCredential, { body: { name: 'Core', services: ['qris'] } });
  const answer = await support.call(getMerchantIntegration, { params });
  expect(answer.json()).toMatchObject({
    data: {
      api_keys: [{ id: key.id, name: 'Shop server', status: 'active', last_used_at: null, expires_at: null }],
      webhooks: [
        {
          id: hook.id,
          url: 'https://shop.example/hooks',
          status: 'active',
          success_rate_24h: null,
          last_delivery_at: null,
          failing_since: null,
        },
      ],
      snap_credentials: [{ id: snap.id, status: 'incomplete', client_key: snap.client_key, channel_id: '95221' }],
    },
  });
  for (const hidden of ['not-to-be-seen', key.secret, hook.secret, snap.client_secret]) {
    expect(answer.body).not.toContain(hidden);
  }
  const other = await support.ok(getMerchantIntegration, { params: { merchant_id: BATIK_LESTARI.merchant_id } });
  expect(other.data).toEqual({ api_keys: [], webhooks: [], snap_credentials: [] });
  const unknown = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t' };
  expect((await support.call(getMerchantIntegration, { params: unknown })).statusCode).toBe(404);
  expect((await owner.call(getMerchantIntegration, { params })).statusCode).toBe(403);
});

test('a merchant that does not exist, and users of merchants, are refused', async () => {
  const unknown = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t' };
  expect((await support.call(listMerchantTransactions, { params: unknown })).statusCode).toBe(404);
  expect((await owner.call(listMerchantTransactions, { params })).statusCode).toBe(403);
});

test('compliance ends the sessions of a user, support may not', async () => {
  const compliance = await it.signIn('platform_compliance@dasbor.example');
  const operator = await it.signIn('operator@kopi.example');
  const { data } = await support.ok(listMerchantUsers, { params, query: { q: 'operator@' } });
  const target = { ...params, id: data[0]!.id };
  expect((await support.call(endMerchantUserSessions, { params: target })).statusCode).toBe(403);
  expect((await compliance.ok(endMerchantUserSessions, { params: target })).data.session_count).toBe(1);
  expect((await operator.call(getProfile)).statusCode).toBe(401);
  const elsewhere = { merchant_id: BATIK_LESTARI.merchant_id, id: data[0]!.id };
  expect((await compliance.call(endMerchantUserSessions, { params: elsewhere })).statusCode).toBe(404);
});

test('a lost second factor is reset by compliance, for a user of several merchants too, and all sessions end', async () => {
  const compliance = await it.signIn('platform_compliance@dasbor.example');
  const developer = await it.signIn('developer@kopi.example');
  const { data } = await support.ok(listMerchantUsers, { params, query: { q: 'developer@' } });
  const user_id = data[0]!.id;
  const target = { ...params, id: user_id };
  const reset = (by = compliance) => by.call(resetMerchantUserSecondFactor, { params: target });
  expect((await reset(support)).statusCode).toBe(403);
  expect((await reset()).json()).toMatchObject({ code: 'no_second_factor' });
  expect((await developer.call(getProfile)).statusCode).toBe(200);
  await asLogin(it.deps.db, (tx) =>
    tx.sql
      .insertInto('totp')
      .values({ user_id, secret_sealed: 'x', created_at: it.clock.now(), confirmed_at: it.clock.now() })
      .execute(),
  );
  expect((await reset()).statusCode).toBe(204);
  expect((await developer.call(getProfile)).statusCode).toBe(401);
  expect((await support.ok(listMerchantUsers, { params, query: { q: 'developer@' } })).data[0]).toMatchObject({
    has_second_factor: false,
  });
  const events = await asLogin(it.deps.db, (tx) =>
    tx.sql.selectFrom('security_event').select(['kind', 'actor_type']).where('user_id', '=', user_id).execute(),
  );
  expect(events).toContainEqual({ kind: 'second_factor_reset', actor_type: 'provider' });
  const elsewhere = { merchant_id: BATIK_LESTARI.merchant_id, id: user_id };
  expect((await compliance.call(resetMerchantUserSecondFactor, { params: elsewhere })).statusCode).toBe(404);
});

test('a hold of the settlements is in the timeline, and the audit log of the merchant is a file', async () => {
  const finance = await it.signIn('platform_finance@dasbor.example');
  await finance.ok(holdMerchantSettlements, { params, body: { is_held: true, reason: 'Dispute' } });
  const held = (await support.ok(getMerchant, { params })).data;
  expect(held.holds_settlements).toBe(true);
  expect(held.events[0]).toMatchObject({ kind: 'settlement_hold', to_status: 'enabled', reason: 'Dispute' });
  await finance.ok(holdMerchantSettlements, { params, body: { is_held: false, reason: null } });
  expect((await support.ok(getMerchant, { params })).data.holds_settlements).toBe(false);
  const csv = await support.call(listMerchantAuditLogs, { params, headers: { accept: 'text/csv' } });
  expect(csv.body).toContain('settlement.merchant_held');
});
