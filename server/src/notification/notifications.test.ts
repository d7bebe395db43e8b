/** Notifications: pending work of the user and recent events of the merchant, within their access; read state per user. */
import { listNotifications, markNotificationsRead } from '@dasbor/contract/notification';
import { createRefund } from '@dasbor/contract/refund';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { requestApproval } from '../approval/request.ts';
import { newId } from '../db/new-id.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { insertTransfer } from '../payout-balance/transfer-queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let transaction_id: string;
const clients = new Map<string, TestClient>();
const as = async (name: string): Promise<TestClient> => {
  const email = name.includes('@') ? name : `${name}@kopi.example`;
  const client = clients.get(email) ?? (await t.signIn(email));
  clients.set(email, client);
  return client;
};
const read = async (name: string) => (await (await as(name)).ok(listNotifications)).data;
const listTypes = async (name: string) => (await read(name)).recent.map(({ type }) => type);
const listPending = async (name: string) =>
  Object.fromEntries((await read(name)).pending.map(({ type, count, amount }) => [type, [count, amount]]));

beforeAll(async () => {
  t = await startTestApp();
  await insertPaidPayment(t, merchant_id, { amount: 1_000_000 });
  t.clock.advance(60);
  transaction_id = await insertPaidPayment(t, merchant_id, { amount: 250_000, method: 'qris', issuer: 'DANA' });
  t.clock.advance(60);
  await insertPaidPayment(t, merchant_id, { amount: 75_000, duplicate_payment: true });
  t.clock.advance(60);
  await (
    await as('finance')
  ).ok(createRefund, {
    params: { id: transaction_id },
    body: { reason: 'customer_request', amount: 40_000 },
    headers: { 'idempotency-key': 'notification-refund' },
  });
});
afterAll(() => t?.close());

test('recent events have amounts and the id of what they are about, newest first', async () => {
  const { recent } = await read('superadmin');
  expect(recent.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund_requested', 40_000],
    ['payment_duplicate', 75_000],
    ['payment_paid', 250_000],
    ['payment_paid', 1_000_000],
  ]);
  expect(recent[0]).toMatchObject({ transaction_id, object_id: expect.stringMatching(/^rfd_/) });
  expect(recent[2]).toMatchObject({ transaction_id, object_id: transaction_id });
});

test('a role sees only events of groups that it may view', async () => {
  expect(await listTypes('support')).toEqual(['payment_duplicate', 'payment_paid', 'payment_paid']);
  expect(await listTypes('operator')).toContain('refund_requested');
});

test('a refund waits for those who may approve it, not for its requester', async () => {
  expect(await listPending('approver')).toMatchObject({ refund_approval: [1, 40_000] });
  expect(await listPending('superadmin')).toMatchObject({ refund_approval: [1, 40_000] });
  expect(await listPending('finance')).not.toHaveProperty('refund_approval');
  expect(await listPending('finance')).toMatchObject({ duplicate_payment: [1, 75_000] });
  expect(await listPending('support')).toEqual({});
});

test('events older than two weeks are not listed; another merchant sees none of them', async () => {
  expect((await read('superadmin@batik.example')).recent).toEqual([]);
  expect(await read('platform_admin@dasbor.example')).toEqual({ pending: [], recent: [], read_until: null });
  t.clock.advance(14 * 86_400_000 + 1_000);
  clients.clear();
  expect(await listTypes('superadmin')).toEqual([]);
  // Work stays until it is done; a request for approval until it expires.
  expect(await listPending('superadmin')).toMatchObject({ duplicate_payment: [1, 75_000] });
  expect(await listPending('approver')).not.toHaveProperty('refund_approval');
});

test('read state belongs to the user and only moves forward', async () => {
  const now = t.clock.now().getTime();
  const mark = async (at_ms: number) =>
    (await as('superadmin')).ok(markNotificationsRead, { body: { read_until: new Date(at_ms).toISOString() } });
  expect((await read('superadmin')).read_until).toBeNull();
  await mark(now - 1_000);
  await mark(now - 60_000);
  expect((await read('superadmin')).read_until).toBe(new Date(now - 1_000).toISOString());
  await mark(now + 86_400_000);
  expect(Date.parse((await read('superadmin')).read_until ?? '')).toBeLessThanOrEqual(t.clock.now().getTime());
  expect((await read('admin')).read_until).toBeNull();
});

test('an invalid time is refused', async () => {
  const answer = await (await as('admin')).call(markNotificationsRead, { body: { read_until: 'yesterday' } });
  expect(answer.statusCode).toBe(400);
});

test('a balance transfer waits for those who may approve it, not for its requester', async () => {
  const superadmin = await asLogin(t.deps.db, (tx) =>
    sql<{ id: string; name: string }>`select user_id as id, name from app.login
      where email = 'superadmin@kopi.example'`.execute(tx.sql),
  );
  for (const owner of [superadmin.rows[0]!, { id: 'usr_finance', name: 'Finance' }]) {
    const id = newId('balance_transfer', t.clock.now());
    const principal = { type: 'user', ...owner } as Principal;
    const now = t.clock.now();
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const by = { type: 'user' as const, ...owner, owner_id: owner.id };
      await insertTransfer(tx, { id, amount: 15_000, by, created_at: now });
      const subject = { subject_type: 'balance_transfer', subject_id: id, amount: 15_000, details: {} } as const;
      await requestApproval(tx, subject, { principal, now });
    });
  }
  expect(await listPending('approver')).toMatchObject({ balance_transfer_approval: [2, 30_000] });
  expect(await listPending('superadmin')).toMatchObject({ balance_transfer_approval: [1, 15_000] });
  expect(await listPending('finance')).not.toHaveProperty('balance_transfer_approval');
});
