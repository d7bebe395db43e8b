/** Which refunds are refused, and who requests and approves them. */
import { describe, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { createRefund, getRefund, getRefundTerms, listRefunds, rejectRefund } from '@dasbor/contract/refund';
import { asMerchant } from '../db/tx.ts';
import { lockRefundable } from './queries.ts';
import {
  admin,
  approve,
  approver,
  postRefund,
  readAllBalances,
  readChangesSince,
  checkBeneficiary,
  readErrorCode,
  finance,
  headers,
  merchant_id,
  insertPayment,
  payByQris,
  readRefund,
  requestRefund,
  reverse,
  send,
  t,
  setUpRefunds,
} from '../../test/refund-fixture.ts';

setUpRefunds();

describe('domain 1.6: refusals', () => {
  test('refund_exceeds_remaining counts open refunds; already_refunding when they cover everything', async () => {
    const id = await payByQris(100_000);
    await requestRefund(id, { amount: 60_000 });
    expect(await readErrorCode(postRefund(id, { amount: 40_001 }))).toBe('refund_exceeds_remaining');
    await requestRefund(id, { amount: 40_000 });
    const answer = await postRefund(id, { amount: 1 });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'already_refunding']);
  });

  test('ten concurrent requests refund no more than was paid', async () => {
    const id = await payByQris(100_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => postRefund(id, { amount: 30_000 })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  });

  test('refund_window_closed on the thirtieth day to the millisecond', async () => {
    const now = t.clock.now().getTime();
    const open = await insertPayment({
      amount: 10_000,
      method: 'qris',
      paid_at: new Date(now - 30 * 86_400_000 + 60_000),
    });
    const closed = await insertPayment({
      amount: 10_000,
      method: 'qris',
      paid_at: new Date(now - 30 * 86_400_000 - 1),
    });
    expect((await postRefund(open, { amount: 1 })).statusCode).toBe(201);
    expect(await readErrorCode(postRefund(closed, { amount: 1 }))).toBe('refund_window_closed');
    const { data } = await finance.ok(getRefundTerms, { params: { id: closed } });
    expect(data).toMatchObject({ methods: [], remaining_amount: 0, refusal: { code: 'refund_window_closed' } });
  });

  test('insufficient_balance holds under concurrency', async () => {
    const { pending_settlement = 0 } = await readAllBalances();
    const id = await insertPayment({ amount: 200_000 });
    const account_check_id = (await checkBeneficiary()).id;
    // A settlement takes the pending balance except 20,000.
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const { postTransfers } = await import('../ledger/posting.ts');
      const accounts = (await lockRefundable(tx, id))!.account_ids;
      const amount = pending_settlement + 200_000 - 4_440 - 20_000;
      const transfer = { kind: 'test', reference_type: 'test', reference_id: id, amount };
      const sides = { debit_account: accounts.pending_settlement!, credit_account: accounts.bank_clearing! };
      await postTransfers(tx, { posted_at: t.clock.now(), transfers: [{ ...transfer, ...sides }] });
    });
    expect(await readErrorCode(postRefund(id, { amount: 17_226, account_check_id }))).toBe('insufficient_balance');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => postRefund(id, { amount: 8_000, account_check_id })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    expect((await readAllBalances()).pending_settlement).toBe(20_000 - 10_775);
    await insertPayment({ amount: 9_000_000 });
  });

  test('payment_not_refundable, channel_not_refundable, transfer_limit_exceeded', async () => {
    const { data } = await finance.ok(getRefundTerms, { params: { id: await insertPayment({ amount: 10_000 }) } });
    expect(data.methods).toEqual(['transfer']);
    const reversed = await insertPayment({ amount: 10_000 });
    await reverse(reversed);
    expect(await readErrorCode(postRefund(reversed, { amount: 1 }))).toBe('payment_not_refundable');
    const big = await insertPayment({ amount: 300_000_000 });
    expect(await readErrorCode(postRefund(big, { amount: 1, method: 'original' }))).toBe('channel_not_refundable');
    const account_check_id = (await checkBeneficiary('009', '0090000003')).id;
    expect(await readErrorCode(postRefund(big, { amount: 250_000_001, account_check_id }))).toBe(
      'transfer_limit_exceeded',
    );
    expect((await postRefund(big, { amount: 250_000_000, account_check_id })).statusCode).toBe(201);
  });

  test('only the reason "other" takes a description', async () => {
    const id = await payByQris(10_000);
    for (const body of [{ reason: 'other' }, { reason: 'fraud', reason_text: 'x' }, { amount: 0 }, { amount: 1.5 }]) {
      expect((await postRefund(id, { amount: 1, ...body })).statusCode, JSON.stringify(body)).toBe(400);
    }
    const refund = await requestRefund(id, { amount: 1, reason: 'other', reason_text: 'spilled' });
    expect(await readRefund(refund.id)).toMatchObject({ reason: 'other', reason_text: 'spilled' });
  });

  test('the same key and body create one refund; the same key for another payment is refused', async () => {
    const [one, two] = [await payByQris(10_000), await payByQris(10_000)];
    const call = { body: { amount: 4_000, reason: 'fraud' }, headers: headers() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => finance.call(createRefund, { params: { id: one }, ...call })),
    );
    const done = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(done.map(({ body }) => body)).size).toBe(1);
    expect((await finance.ok(listRefunds, { query: { transaction_id: one } })).data).toHaveLength(1);
    const other = await finance.call(createRefund, { params: { id: two }, ...call });
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
  });
});

