/** The audit log as people read it: filters, pages, files, refused attempts, and the chain over all of it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listAuditLogs, listMerchantAuditLogs } from '@dasbor/contract/audit';
import { MERCHANT_GROUPS } from '@dasbor/contract/access';
import { AUDIT_OBJECT_TYPES, findAuditObjectLabel } from '@dasbor/contract/audit-objects';
import { changeUserRole } from '@dasbor/contract/user';
import { auditActionLabel } from '@dasbor/contract/audit-actions';
import { startImpersonation } from '@dasbor/contract/impersonation';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { suspendMerchant } from '@dasbor/contract/merchant';
import { listProviderEvents } from '@dasbor/contract/operations';
import { inviteStaff, listStaff } from '@dasbor/contract/staff';
import { saveApprovalPolicy } from '@dasbor/contract/approval';
import { ROUTES } from '@dasbor/contract/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { verifyAudit } from './jobs.ts';
import { isSensitive, toAttemptedAction } from './refusal.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let superadmin: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  superadmin = await t.signIn('superadmin@kopi.example');
});
afterAll(() => t?.close());

const read = async (query: object = {}) => (await superadmin.ok(listAuditLogs, { query: query as never })).data;
const createKey = (name: string, by = superadmin) =>
  by.call(createApiKey, { body: { name, access: [{ group: 'Transactions', access: 'view' }] } });

test('an entry shows who, what, from where and the state; secrets are masked', async () => {
  const { secret } = (await createKey('Cash register')).json<{ data: { secret: string } }>().data;
  const [entry] = await read({ action: 'api_key.' });
  expect(entry).toMatchObject({
    actor_type: 'user',
    actor_name: 'Sari Pratiwi',
    actor_email: 'superadmin@kopi.example',
    actor_role: 'superadmin',
    user_agent: 'lightMyRequest',
    session_id: expect.stringMatching(/^ses_/),
    action: 'api_key.created',
    object_type: 'api_key',
    result: 'ok',
    after: { name: 'Cash register' },
  });
  expect(entry?.ip).toMatch(/\d/);
  expect(JSON.stringify(await read())).not.toContain(secret);
});

test('a denied and a failed attempt of a sensitive action are recorded, a prompt and an invalid input are not', async () => {
  const finance = await t.signIn('finance@kopi.example');
  expect((await createKey('No', finance)).statusCode).toBe(403);
  const policy = { version: 7, tiers: [{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }] };
  const body = { ...policy, daily_limit: null, expires_after_hours: 72 };
  const stale = await superadmin.call(saveApprovalPolicy, { params: { subject_type: 'refund' }, body });
  expect(stale.statusCode).toBe(409);
  expect((await superadmin.call(createApiKey, { body: {} })).statusCode).toBe(400);
  const refused = await read({ result: 'denied,failed' });
  expect(refused.map(({ action, result, actor_name, after }) => [action, result, actor_name, after])).toEqual([
    ['approval_policy.save', 'failed', 'Sari Pratiwi', { code: 'policy_changed' }],
    ['api_key.create', 'denied', expect.any(String), { code: 'forbidden' }],
  ]);
  expect(await verifyAudit(t.deps)).toEqual([]);
});

test('decision 0066: contact data of customers is masked for the provider and for masked readers', async () => {
  const [email, phone] = ['ani.rahasia@mail.example', '+6281298765432'];
  const customer = { name: 'Ani', email, phone };
  const body = { title: 'Order', type: 'single_use', amount: 100_000, customer } as const;
  await superadmin.ok(createPaymentLink, { body, headers: { 'idempotency-key': 'audited-link' } });
  const query = { action: 'payment_link.created' };
  expect((await read(query))[0]?.after).toMatchObject({ customer });

  const masked = { name: 'Ani', email: 'a***@mail.example', phone: '***5432' };
  const finance = await t.signIn('platform_finance@dasbor.example');
  const of_merchant = { params: { merchant_id }, query };
  expect((await finance.ok(listMerchantAuditLogs, of_merchant)).data[0]?.after).toMatchObject({ customer: masked });
  const csv = await finance.call(listMerchantAuditLogs, { ...of_merchant, headers: { accept: 'text/csv' } });
  expect(csv.body).toContain('a***@mail.example');
  expect(csv.body).not.toMatch(/rahasia|8765432/);

  const support = await t.signIn('platform_support@dasbor.example');
  await support.ok(startImpersonation, { params: { merchant_id }, body: { reason: 'A question' } });
  expect((await support.ok(listAuditLogs, { query })).data[0]?.after).toMatchObject({ customer: masked });
  const own = await support.call(listAuditLogs, { query, headers: { accept: 'text/csv' } });
  expect(own.body).not.toMatch(/rahasia|8765432/);
});

test('refused attempts of one person cannot fill the log', async () => {
  const developer = await t.signIn('support@kopi.example');
  for (let n = 0; n < 30; n++) await createKey('No', developer);
  const denied = await read({ result: 'denied', limit: 100 });
  expect(denied.filter(({ actor_name }) => actor_name !== null).length).toBeLessThanOrEqual(21);
});

test('filters combine, pages follow, and nobody else reads it', async () => {
  for (const name of ['a', 'b', 'c']) await createKey(name);
  const keys = await read({ object_type: 'api_key', actor: 'sari', q: 'api_key.created', limit: 100 });
  expect(keys.map(({ after }) => (after as { name: string }).name)).toEqual(['c', 'b', 'a', 'Cash register']);
  const one = keys[0]!;
  expect((await read({ object_id: one.object_id })).map(({ id }) => id)).toEqual([one.id]);
  const two = await read({ object_id: `${keys[1]!.object_id},${one.object_id}` });
  expect(two.map(({ id }) => id)).toEqual([one.id, keys[1]!.id]);
  expect(await read({ from: new Date(t.clock.now().getTime() + 60_000).toISOString() })).toEqual([]);
  const first = await superadmin.ok(listAuditLogs, { query: { limit: 2 } });
  const second = await superadmin.ok(listAuditLogs, { query: { limit: 2, cursor: first.next_cursor! } });
  const ids = [...first.data, ...second.data].map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(4);
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.ok(listAuditLogs)).data.filter(({ action }) => action.startsWith('api_key'))).toEqual([]);
  expect((await (await t.signIn('finance@kopi.example')).call(listAuditLogs)).statusCode).toBe(403);
});

test('user, action, type of object, IP address, result and range narrow the list together', async () => {
  const all = {
    actor: 'superadmin@kopi',
    action: 'api_key.created',
    object_type: 'api_key',
    ip: '127.0.',
    result: 'ok',
  };
  const range = { from: new Date(t.clock.now().getTime() - 86_400_000).toISOString() };
  const found = await read({ ...all, ...range });
  expect(found.length).toBeGreaterThan(0);
  const others = { actor: 'finance@kopi', action: 'user.', object_type: 'refund', ip: '10.', result: 'denied' };
  for (const [name, value] of Object.entries(others)) expect(await read({ ...all, [name]: value })).toEqual([]);
  expect(await read({ ...all, to: range.from })).toEqual([]);
});

test('every type of object that is recorded has a name, and those of merchants can be chosen', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const listRecorded = (call: RegExp) =>
    texts
      .filter((text) => call.test(text))
      .flatMap((text) => [...text.matchAll(/object_type: '([a-z_]+)'/g)].map(([, type]) => type!));
  const of_merchants = listRecorded(/recordAudit\(/);
  expect(of_merchants.length).toBeGreaterThan(50);
  const choices: readonly string[] = AUDIT_OBJECT_TYPES;
  expect([...new Set(of_merchants)].filter((type) => !choices.includes(type))).toEqual([]);
  const recorded = [...of_merchants, ...listRecorded(/recordProviderEvent\(/)];
  expect(recorded.filter((type) => findAuditObjectLabel(type, 'en') === null)).toEqual([]);
});

test('a filter by an object finds refused attempts on it; every object that can be refused has a name', async () => {
  const operator = await t.signIn('operator@kopi.example');
  const params = { id: newId('user', t.clock.now()) };
  expect((await operator.call(changeUserRole, { params, body: { role: 'admin' } })).statusCode).toBe(403);
  expect((await read({ object_type: 'user', result: 'denied' })).map(({ action }) => action)).toContain(
    'user_role.change',
  );
  const refused = ROUTES.filter(isSensitive).filter(
    ({ access }) => typeof access === 'string' || (MERCHANT_GROUPS as readonly string[]).includes(access.group),
  );
  const types = refused.map(({ name }) => toAttemptedAction(name).replace(/\..*/, ''));
  expect([...new Set(types)].filter((type) => findAuditObjectLabel(type, 'en') === null)).toEqual([]);
});

