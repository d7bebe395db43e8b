/** Policies of approvals: how many approve, who, up to which daily limit, and how policies are changed. */
import { countWaitingApprovals, getApproval, listApprovalPolicies, listApprovals } from '@dasbor/contract/approval';
import { approveBalanceTransfer, createBalanceTransfer } from '@dasbor/contract/payout-balance';
import { approveRefund, createRefunds, getRefund } from '@dasbor/contract/refund';
import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import type { TestClient } from '../../test/test-app.ts';
import { changeBankAccountForTest } from '../../test/bank-account.ts';
import {
  merchant_id,
  t,
  finance,
  superadmin,
  admin,
  approver,
  key,
  getUserId,
  requestTransfer,
  requestRefund,
  findApproval,
  approve,
  reject,
  buildTier,
  savePolicy,
  setUpApprovals,
} from '../../test/approval-fixture.ts';

setUpApprovals();

test('with two required, the first approval leaves the subject pending and says how many are missing', async () => {
  expect((await savePolicy('refund', [buildTier(1), buildTier(2, { amount_from: 100_000 })])).statusCode).toBe(200);
  const small = await requestRefund(99_999);
  const large = await requestRefund(100_000);
  const first = await approver.call(approveRefund, { params: { id: large.id }, body: {}, headers: key() });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toMatchObject({ data: { status: 'pending', approvals_missing: 1, may_decide: false } });
  expect((await admin.ok(getRefund, { params: { id: large.id } })).data).toMatchObject({ may_decide: true });
  const second = await admin.call(approveRefund, { params: { id: large.id }, body: {}, headers: key() });
  expect(second.json()).toMatchObject({ data: { status: 'approved', approvals_missing: null } });
  const only = await approver.call(approveRefund, { params: { id: small.id }, body: {}, headers: key() });
  expect(only.json()).toMatchObject({ data: { status: 'approved' } });
  const transfer = await requestTransfer(1_000);
  const answer = await approver.call(approveBalanceTransfer, {
    params: { id: transfer.id },
    body: {},
    headers: key(),
  });
  expect(answer.json()).toMatchObject({ data: { status: 'posted', approvals_missing: null } });
});

test('a request keeps the policy that was in force when it was made', async () => {
  const { id } = await requestTransfer(100_000);
  expect((await savePolicy('balance_transfer', [buildTier(2, { roles: ['superadmin', 'approver'] })])).statusCode).toBe(
    200,
  );
  const row = await findApproval(id);
  expect(row.approvals_required).toBe(1);
  expect((await approve(row.id, approver)).statusCode).toBe(200);
  const later = await findApproval((await requestTransfer(100_000)).id);
  expect(later.approvals_required).toBe(2);
  const { data } = await finance.ok(getApproval, { params: { id: later.id } });
  expect(data.policy).toEqual({ version: 1, roles: ['superadmin', 'approver'], role_names: {}, people: [] });
});

test('only the people and roles of the policy decide, and only theirs is it to wait for', async () => {
  await savePolicy('balance_transfer', [buildTier(1, { user_ids: [getUserId('approver@kopi.example')] })]);
  const { id } = await requestTransfer(100_000);
  const row = await findApproval(id);
  expect(row.may_decide).toBe(false);
  const waiting = async (by: TestClient) =>
    (await by.ok(listApprovals, { query: { view: 'waiting', limit: 100 } as never })).data.map(({ id: one }) => one);
  expect(await waiting(superadmin)).not.toContain(row.id);
  expect(await waiting(approver)).toContain(row.id);
  expect(toStatusAndCode(await approve(row.id, superadmin))).toEqual([422, 'not_an_approver']);
  expect(toStatusAndCode(await reject(row.id, superadmin))).toEqual([422, 'not_an_approver']);
  const before = (await approver.ok(countWaitingApprovals)).data.count;
  expect((await approve(row.id, approver)).statusCode).toBe(200);
  expect((await approver.ok(countWaitingApprovals)).data.count).toBe(before - 1);
});

test('the daily limit counts what a person requested, with keys, and holds under concurrent requests', async () => {
  expect((await savePolicy('balance_transfer', [buildTier(1)], { daily_limit: 50_000 })).statusCode).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => finance.call(createBalanceTransfer, { body: { amount: 20_000 }, headers: key() })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  const refused = answers.find(({ statusCode }) => statusCode !== 201)!;
  expect(toStatusAndCode(refused)).toEqual([422, 'daily_limit_exceeded']);
  await requestTransfer(10_000);
  await requestTransfer(50_000, superadmin);
});

test('a refused refund of a bulk request does not use up the daily limit', async () => {
  expect((await savePolicy('refund', [buildTier(1)], { daily_limit: 60_000 })).statusCode).toBe(200);
  const ids = [];
  for (const amount of [50_000, 20_000, 10_000]) {
    ids.push(await insertPaidPayment(t, merchant_id, { amount, method: 'qris', issuer: 'GoPay' }));
  }
  t.clock.advance(20);
  const body = { transaction_ids: ids, reason: 'customer_request' };
  const { data } = await finance.ok(createRefunds, { body, headers: key() });
  expect(data.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'daily_limit_exceeded', null]);
});

test('a payout account is approved by the people of its policy; a new request makes the old one void', async () => {
  const named = buildTier(1, { roles: ['approver', 'superadmin'] });
  expect((await savePolicy('payout_account', [named])).statusCode).toBe(200);
  const first = await changeBankAccountForTest(t, superadmin);
  const second = await changeBankAccountForTest(t, superadmin);
  expect((await findApproval(first)).status).toBe('cancelled');
  const row = await findApproval(second);
  expect(row).toMatchObject({ amount: null, status: 'pending', details: { account_last4: '0001' } });
  expect(toStatusAndCode(await approve(row.id, superadmin))).toEqual([422, 'self_approval']);
  const answer = await approve(row.id, approver);
  expect(answer.statusCode, answer.body).toBe(200);
  const { pending_bank_account } = (await superadmin.ok(getSettlementSetting)).data;
  expect(pending_bank_account).toMatchObject({ id: second, status: 'cooling_off', approvals_missing: null });
});

test('policies: versions, one saver of two wins, and nothing that nobody could approve', async () => {
  const read = async () => (await admin.ok(listApprovalPolicies)).data.find((one) => one.subject_type === 'refund')!;
  expect(await read()).toMatchObject({ version: 0, daily_limit: null, expires_after_hours: 72, changed_by: null });
  expect((await read()).approvers.map(({ role }) => role).sort()).toEqual(['admin', 'approver', 'superadmin']);
  const saves = await Promise.all([
    savePolicy('refund', [buildTier(2)]),
    savePolicy('refund', [buildTier(3)], {}, admin),
  ]);
  expect(saves.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(saves.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'policy_changed' });
  expect(await read()).toMatchObject({ version: 1 });
  const next = { version: 1 };
  expect(toStatusAndCode(await savePolicy('refund', [buildTier(1, { roles: ['finance'] })], next))).toEqual([
    422,
    'approver_without_access',
  ]);
  expect(toStatusAndCode(await savePolicy('refund', [buildTier(2, { roles: ['approver'] })], next))).toEqual([
    422,
    'too_few_approvers',
  ]);
  expect(toStatusAndCode(await savePolicy('refund', [buildTier(1, { amount_from: 5 })], next))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(toStatusAndCode(await savePolicy('payout_account', [buildTier(1)], { daily_limit: 5 }))).toEqual([
    422,
    'amount_not_applicable',
  ]);
  expect((await savePolicy('refund', [buildTier(1)], next, finance)).statusCode).toBe(403);
});
