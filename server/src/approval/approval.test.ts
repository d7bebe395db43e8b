/** Approvals: the list, decisions under policies, expiry, and what a decision does to each kind of subject. */
import { createApiKey, rollApiKey } from '@dasbor/contract/api-settings';
import { type AccessEntry, getRoleAccess } from '@dasbor/contract/access';
import {
  type ApprovalTier,
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovalPolicies,
  listApprovals,
  rejectRequest,
  saveApprovalPolicy,
} from '@dasbor/contract/approval';
import { listBalances } from '@dasbor/contract/balance';
import { approveBalanceTransfer, createBalanceTransfer, getBalanceTransfer } from '@dasbor/contract/payout-balance';
import { approveRefund, createRefund, createRefunds, getRefund } from '@dasbor/contract/refund';
import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA, SANDBOX_USERS, getSandboxUserId } from '../sandbox/people.ts';
import { changeBankAccountForTest } from '../../test/bank-account.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let owner: pg.Client;
let finance: TestClient;
let superadmin: TestClient;
let admin: TestClient;
let approver: TestClient;
let account: Record<string, string>;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  finance = await t.signIn('finance@kopi.example');
  superadmin = await t.signIn('superadmin@kopi.example');
  admin = await t.signIn('admin@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  account = Object.fromEntries((await finance.ok(listBalances)).data.map(({ type, id }) => [type, id]));
  await fund(10_000_000);
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});
beforeEach(async () => {
  await owner.query('delete from app.approval_policy');
  await owner.query('delete from app.approval_usage');
});
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const key = () => ({ 'idempotency-key': `approval-${++count}` });
const userId = (email: string) => getSandboxUserId(SANDBOX_USERS.findIndex((user) => user.email === email));
const fund = (amount: number) =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    postTransfers(tx, {
      posted_at: t.clock.now(),
      transfers: [
        {
          kind: 'adjustment',
          debit_account: account['bank_clearing']!,
          credit_account: account['available']!,
          amount,
          reference_type: 'test',
          reference_id: `fund-${++count}`,
        },
      ],
    }),
  );
const payoutBalance = async () => (await finance.ok(listBalances)).data.find(({ type }) => type === 'payout')!.balance;
const requestTransfer = async (amount: number, by = finance) =>
  (await by.ok(createBalanceTransfer, { body: { amount }, headers: key() })).data;
const requestRefund = async (amount: number, by = finance) => {
  const id = await insertPaidPayment(t, merchant_id, { amount: amount + 50_000, method: 'qris', issuer: 'GoPay' });
  t.clock.advance(20);
  const body = { amount, reason: 'customer_request' };
  return (await by.ok(createRefund, { params: { id }, body, headers: key() })).data;
};
const findApproval = async (subject_id: string, by = superadmin) =>
  (await by.ok(listApprovals, { query: { limit: 100 } as never })).data.find((row) => row.subject_id === subject_id)!;
const approve = (id: string, by: TestClient, headers = key()) =>
  by.call(approveRequest, { params: { id }, body: {}, headers });
const reject = (id: string, by: TestClient) =>
  by.call(rejectRequest, { params: { id }, body: { reason: 'Not agreed' }, headers: key() });
const tier = (approvals_required: number, more: Partial<ApprovalTier> = {}): ApprovalTier => ({
  amount_from: 0,
  approvals_required,
  roles: [],
  user_ids: [],
  ...more,
});
const savePolicy = (
  subject_type: 'refund' | 'balance_transfer' | 'payout_account',
  tiers: ApprovalTier[],
  more: { daily_limit?: number | null; expires_after_hours?: number; version?: number } = {},
  by = superadmin,
) =>
  by.call(saveApprovalPolicy, {
    params: { subject_type },
    body: { version: 0, tiers, daily_limit: null, expires_after_hours: 72, ...more },
  });
const expire = () => JOBS.find(({ name }) => name === 'expire_approvals')!.run(t.deps, {});

