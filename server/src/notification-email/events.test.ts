/** Every event with a notification email inserts one outbox row, in the transaction of the event. */
import { openDepositVa } from '@dasbor/contract/deposit-va';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { createRefund } from '@dasbor/contract/refund';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { receiveDeposit } from '../deposit-va/receive.ts';
import { decideReview } from '../deposit-va/review.ts';
import { lockVa } from '../deposit-va/va-queries.ts';
import { refreshLink } from '../payment-link/refresh.ts';
import { failRefund, completeRefund } from '../refund/status-transition.ts';
import { lockRefund } from '../refund/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { insertBatch, lockBatch, transitionBatch } from '../settlement/write-queries.ts';
import { BANK_ACTOR, SYSTEM_ACTOR, insertTransaction } from '../transaction/write-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let kopi: TestClient;
let owner: pg.Client;
let count = 0;

/** A bank that opens every virtual account. */
const opening = async (request: object) => ({
  kind: 'ok',
  answer: { virtualAccountData: request },
  message: { at: t.clock.now(), direction: 'out', partner: 'bank', endpoint: 'create', external_id: `${++count}` },
});

beforeAll(async () => {
  t = await startTestApp({
    change: (deps) => ({ ...deps, bank: { ...deps.bank, createVa: opening as unknown as typeof deps.bank.createVa } }),
  });
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const headers = () => ({ 'idempotency-key': `event-${++count}` });
/** The notifications about an object, or about an object that their data refer to. */
async function listNotifications(
  id: string,
): Promise<{ action: number; object_id: string; template_data: Record<string, unknown> }[]> {
  const { rows } = await owner.query(
    `select action, object_id, template_data from app.notification_email_outbox
     where object_id = $1 or template_data->>'refund_id' = $1 or template_data->>'deposit_id' = $1 order by at, event_id`,
    [id],
  );
  return rows;
}
const later = () => t.clock.advance(1_000);

test('domain 1.7, 1.21: a settlement that is paid, and one that fails, is returned and is paid later', async () => {
  const live = async (batch_no: string, path: SettlementBatchStatus[]): Promise<string> => {
    const now = t.clock.now();
    const settlement_date = '2026-11-18';
    const { id } = await asMerchant(t.deps.db, merchant_id, (tx) =>
      insertBatch(tx, { batch_no, settlement_date, is_early: false, actor: SYSTEM_ACTOR }, now),
    );
    for (const to of path) {
      later();
      const money = to === 'closed' ? { gross_amount: 750_000, net_amount: 750_000, transaction_count: 3 } : {};
      const failure = to === 'failed' || to === 'returned' ? { failure_message: 'Account closed' } : {};
      await asMerchant(t.deps.db, merchant_id, async (tx) => {
        const batch = (await lockBatch(tx, id))!;
        const context = { now: t.clock.now(), actor: BANK_ACTOR, reason: null };
        await transitionBatch(tx, batch, { path: [to], change: { ...money, ...failure } }, context);
      });
    }
    return id;
  };
  const paid = await live('STL-1', ['closed', 'approved', 'processing', 'paid']);
  const template_data = { batch_no: 'STL-1', net_amount: 750_000, transaction_count: 3, settlement_date: '2026-11-18' };
  expect(await listNotifications(paid)).toMatchObject([
    { action: 1004, template_data: { ...template_data, outcome: 'paid' } },
  ]);
  const retried = await live('STL-2', [
    ...(['closed', 'approved', 'processing', 'failed', 'processing'] as const),
    ...(['paid', 'returned', 'processing', 'paid'] as const),
  ]);
  expect((await listNotifications(retried)).map(({ action, template_data: { outcome } }) => [action, outcome])).toEqual(
    [
      [1005, 'failed'],
      [1004, 'paid'],
      [1005, 'returned'],
      [1004, 'paid'],
    ],
  );
  expect((await listNotifications(retried))[0]?.template_data).toMatchObject({ failure_message: 'Account closed' });
});

const BANK_1 = { provider_reference: 'BANK-1', is_late: false };

test('domain 1.6, 1.21: a refund that completes, and one that fails', async () => {
  await insertPaidPayment(t, merchant_id, { amount: 5_000_000, method: 'qris', issuer: 'GoPay' });
  const end = async (outcome: 'succeeded' | 'failed'): Promise<[string, string]> => {
    const payment = await insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris', issuer: 'GoPay' });
    const finance = await t.signIn('finance@kopi.example');
    const body = { reason: 'customer_request', amount: 40_000, method: 'original' };
    const { data } = await finance.ok(createRefund, { params: { id: payment }, body, headers: headers() });
    await owner.query(`update app.refund set status = 'processing' where id = $1`, [data.id]);
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const refund = (await lockRefund(tx, data.id))!;
      if (outcome === 'succeeded') await completeRefund(tx, refund, BANK_1, t.clock.now());
      else await failRefund(tx, refund, { code: 'account_closed', message: 'Account closed' }, t.clock.now());
    });
    return [payment, data.id];
  };
  const [payment, refund] = await end('succeeded');
  const template_data = { outcome: 'succeeded', amount: 40_000, refund_method: 'original' };
  expect(await listNotifications(refund)).toMatchObject([{ action: 1006, object_id: payment, template_data }]);
  const [, failed] = await end('failed');
  expect(await listNotifications(failed)).toMatchObject([
    { action: 1006, template_data: { outcome: 'failed', amount: 40_000, failure_message: 'Account closed' } },
  ]);
});