describe('domain 1.14: a second approver is required', () => {
  test('self_approval: the requester neither approves nor rejects at any access level', async () => {
    const id = await payByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 }, admin);
    expect((await admin.ok(getRefund, { params: { id: refund.id } })).data.may_decide).toBe(false);
    expect((await approver.ok(getRefund, { params: { id: refund.id } })).data.may_decide).toBe(true);
    const answers = [
      await approve(refund.id, admin),
      await admin.call(rejectRefund, { params: { id: refund.id }, body: { reason: 'x' }, headers: headers() }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [422, 'self_approval'],
      [422, 'self_approval'],
    ]);
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('level manage requests and does not decide; view reads; none reads nothing', async () => {
    const id = await payByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    expect((await approve(refund.id, finance)).statusCode).toBe(403);
    const developer = await t.signIn('developer@kopi.example');
    expect((await postRefund(id, { amount: 1 }, developer)).statusCode).toBe(403);
    expect((await developer.call(listRefunds)).statusCode).toBe(403);
  });

  test('person_required: an API key requests and does not decide; its creator cannot approve its refunds', async () => {
    const developer = await t.signIn('superadmin@kopi.example');
    const access = [{ group: 'Refunds', access: 'approve' }];
    const { data } = await developer.ok(createApiKey, { body: { name: 'Shop', access } });
    const shop = t.client(`Bearer ${data.secret}`);
    const id = await payByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 }, shop);
    expect((await approve(refund.id, shop)).json()).toMatchObject({ code: 'person_required' });
    expect((await approve(refund.id, developer)).json()).toMatchObject({ code: 'self_approval' });
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('self_approval: persons are compared by identity, through every generation of keys', async () => {
    const superadmin = await t.signIn('superadmin@kopi.example');
    const access = [{ group: 'Refunds', access: 'approve' }];
    const { data } = await superadmin.ok(createApiKey, { body: { name: 'Till', access } });
    // A key that another key created carries the name of that key, but the same owner.
    await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .updateTable('api_key')
        .set({ created_by: 'Parent key' })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', data.id)
        .execute(),
    );
    const refund = await requestRefund(await payByQris(30_000), { amount: 10_000 }, t.client(`Bearer ${data.secret}`));
    expect((await approve(refund.id, superadmin)).json()).toMatchObject({ code: 'self_approval' });
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('a rejection requires a reason and releases the hold; then status_conflict', async () => {
    const id = await payByQris(30_000);
    const before = await readAllBalances();
    const refund = await requestRefund(id, { amount: 10_000 });
    const reject = (body: object) =>
      approver.call(rejectRefund, { params: { id: refund.id }, body, headers: headers() });
    expect((await reject({ reason: ' ' })).statusCode).toBe(400);
    const answer = await reject({ reason: 'The customer kept the goods' });
    expect(answer.json()).toMatchObject({
      data: { status: 'rejected', rejected_reason: 'The customer kept the goods', decided_by: 'Andi Kurniawan' },
    });
    expect(await readChangesSince(before)).toEqual({});
    for (const again of [await reject({ reason: 'x' }), await approve(refund.id)]) {
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'status_conflict']);
    }
    await send(refund.id);
    expect((await readRefund(refund.id)).status).toBe('rejected');
    await requestRefund(id, { amount: 30_000 });
  });

  test('concurrent approvals approve once', async () => {
    const id = await payByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    const answers = await Promise.all([approve(refund.id), approve(refund.id, admin)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('requester and approver are in the audit log', async () => {
    const id = await payByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    await approve(refund.id);
    const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .selectFrom('audit_log')
        .select(['action', 'actor_name'])
        .where('merchant_id', '=', merchant_id)
        .where('object_id', '=', refund.id)
        .orderBy('seq')
        .execute(),
    );
    expect(rows).toEqual([
      { action: 'refund.requested', actor_name: 'Fitri Handayani' },
      { action: 'refund.approved', actor_name: 'Andi Kurniawan' },
    ]);
  });
});
