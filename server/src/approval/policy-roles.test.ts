/** A custom role in an approval policy has its name wherever people read it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MERCHANT_GROUPS } from '@dasbor/contract/access';
import { getApproval, listApprovalPolicies, listApprovals, saveApprovalPolicy } from '@dasbor/contract/approval';
import { listAuditLogs } from '@dasbor/contract/audit';
import { createRefund } from '@dasbor/contract/refund';
import { createRole, deleteRole } from '@dasbor/contract/role';
import { changeUserRole, listUsers, suspendUser } from '@dasbor/contract/user';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

test('policies, requests and the audit log name a custom role', async () => {
  const admin = await it.signIn('superadmin@kopi.example');
  const access = MERCHANT_GROUPS.map((group) => ({
    group,
    access: group === 'Refunds' ? 'approve' : 'view',
  }));
  const { data: role } = await admin.ok(createRole, { body: { name: 'Treasury', access } });
  const { data: users } = await admin.ok(listUsers);
  const finance = users.find(({ email }) => email === 'finance@kopi.example')!;
  await admin.ok(changeUserRole, { params: { id: finance.id }, body: { role: role.id } });

  const tiers = [{ amount_from: 0, approvals_required: 1, roles: [role.id, 'approver'], user_ids: [] }];
  await admin.ok(saveApprovalPolicy, {
    params: { subject_type: 'refund' },
    body: { version: 0, tiers, daily_limit: null, expires_after_hours: 72 },
  });
  const { data: policies } = await admin.ok(listApprovalPolicies);
  const policy = policies.find(({ subject_type }) => subject_type === 'refund')!;
  expect(policy.tiers[0]!.roles).toEqual([role.id, 'approver']);
  expect(policy.role_names).toEqual({ [role.id]: 'Treasury' });

  const { data: entries } = await admin.ok(listAuditLogs);
  const find = (action: string) => entries.find((entry) => entry.action === action);
  expect(find('approval_policy.changed')?.after).toMatchObject({ tiers: [{ roles: ['Treasury', 'approver'] }] });
  expect(find('user.role_changed')?.after).toMatchObject({ role_name: 'Treasury' });

  const payment = await insertPaidPayment(it, KOPI_NUSANTARA.merchant_id, { amount: 50_000, method: 'qris' });
  await (
    await it.signIn('operator@kopi.example')
  ).ok(createRefund, {
    params: { id: payment },
    headers: { 'idempotency-key': 'named-role-1' },
    body: { amount: 10_000, reason: 'customer_request' },
  } as never);
  const { data: requests } = await admin.ok(listApprovals, { query: { view: 'all' } });
  const { data: detail } = await admin.ok(getApproval, { params: { id: requests[0]!.id } });
  expect(detail.policy).toMatchObject({ roles: [role.id, 'approver'], role_names: { [role.id]: 'Treasury' } });
});

test('a role that a policy in force names cannot be deleted, and a policy without approvers says so', async () => {
  const admin = await it.signIn('superadmin@kopi.example');
  const access = MERCHANT_GROUPS.map((group) => ({ group, access: group === 'Refunds' ? 'approve' : 'view' }));
  const { data: role } = await admin.ok(createRole, { body: { name: 'Refund boss', access } });
  const { data: users } = await admin.ok(listUsers);
  const support = users.find(({ email }) => email === 'support@kopi.example')!;
  await admin.ok(changeUserRole, { params: { id: support.id }, body: { role: role.id } });
  const find = async () =>
    (await admin.ok(listApprovalPolicies)).data.find(({ subject_type }) => subject_type === 'refund')!;
  const save = async (roles: string[]) => {
    const tiers = [{ amount_from: 0, approvals_required: 1, roles, user_ids: [] }];
    const body = { version: (await find()).version, tiers, daily_limit: null, expires_after_hours: 72 };
    await admin.ok(saveApprovalPolicy, { params: { subject_type: 'refund' }, body } as never);
  };
  await save([role.id]);
  expect((await find()).is_approvable).toBe(true);
  await admin.ok(suspendUser, { params: { id: support.id } });
  expect((await find()).is_approvable).toBe(false);
  await admin.ok(changeUserRole, { params: { id: support.id }, body: { role: 'support' } });
  const refused = await admin.call(deleteRole, { params: { id: role.id } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'role_in_policy']);
  // A version that is no longer in force names nobody.
  await save(['approver']);
  expect((await admin.call(deleteRole, { params: { id: role.id } })).statusCode).toBe(204);
});
