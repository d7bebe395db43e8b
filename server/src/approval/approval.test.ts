/** Approvals: the list, who decides, expiry, and what a decision does to each kind of subject. */
import { createApiKey, rollApiKey } from '@dasbor/contract/api-settings';
import { type AccessEntry, getRoleAccess } from '@dasbor/contract/access';
import { countWaitingApprovals, getApproval, listApprovals, summariseApprovals } from '@dasbor/contract/approval';
import { listBalances } from '@dasbor/contract/balance';
import { getBalanceTransfer } from '@dasbor/contract/payout-balance';
import { getRefund } from '@dasbor/contract/refund';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { expectTotals } from '../../test/list-totals.ts';
import type { TestClient } from '../../test/test-app.ts';
import { JOBS } from '../jobs/registry.ts';
import { changeBankAccountForTest } from '../../test/bank-account.ts';
import {
  merchant_id,
  t,
  owner,
  finance,
  superadmin,
  admin,
  approver,
  signIn,
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

const readPayoutBalance = async () =>
  (await finance.ok(listBalances)).data.find(({ type }) => type === 'payout')!.balance;
const expire = () => JOBS.find(({ name }) => name === 'expire_approvals')!.run(t.deps, {});

test('domain 1.12: without a policy one other person approves, from the list, and the decision is applied', async () => {
  const before = await readPayoutBalance();
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
  expect(await readPayoutBalance()).toBe(before + 100_000);
});

test('an approval that is repeated with its key answers the same and counts once', async () => {
  expect((await savePolicy('balance_transfer', [buildTier(2)])).statusCode).toBe(200);
  const { id } = await requestTransfer(100_000);
  const row = await findApproval(id);
  const headers = key();
  const first = await approve(row.id, approver, headers);
  const again = await approve(row.id, approver, headers);
  expect([again.statusCode, again.body]).toEqual([200, first.body]);
  expect(toStatusAndCode(await approve(row.id, approver))).toEqual([409, 'already_decided']);
  expect((await findApproval(id)).approvals_given).toBe(1);
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
  for (const by of [superadmin, approver, writer]) {
    for (const query of [
      {},
      { view: 'waiting' },
      { view: 'requested' },
      { status: 'pending' },
      { amount_min: 10_001 },
    ]) {
      const routes = [listApprovals, summariseApprovals] as const;
      await expectTotals(by, routes, query, ({ amount }) => Math.abs(Number(amount)));
    }
  }
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
      [merchant_id, row.id, person_id, getUserId('finance@kopi.example')],
    );
  await expect(insert(getUserId('finance@kopi.example'))).rejects.toThrow('approval_decision_other_person');
  await owner.query('begin');
  await insert('usr_x');
  await expect(insert('usr_x')).rejects.toThrow('duplicate key');
  await owner.query('rollback');
});

test('a rejection is final, releases the hold, and a refund of another person is not rejected by its requester', async () => {
  const refund = await requestRefund(20_000);
  const row = await findApproval(refund.id);
  expect(row.details).toMatchObject({ transaction_id: refund.transaction_id, reason: 'customer_request' });
  expect(toStatusAndCode(await reject(row.id, finance))).toEqual([403, 'forbidden']);
  expect((await reject(row.id, approver)).statusCode).toBe(200);
  expect((await finance.ok(getRefund, { params: { id: refund.id } })).data).toMatchObject({
    status: 'rejected',
    rejected_reason: 'Not agreed',
  });
  expect(await findApproval(refund.id)).toMatchObject({ status: 'rejected', approvals_given: 0 });
  expect(toStatusAndCode(await approve(row.id, admin))).toEqual([409, 'status_conflict']);
});

test('the requester withdraws a transfer; the request is cancelled', async () => {
  const { id } = await requestTransfer(10_000, superadmin);
  const row = await findApproval(id);
  expect((await reject(row.id, superadmin)).statusCode).toBe(200);
  expect((await findApproval(id)).status).toBe('cancelled');
  expect((await finance.ok(getBalanceTransfer, { params: { id } })).data.status).toBe('rejected');
});

test('an undecided request expires: it cannot be approved, and a job releases what it holds', async () => {
  expect((await savePolicy('refund', [buildTier(1)], { expires_after_hours: 1 })).statusCode).toBe(200);
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
  await signIn();
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
        `select subject_id, subject_type, amount, details - 'reason' as details, policy_version, approvals_required,
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
  // Later migrations have renamed these columns.
  await owner.query(
    statement.replace('c.account_name', 'c.verified_name').replace('amount, facts,', 'amount, details,'),
  );
  const after = await read();
  await owner.query('rollback');
  expect(after).toEqual(before);
});