test('domain 1.12: without a policy one other person approves, from the list, and the decision is applied', async () => {
  const before = await payoutBalance();
  const { id } = await requestTransfer(100_000);
  const row = await findApproval(id, approver);
  expect(row).toMatchObject({
    subject_type: 'balance_transfer',
    amount: 100_000,
    status: 'pending',
    approvals_required: 1,
    approvals_given: 0,
    is_own: false,
    may_decide: true,
  });
  expect(Date.parse(row.expires_at ?? '') - Date.parse(row.created_at)).toBe(72 * 3_600_000);
  expect(await findApproval(id, finance)).toMatchObject({ is_own: true, may_decide: false });
  const headers = key();
  const answers = await Promise.all([approve(row.id, approver, headers), approve(row.id, superadmin)]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({ code: 'not_pending' });
  const { data } = await finance.ok(getApproval, { params: { id: row.id } });
  expect(data).toMatchObject({ status: 'approved', approvals_given: 1, policy: { version: 0, roles: [], people: [] } });
  expect(data.decisions).toMatchObject([{ decision: 'approve' }]);
  expect(await payoutBalance()).toBe(before + 100_000);
});

test('an approval that is repeated with its key answers the same and counts once', async () => {
  expect((await savePolicy('balance_transfer', [tier(2)])).statusCode).toBe(200);
  const { id } = await requestTransfer(100_000);
  const row = await findApproval(id);
  const headers = key();
  const first = await approve(row.id, approver, headers);
  const again = await approve(row.id, approver, headers);
  expect([again.statusCode, again.body]).toEqual([200, first.body]);
  expect(toStatusAndCode(await approve(row.id, approver))).toEqual([409, 'already_decided']);
  expect((await findApproval(id)).approvals_given).toBe(1);
});

test('with two required, the first approval leaves the subject pending and says how many are missing', async () => {
  expect((await savePolicy('refund', [tier(1), tier(2, { amount_from: 100_000 })])).statusCode).toBe(200);
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
  expect((await savePolicy('balance_transfer', [tier(2, { roles: ['superadmin', 'approver'] })])).statusCode).toBe(200);
  const row = await findApproval(id);
  expect(row.approvals_required).toBe(1);
  expect((await approve(row.id, approver)).statusCode).toBe(200);
  const later = await findApproval((await requestTransfer(100_000)).id);
  expect(later.approvals_required).toBe(2);
  const { data } = await finance.ok(getApproval, { params: { id: later.id } });
  expect(data.policy).toEqual({ version: 1, roles: ['superadmin', 'approver'], role_names: {}, people: [] });
});

test('only the people and roles of the policy decide, and only theirs is it to wait for', async () => {
  await savePolicy('balance_transfer', [tier(1, { user_ids: [userId('approver@kopi.example')] })]);
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

test('a requester never approves, in person or behind a key, and a key decides nothing', async () => {
  const made = await superadmin.ok(createApiKey, { body: { name: 'ERP', access: getRoleAccess('superadmin') } });
  const server = t.client(`Bearer ${made.data.secret}`);
  const { id } = await requestTransfer(10_000, server);
  const row = await findApproval(id);
  expect(row).toMatchObject({ requested_by_type: 'api_key', is_own: true, may_decide: false });
  expect(toStatusAndCode(await approve(row.id, superadmin))).toEqual([422, 'self_approval']);
  expect((await approve(row.id, server)).statusCode).toBe(403);
  const listed = await server.ok(listApprovals, { query: { view: 'requested', limit: 100 } as never });
  expect(listed.data.find((one) => one.id === row.id)).toMatchObject({ is_own: true, may_decide: false });
  expect((await approve(row.id, approver)).statusCode).toBe(200);
});

test('a key reads the requests of the kinds in its access and what it requested, and nothing of its owner', async () => {
  const make = async (name: string, access: AccessEntry[]) =>
    t.client(`Bearer ${(await superadmin.ok(createApiKey, { body: { name, access } })).data.secret}`);
  const reader = await make('Shop', [{ group: 'Transactions', access: 'view' }]);
  const writer = await make('Payouts', [{ group: 'Deposit VA', access: 'manage' }]);
  const refund = await requestRefund(10_000, superadmin);
  const transfer = await requestTransfer(10_000, writer);
  const row = await findApproval(refund.id);
  const read = async (by: TestClient, view: 'all' | 'requested') =>
    (await by.ok(listApprovals, { query: { view, limit: 100 } as never })).data.map(({ subject_id }) => subject_id);
  expect(await read(reader, 'all')).toEqual([]);
  expect(await read(reader, 'requested')).toEqual([]);
  expect((await reader.call(getApproval, { params: { id: row.id } })).statusCode).toBe(404);
  expect(await read(writer, 'all')).toContain(transfer.id);
  expect(await read(writer, 'all')).not.toContain(refund.id);
  expect(await read(writer, 'requested')).toEqual([transfer.id]);
  // The person behind the key goes on reading what was requested in their name.
  expect(await read(superadmin, 'requested')).toEqual(expect.arrayContaining([refund.id, transfer.id]));
});

test('nobody behind any generation of a key approves what it requests', async () => {
  const made = await superadmin.ok(createApiKey, {
    body: { name: 'ERP', access: [{ group: 'Deposit VA', access: 'manage' }] },
  });
  const next = await admin.ok(rollApiKey, { params: { id: made.data.id }, body: { overlap_hours: 24 } });
  const { id } = await requestTransfer(10_000, t.client(`Bearer ${next.data.secret}`));
  const row = await findApproval(id);
  const waiting = async (by: TestClient) =>
    (await by.ok(listApprovals, { query: { view: 'waiting', limit: 100 } as never })).data.some(
      (one) => one.id === row.id,
    );
  expect(row).toMatchObject({ is_own: true, may_decide: false });
  expect([await waiting(superadmin), await waiting(approver)]).toEqual([false, true]);
  expect(toStatusAndCode(await approve(row.id, superadmin))).toEqual([422, 'self_approval']);
  expect((await approve(row.id, approver)).statusCode).toBe(200);
});

test('the database itself keeps the requester from approving, and a person from deciding twice', async () => {
  const { id } = await requestTransfer(10_000);
  const row = await findApproval(id);
  const insert = (person_id: string) =>
    owner.query(
      `insert into app.approval_decision (merchant_id, request_id, person_id, requested_by_owner, person, decision, decided_at)
       values ($1, $2, $3, $4, 'x', 'approve', now())`,
      [merchant_id, row.id, person_id, userId('finance@kopi.example')],
    );
  await expect(insert(userId('finance@kopi.example'))).rejects.toThrow('approval_decision_other_person');
  await owner.query('begin');
  await insert('usr_x');
  await expect(insert('usr_x')).rejects.toThrow('duplicate key');
  await owner.query('rollback');
});

test('a rejection is final, releases the hold, and a refund of another person is not rejected by its requester', async () => {
  const refund = await requestRefund(20_000);
  const row = await findApproval(refund.id);
  expect(row.facts).toMatchObject({ transaction_id: refund.transaction_id, reason: 'customer_request' });
  expect(toStatusAndCode(await reject(row.id, finance))).toEqual([403, 'forbidden']);
  expect((await reject(row.id, approver)).statusCode).toBe(200);
  expect((await finance.ok(getRefund, { params: { id: refund.id } })).data).toMatchObject({
    status: 'rejected',
    rejected_reason: 'Not agreed',
  });
  expect(await findApproval(refund.id)).toMatchObject({ status: 'rejected', approvals_given: 0 });
  expect(toStatusAndCode(await approve(row.id, admin))).toEqual([409, 'refund_not_pending']);
});

test('the requester withdraws a transfer; the request is cancelled', async () => {
  const { id } = await requestTransfer(10_000, superadmin);
  const row = await findApproval(id);
  expect((await reject(row.id, superadmin)).statusCode).toBe(200);
  expect((await findApproval(id)).status).toBe('cancelled');
  expect((await finance.ok(getBalanceTransfer, { params: { id } })).data.status).toBe('rejected');
});

test('an undecided request expires: it cannot be approved, and a job releases what it holds', async () => {
  expect((await savePolicy('refund', [tier(1)], { expires_after_hours: 1 })).statusCode).toBe(200);
  const refund = await requestRefund(20_000);
  const transfer = await requestTransfer(20_000);
  t.clock.advance(3_600_000);
  const clients = {
    approver: await t.signIn('approver@kopi.example'),
    finance: await t.signIn('finance@kopi.example'),
  };
  const row = await findApproval(refund.id, clients.approver);
  expect(row.may_decide).toBe(false);
  expect(toStatusAndCode(await approve(row.id, clients.approver))).toEqual([409, 'approval_expired']);
  await Promise.all([expire(), expire()]);
  expect((await clients.finance.ok(getRefund, { params: { id: refund.id } })).data).toMatchObject({
    status: 'rejected',
    error_code: 'approval_expired',
  });
  expect((await findApproval(refund.id, clients.approver)).status).toBe('expired');
  expect((await findApproval(transfer.id, clients.approver)).status).toBe('pending');
  t.clock.advance(71 * 3_600_000);
  await expire();
  const later = await t.signIn('finance@kopi.example');
  expect((await later.ok(getBalanceTransfer, { params: { id: transfer.id } })).data).toMatchObject({
    status: 'rejected',
    remark: 'The request expired before it was approved',
  });
  finance = later;
  superadmin = await t.signIn('superadmin@kopi.example');
  admin = await t.signIn('admin@kopi.example');
  approver = await t.signIn('approver@kopi.example');
});

test('the daily limit counts what a person requested, with keys, and holds under concurrent requests', async () => {
  expect((await savePolicy('balance_transfer', [tier(1)], { daily_limit: 50_000 })).statusCode).toBe(200);
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
  expect((await savePolicy('refund', [tier(1)], { daily_limit: 60_000 })).statusCode).toBe(200);
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
  const named = tier(1, { roles: ['approver', 'superadmin'] });
  expect((await savePolicy('payout_account', [named])).statusCode).toBe(200);
  const first = await changeBankAccountForTest(t, superadmin);
  const second = await changeBankAccountForTest(t, superadmin);
  expect((await findApproval(first)).status).toBe('cancelled');
  const row = await findApproval(second);
  expect(row).toMatchObject({ amount: null, status: 'pending', facts: { account_last4: '0001' } });
  expect(toStatusAndCode(await approve(row.id, superadmin))).toEqual([422, 'self_approval']);
  const answer = await approve(row.id, approver);
  expect(answer.statusCode, answer.body).toBe(200);
  const { pending_bank_account } = (await superadmin.ok(getSettlementSetting)).data;
  expect(pending_bank_account).toMatchObject({ id: second, status: 'cooling_off', approvals_missing: null });
});

test('a payout account waits in the list of the provider, which may approve it instead of a second person', async () => {
  const account = await changeBankAccountForTest(t, superadmin);
  const provider = await t.signIn('platform_admin@dasbor.example');
  const { data } = await provider.ok(listApprovals, { query: { view: 'waiting' } });
  const row = data.find(({ subject_id }) => subject_id === account);
  expect(row).toMatchObject({ subject_type: 'payout_account', merchant_id, may_decide: true });
  const answer = await approve(row!.id, provider);
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await findApproval(account)).status).toBe('approved');
});

test('policies: versions, one saver of two wins, and nothing that nobody could approve', async () => {
  const read = async () => (await admin.ok(listApprovalPolicies)).data.find((one) => one.subject_type === 'refund')!;
  expect(await read()).toMatchObject({ version: 0, daily_limit: null, expires_after_hours: 72, changed_by: null });
  expect((await read()).approvers.map(({ role }) => role).sort()).toEqual(['admin', 'approver', 'superadmin']);
  const saves = await Promise.all([savePolicy('refund', [tier(2)]), savePolicy('refund', [tier(3)], {}, admin)]);
  expect(saves.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(saves.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'policy_changed' });
  expect(await read()).toMatchObject({ version: 1 });
  const next = { version: 1 };
  expect(toStatusAndCode(await savePolicy('refund', [tier(1, { roles: ['finance'] })], next))).toEqual([
    422,
    'approver_without_access',
  ]);
  expect(toStatusAndCode(await savePolicy('refund', [tier(2, { roles: ['approver'] })], next))).toEqual([
    422,
    'too_few_approvers',
  ]);
  expect(toStatusAndCode(await savePolicy('refund', [tier(1, { amount_from: 5 })], next))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(toStatusAndCode(await savePolicy('payout_account', [tier(1)], { daily_limit: 5 }))).toEqual([
    422,
    'amount_not_applicable',
  ]);
  expect((await savePolicy('refund', [tier(1)], next, finance)).statusCode).toBe(403);
});

test('another merchant neither sees nor decides a request', async () => {
  const { id } = await requestTransfer(10_000);
  const row = await findApproval(id);
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.call(getApproval, { params: { id: row.id } })).statusCode).toBe(404);
  expect((await approve(row.id, batik)).statusCode).toBe(404);
  expect((await reject(row.id, batik)).statusCode).toBe(404);
  expect((await batik.ok(listApprovals)).data).toEqual([]);
  const support = await t.signIn('support@kopi.example');
  expect((await support.call(getApproval, { params: { id: row.id } })).statusCode).toBe(404);
  expect((await support.ok(countWaitingApprovals)).data).toEqual({ count: 0, may_view: false });
});