test('domain 1.11, 1.21: a deposit that is credited, and deposits that are reviewed first', async () => {
  const { data: va } = await kopi.ok(openDepositVa, { body: { bank: 'BCA' } });
  const receive = async (amount: number): Promise<string> => {
    const now = t.clock.now();
    const request = { payment_request_id: `PR-${++count}`, reference_no: `REF-${count}` };
    const sender = { sender_name: 'BUDI', sender_bank: '014' };
    const money = { at: now, reported: null, amount, paid_at: now, ...request, ...sender, body: {} as never };
    return asMerchant(t.deps.db, merchant_id, async (tx) => {
      const first = await receiveDeposit(tx, (await lockVa(tx, { id: va.id }))!, money, now);
      const again = await receiveDeposit(tx, (await lockVa(tx, { id: va.id }))!, money, now);
      expect([first.kind, again.kind]).toEqual(['recorded', 'recorded']);
      return first.kind === 'recorded' ? first.deposit_id : '';
    });
  };
  const decide = (id: string, decision: 'credit' | 'return') =>
    asMerchant(t.deps.db, merchant_id, (tx) => {
      const actor = { type: 'provider' as const, id: null, name: 'Panji' };
      return decideReview(tx, id, { decision, note: 'Looked at' }, { actor, ip: null, now: t.clock.now() });
    });
  const credited = await receive(2_000_000);
  expect(await listNotifications(credited)).toMatchObject([
    { action: 1301, object_id: va.id, template_data: { outcome: 'credited', amount: 2_000_000, sender_name: 'BUDI' } },
  ]);
  for (const [decision, action, outcome] of [
    ['credit', 1301, 'credited'],
    ['return', 1302, 'returned'],
  ] as const) {
    const held = await receive(5_000_000_000);
    expect(await listNotifications(held)).toMatchObject([
      { action: 1302, template_data: { outcome: 'under_review', review_reason: 'over_limit' } },
    ]);
    later();
    await decide(held, decision);
    expect((await listNotifications(held))[1]).toMatchObject({ action, template_data: { outcome } });
  }
});

test('domain 1.8, 1.21: a payment link that is created, paid, used up and expired', async () => {
  const make = async (more: object): Promise<string> => {
    const body = { title: 'Kopi susu', amount: 50_000, status: 'active', ...more };
    return (await kopi.ok(createPaymentLink, { body, headers: headers() })).data.id;
  };
  const pay = async (payment_link_id: string): Promise<void> => {
    const now = t.clock.now();
    const who = { merchant_reference: null, description: null, customer_name: null, customer_email: null };
    const way = { method: 'qris', channel_code: null, source: 'payment_link', provider: 'bank' } as const;
    const payment = { id: newId('transaction', now), amount: 50_000, payment_link_id, ...way, ...who };
    const begin = { status: 'success', actor: BANK_ACTOR, reason: null, change: { paid_at: now } } as const;
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      await insertTransaction(tx, { ...payment, expires_at: null, created_at: now }, begin);
      await refreshLink(tx, payment_link_id, now);
      await refreshLink(tx, payment_link_id, now);
    });
  };
  const listActions = async (id: string) => (await listNotifications(id)).map(({ action }) => action);
  const single = await make({ type: 'single_use' });
  later();
  await pay(single);
  expect(await listActions(single)).toEqual([1401, 1402]);
  expect((await listNotifications(single))[1]?.template_data).toMatchObject({
    collected_amount: 50_000,
    paid_count: 1,
  });
  const reusable = await make({ type: 'multi_use', usage_limit: 2 });
  later();
  await pay(reusable);
  expect(await listActions(reusable)).toEqual([1401]);
  await pay(reusable);
  expect(await listActions(reusable)).toEqual([1401, 1404]);
  const ending = await make({ type: 'single_use' });
  t.clock.advance(31 * 86_400_000);
  await asMerchant(t.deps.db, merchant_id, (tx) => refreshLink(tx, ending, t.clock.now()));
  expect(await listActions(ending)).toEqual([1401, 1403]);
});