test('the file of a filter has its rows; formulas in names are escaped', async () => {
  await createKey('=1+1');
  const answer = await superadmin.call(listAuditLogs, {
    query: { action: 'api_key.created', columns: 'at,actor_name,action,after' } as never,
    headers: { accept: 'text/csv' },
  });
  expect(answer.statusCode).toBe(200);
  const [header, ...rows] = answer.body.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(header).toBe('at (WIB),actor_name,action,after');
  expect(rows).toHaveLength((await read({ action: 'api_key.created', limit: 100 })).length);
  expect(rows[0]).toContain('Sari Pratiwi,api_key.created,');
});

test('a file with all columns has every field of the list', async () => {
  const answer = await superadmin.call(listAuditLogs, {
    query: { object_type: 'api_key' } as never,
    headers: { accept: 'text/csv' },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain(
    'id,at (WIB),actor_type,actor_id,actor_name,actor_email,actor_role,ip,user_agent,session_id,action,object_type,' +
      'object_id,result,reason,before,after',
  );
});

test('the provider reads the log of each merchant', async () => {
  const provider = await t.signIn('platform_support@dasbor.example');
  const { data } = await provider.ok(listMerchantAuditLogs, {
    params: { merchant_id },
    query: { action: 'api_key.created' } as never,
  });
  expect(data.length).toBeGreaterThan(0);
  const missing = BATIK_LESTARI.merchant_id.replace(/.$/, '0');
  expect((await provider.call(listMerchantAuditLogs, { params: { merchant_id: missing } })).statusCode).toBe(404);
  expect((await superadmin.call(listMerchantAuditLogs, { params: { merchant_id } })).statusCode).toBe(403);
});

test('refused attempts of staff are events of the provider, with the merchant, and merchants do not read them', async () => {
  const finance = await t.signIn('platform_finance@dasbor.example');
  const compliance = await t.signIn('platform_compliance@dasbor.example');
  const suspend = async (by: TestClient, target: string) =>
    (await by.call(suspendMerchant, { params: { merchant_id: target }, body: { reason: 'Under review' } })).statusCode;
  const batik = BATIK_LESTARI.merchant_id;
  expect(await suspend(finance, merchant_id)).toBe(403);
  expect((await finance.call(inviteStaff, { body: {} })).statusCode).toBe(403);
  expect((await finance.call(listStaff)).statusCode).toBe(403);
  expect([await suspend(compliance, batik), await suspend(compliance, batik)]).toEqual([200, 409]);
  const admin = await t.signIn('platform_admin@dasbor.example');
  const list = async (query: object) => (await admin.ok(listProviderEvents, { query: query as never })).data;
  const refused = await list({ result: 'denied,failed' });
  const entries = refused.map(({ action, result, actor_name, merchant_id: about }) => [
    action,
    result,
    actor_name,
    about,
  ]);
  expect(entries).toHaveLength(3);
  expect(entries).toEqual(
    expect.arrayContaining([
      ['merchant.suspend', 'denied', 'Panji Wicaksono', merchant_id],
      ['staff.invite', 'denied', 'Panji Wicaksono', null],
      ['merchant.suspend', 'failed', 'Citra Anggraini', batik],
    ]),
  );
  expect(refused.find(({ action }) => action === 'staff.invite')).toMatchObject({
    after: { code: 'forbidden' },
    ip: expect.stringMatching(/\d/),
  });
  expect((await list({ result: 'denied', action: 'staff.' })).map(({ action }) => action)).toEqual(['staff.invite']);
  expect(await list({ actor: 'citra', result: 'denied' })).toEqual([]);
  expect(await list({ merchant_id, q: 'nothing' })).toEqual([]);
  expect(await list({ to: new Date(t.clock.now().getTime() - 60_000).toISOString() })).toEqual([]);
  expect(await read({ actor: 'panji', limit: 100 })).toEqual([]);
  const file = await admin.call(listProviderEvents, {
    query: { result: 'denied', columns: 'actor_name,action,result,ip' } as never,
    headers: { accept: 'text/csv' },
  });
  expect(file.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toHaveLength(3);
  expect(file.body).toContain('Panji Wicaksono,merchant.suspend,denied,');
});

test('every route with a step-up is sensitive, and no route that only reads', () => {
  const sensitive = ROUTES.filter(isSensitive);
  expect(sensitive.filter(({ method }) => method === 'GET')).toEqual([]);
  expect(ROUTES.filter((route) => route.step_up === true && !sensitive.includes(route))).toEqual([]);
  const attempts = ROUTES.filter(isSensitive).map((each) => toAttemptedAction(each.name));
  expect(attempts.filter((attempt) => auditActionLabel(attempt, 'id') === attempt)).toEqual([]);
  expect(toAttemptedAction('approveRefund')).toBe('refund.approve');
  expect(toAttemptedAction('setSettlementBankAccount')).toBe('settlement_bank_account.set');
  expect(toAttemptedAction('writeOffStatementLine')).toBe('statement_line.write_off');
  expect(toAttemptedAction('settleEarly')).toBe('settlement.settle_early');
  // Stored before the two had codes of their own.
  expect(auditActionLabel('off_statement_line.write', 'en')).toBe('Request write-off');
  expect(auditActionLabel('early.settle', 'en')).toBe('Settle early');
});