test('the list is filtered and paged, and each step is in the audit log', async () => {
  const { id } = await requestTransfer(30_000);
  const row = await findApproval(id);
  await approve(row.id, approver);
  const page = async (query: object) => (await approver.ok(listApprovals, { query: query as never })).data;
  expect((await page({ status: 'approved', subject_type: 'balance_transfer', limit: 1 }))[0]?.id).toBe(row.id);
  expect((await page({ amount_min: 30_000, amount_max: 30_000 })).map(({ amount }) => amount)).toContain(30_000);
  const first = await approver.ok(listApprovals, { query: { limit: 2 } });
  const second = await approver.ok(listApprovals, { query: { limit: 2, cursor: first.next_cursor! } });
  expect(new Set([...first.data, ...second.data].map((one) => one.id)).size).toBe(4);
  const { rows } = await owner.query<{ action: string; actor_name: string }>(
    'select action, actor_name from app.audit_log where object_id = $1',
    [row.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['approval.approved']);
});

test('an upgrade gives what waits already a request under the default policy', async () => {
  const refund = await requestRefund(20_000);
  const transfer = await requestTransfer(20_000);
  const account = await changeBankAccountForTest(t, superadmin);
  const ids = [refund.id, transfer.id, account];
  const read = async () =>
    (
      await owner.query<{ subject_id: string }>(
        `select subject_id, subject_type, amount, facts - 'reason' as facts, policy_version, approvals_required,
           approver_roles, approver_user_ids, requested_by_type, requested_by_id, requested_by, requested_by_owner, status
         from app.approval_request where subject_id = any ($1) order by subject_id`,
        [ids],
      )
    ).rows;
  const before = await read();
  expect(before).toHaveLength(3);
  await owner.query('begin');
  await owner.query('delete from app.approval_decision');
  await owner.query('delete from app.approval_request');
  const migration = readFileSync(new URL('../../migrations/0081_approval.sql', import.meta.url), 'utf8');
  const statement = /insert into app\.approval_request[\s\S]*?\) w;/.exec(migration)?.[0] ?? 'no statement';
  // A later migration has renamed the column.
  await owner.query(statement.replace('c.account_name', 'c.verified_name'));
  const after = await read();
  await owner.query('rollback');
  expect(after).toEqual(before);
});
