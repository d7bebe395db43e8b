/** Balance adjustments of the provider: two persons, the floor of the balance, the ledger and what the merchant reads. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveRequest, rejectRequest } from '@dasbor/contract/approval';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { listBalances, listBalanceEntries } from '@dasbor/contract/balance';
import { createBalanceAdjustment, listBalanceAdjustments } from '@dasbor/contract/balance-adjustment';
import { toBusinessDay } from '@dasbor/contract/time';
import { listSettlementLines } from '@dasbor/contract/settlement';
import { toStatusAndCode } from '../../test/answer.ts';
import { removeQueuedJob } from '../../test/queued-jobs.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { settleMerchant } from '../settlement/run.ts';
import { expireAdjustment } from './adjust.ts';

const { merchant_id } = KOPI_NUSANTARA;
const params = { merchant_id };
let t: TestApp;
let maker: TestClient;
let checker: TestClient;
let owner: TestClient;
let keys = 0;

beforeAll(async () => {
  t = await startTestApp();
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
  owner = await t.signIn('superadmin@kopi.example');
});
afterAll(() => t?.close());
// The order of a list is the order of time.
beforeEach(() => t.clock.advance(1_000));
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const headers = () => ({ 'idempotency-key': `adjustment-${++keys}` });
interface Adjustment {
  account_type: 'pending_settlement' | 'available' | 'payout';
  amount: number;
  reason?: string;
}
const send = (input: Adjustment, by = maker, at = headers()) =>
  by.call(createBalanceAdjustment, { params, body: { reason: 'Fee of a hardware order', ...input }, headers: at });
const request = async (input: Adjustment) =>
  (
    await maker.ok(createBalanceAdjustment, {
      params,
      body: { reason: 'Fee of a hardware order', ...input },
      headers: headers(),
    })
  ).data;
const approve = (approval_id: string | null, by = checker) =>
  by.call(approveRequest, { params: { id: approval_id ?? '' }, body: {}, headers: headers() });
const readBalance = async (type: string) => (await owner.ok(listBalances)).data.find((each) => each.type === type)!;

describe('two persons', () => {
  test('a credit is posted when another person approves it, and the merchant reads the reason', async () => {
    const before = await readBalance('available');
    const { id, approval_id } = await request({ account_type: 'available', amount: 75_000 });
    expect((await readBalance('available')).balance).toBe(before.balance);
    expect(toStatusAndCode(await approve(approval_id, maker))).toEqual([422, 'self_approval']);
    expect((await approve(approval_id)).statusCode).toBe(200);
    expect((await readBalance('available')).balance).toBe(before.balance + 75_000);
    const { data: entries } = await owner.ok(listBalanceEntries, { params: { id: before.id } });
    expect(entries[0]).toMatchObject({ kind: 'adjustment', credit: 75_000, description: 'Fee of a hardware order' });
    const [listed] = (await maker.ok(listBalanceAdjustments, { params })).data;
    expect(listed).toMatchObject({
      id,
      status: 'posted',
      requested_by: 'Panji Wicaksono',
      decided_by: 'Putri Maharani',
      approval_id: null,
    });
    const log = await checker.ok(listMerchantAuditLogs, { params });
    expect(log.data.map(({ action }) => action).slice(0, 3)).toEqual([
      'balance_adjustment.posted',
      'approval.approved',
      'balance_adjustment.requested',
    ]);
    expect(toStatusAndCode(await approve(approval_id))).toEqual([409, 'not_pending']);
  });

  test('a rejected request changes no balance', async () => {
    const before = (await readBalance('payout')).balance;
    const { approval_id } = await request({ account_type: 'payout', amount: 10_000 });
    await checker.ok(rejectRequest, {
      params: { id: approval_id ?? '' },
      body: { reason: 'Wrong merchant' },
      headers: headers(),
    });
    expect((await readBalance('payout')).balance).toBe(before);
    const [listed] = (await maker.ok(listBalanceAdjustments, { params })).data;
    expect(listed).toMatchObject({ status: 'rejected', remark: 'Wrong merchant' });
  });

  test('a request that nobody decides expires', async () => {
    const { id, approval_id } = await request({ account_type: 'available', amount: 5_000 });
    const later = new Date(t.clock.now().getTime() + 73 * 3_600_000);
    await asMerchant(t.deps.db, merchant_id, (tx) => expireAdjustment(tx, id, later));
    await asMerchant(t.deps.db, merchant_id, (tx) => expireAdjustment(tx, id, later));
    const [listed] = (await maker.ok(listBalanceAdjustments, { params })).data;
    expect(listed).toMatchObject({ id, status: 'rejected', decided_by: null, approval_id: null });
    expect(toStatusAndCode(await approve(approval_id))).toEqual([409, 'not_pending']);
  });

  test('the same key requests once', async () => {
    const at = headers();
    const answers = await Promise.all([0, 1].map(() => send({ account_type: 'available', amount: 1_000 }, maker, at)));
    expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0);
    const again = await send({ account_type: 'available', amount: 1_000 }, maker, at);
    const { id } = (again.json() as { data: { id: string } }).data;
    const { data } = await maker.ok(listBalanceAdjustments, { params });
    expect(data.filter((each) => each.amount === 1_000).map((each) => each.id)).toEqual([id]);
  });
});

describe('balances', () => {
  test('a debit never takes a balance below zero, also when it was spent meanwhile', async () => {
    const { balance } = await readBalance('available');
    expect(toStatusAndCode(await send({ account_type: 'available', amount: -(balance + 1) }))).toEqual([
      422,
      'insufficient_balance',
    ]);
    const first = await request({ account_type: 'available', amount: -balance });
    const second = await request({ account_type: 'available', amount: -1 });
    expect((await approve(first.approval_id)).statusCode).toBe(200);
    expect(toStatusAndCode(await approve(second.approval_id))).toEqual([422, 'insufficient_balance']);
    expect((await readBalance('available')).balance).toBe(0);
  });

  test('an adjustment of the payout balance checks its low-balance alert', async () => {
    const isCheckEnqueued = () => removeQueuedJob(t.database.owner_url, `check_payout_balance:${merchant_id}`);
    const post = async (account_type: Adjustment['account_type'], amount: number) =>
      expect((await approve((await request({ account_type, amount })).approval_id)).statusCode).toBe(200);
    await isCheckEnqueued();
    await post('available', 10_000);
    expect(await isCheckEnqueued()).toBe(false);
    for (const amount of [10_000, -10_000]) {
      await post('payout', amount);
      expect(await isCheckEnqueued()).toBe(true);
    }
  });

  test('an adjustment of the pending balance is a line of the next settlement', async () => {
    const paid_at = new Date(t.clock.now().getTime() - 3_600_000);
    await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: 50_000, paid_at });
    const { id, approval_id } = await request({ account_type: 'pending_settlement', amount: -2_500 });
    expect((await approve(approval_id)).statusCode).toBe(200);
    const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
    if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
    const { data } = await owner.ok(listSettlementLines, { params: { id: result.id } });
    expect(data.find(({ reference_id }) => reference_id === id)).toMatchObject({
      line_type: 'adjustment',
      adjustment_amount: -2_500,
      net_amount: -2_500,
    });
  });
});

describe('access', () => {
  test.each(['platform_compliance', 'platform_support'])('%s reads adjustments and requests none', async (role) => {
    const reader = await t.signIn(`${role}@dasbor.example`);
    expect((await reader.call(listBalanceAdjustments, { params })).statusCode).toBe(200);
    expect((await send({ account_type: 'available', amount: 1 }, reader)).statusCode).toBe(403);
  });

  test('a merchant neither reads nor requests them', async () => {
    expect((await owner.call(listBalanceAdjustments, { params })).statusCode).toBe(403);
    expect((await send({ account_type: 'available', amount: 1 }, owner)).statusCode).toBe(403);
  });

  test('zero and an unknown merchant are refused', async () => {
    expect((await send({ account_type: 'available', amount: 0 })).statusCode).toBe(400);
    const unknown = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t' };
    const body = { account_type: 'available', amount: 1, reason: 'x' } as const;
    const answer = await maker.call(createBalanceAdjustment, { params: unknown, body, headers: headers() });
    expect(answer.statusCode).toBe(404);
  });
});
