/** Early settlements by the provider: holds, concurrent requests, and a server that dies before it answers. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { holdMerchantSettlements, settleEarly } from '@dasbor/contract/settlement-admin';
import { insertPayment } from '../../test/settlement-payments.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { syncPaymentStatus } from './jobs.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let provider: TestClient;
let keys = 0;
const key = () => ({ 'idempotency-key': `early-${++keys}` });

beforeAll(async () => {
  t = await startTestApp();
  provider = await t.signIn('platform_admin@dasbor.example');
});
afterAll(() => t?.close());
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const pay = (amount: number) =>
  insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: new Date(t.clock.now().getTime() - 1),
  });

test('a merchant on hold: batches close as on hold; early settlement needs payments to settle', async () => {
  await provider.ok(holdMerchantSettlements, {
    params: { merchant_id },
    body: { is_held: true, reason: 'Under review' },
  });
  await pay(60_000);
  const { data } = await provider.ok(settleEarly, { params: { merchant_id }, headers: key() });
  expect(data).toMatchObject({ status: 'on_hold', held_reason: 'Under review', is_early: true });
  await syncPaymentStatus(t.deps, merchant_id, data.id);
  await provider.ok(holdMerchantSettlements, { params: { merchant_id }, body: { is_held: false, reason: null } });
  const nothing = await provider.call(settleEarly, { params: { merchant_id }, headers: key() });
  expect([nothing.statusCode, nothing.json().code]).toEqual([422, 'nothing_to_settle']);
});

test('ten concurrent early settlements create one batch; the others get 409 or find nothing to settle', async () => {
  for (let n = 0; n < 8; n++) await pay(10_000 + n);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => provider.call(settleEarly, { params: { merchant_id }, headers: key() })),
  );
  const outcomes = answers.map((answer) => (answer.statusCode === 200 ? 'ok' : answer.json<{ code: string }>().code));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(
    outcomes.filter((outcome) => !['ok', 'settlement_in_progress', 'nothing_to_settle'].includes(outcome)),
  ).toEqual([]);
});

test('a crash after an early settlement was closed: the same key answers with its batch and settles nothing more', async () => {
  const headers = key();
  await pay(20_000);
  const { data } = await provider.ok(settleEarly, { params: { merchant_id }, headers });
  // The server died before it stored its response.
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('idempotency_key')
      .set({ status_code: null, response: null, locked_until: t.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('key', '=', headers['idempotency-key'])
      .execute(),
  );
  await pay(30_000);
  const retried = await provider.ok(settleEarly, { params: { merchant_id }, headers });
  expect(retried.data).toMatchObject({
    id: data.id,
    transaction_count: data.transaction_count,
    net_amount: data.net_amount,
  });
  const audited = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('audit_log')
      .select('action')
      .where('merchant_id', '=', merchant_id)
      .where('action', '=', 'settlement.early')
      .where('object_id', '=', data.id)
      .execute(),
  );
  expect(audited).toHaveLength(1);
});
