/** Commission rules from draft to end: two persons, versions, overlaps, the simulator and access. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createCommissionRule,
  discardCommissionRule,
  endCommissionRule,
  getCommissionRule,
  listCommissionEarnings,
  listCommissionRules,
  simulateCommission,
  submitCommissionRule,
  updateCommissionRule,
} from '@dasbor/contract/account-group-commission';
import { XLSX_TYPE } from '@dasbor/contract/route';
import type { CommissionRuleInput } from '@dasbor/contract/account-group-commission-fields';
import { approveRequest, rejectRequest } from '@dasbor/contract/approval';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { toBusinessDay } from '@dasbor/contract/time';
import { toStatusAndCode } from '../../test/answer.ts';
import { createGroup } from '../../test/account-group-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { expireRule } from './decide.ts';

let t: TestApp;
let maker: TestClient;
let checker: TestClient;
let today: string;
let group_id: string;
let keys = 0;

beforeAll(async () => {
  t = await startTestApp();
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
  today = toBusinessDay(t.clock.now());
});
afterAll(() => t?.close());
beforeEach(async () => {
  t.clock.advance(1_000);
  group_id = await createGroup(t.deps.db, {
    owner_id: KOPI_NUSANTARA.merchant_id,
    member_ids: [],
    from: today,
    now: t.clock.now(),
  });
});

const headers = () => ({ 'idempotency-key': `commission-${++keys}` });
const addDays = (days: number) => toBusinessDay(new Date(t.clock.now().getTime() + days * 86_400_000));
const input = (change: Partial<CommissionRuleInput> = {}): CommissionRuleInput => ({
  name: 'Partner share',
  method: null,
  channel_code: null,
  basis: 'percent_of_gross',
  rate_ppm: 2_500,
  flat_amount: 0,
  commission_min: null,
  commission_max: null,
  tiers: [],
  bearer: 'from_platform_fee',
  tax_rate_ppm: 0,
  cycle: 'daily',
  effective_from: today,
  effective_to: null,
  ...change,
});
const draft = async (change: Partial<CommissionRuleInput> = {}, replaces?: string) =>
  (await maker.ok(createCommissionRule, { body: { group_id, replaces, ...input(change) }, headers: headers() })).data;
const submit = async (id: string) => (await maker.ok(submitCommissionRule, { params: { id }, body: {} })).data;
const approve = (approval_id: string | null, by = checker) =>
  by.call(approveRequest, { params: { id: approval_id ?? '' }, body: {}, headers: headers() });
const read = async (id: string) => (await maker.ok(getCommissionRule, { params: { id } })).data;
const activate = async (change: Partial<CommissionRuleInput> = {}, replaces?: string) => {
  const { id } = await draft(change, replaces);
  expect((await approve((await submit(id)).approval_id)).statusCode).toBe(200);
  return read(id);
};

test('rules and earnings are files, with the tiers of a rule as text', async () => {
  const tiers = [{ volume_from: 1_000_000_000, rate_ppm: 3_000, flat_amount: 100 }];
  const { id } = await draft({ name: 'With tiers', tiers });
  const query = { group_id };
  const csv = await maker.call(listCommissionRules, { query, headers: { accept: 'text/csv' } });
  const [head = '', ...lines] = csv.body.trim().split('\n');
  expect(head).toContain('group_code');
  expect(lines.find((line) => line.includes(id))).toContain('1000000000: 0.3% + 100');
  const xlsx = await maker.call(listCommissionRules, { query, headers: { accept: XLSX_TYPE } });
  expect(xlsx.headers['content-type']).toBe(XLSX_TYPE);
  const earnings = await maker.call(listCommissionEarnings, { params: { id }, headers: { accept: 'text/csv' } });
  expect(earnings.body).toContain('payable_amount');
  await maker.ok(discardCommissionRule, { params: { id } });
});

describe('two persons', () => {
  test('a draft is changed, submitted and approved by somebody else', async () => {
    const { id, version, status, beneficiary_id } = await draft();
    expect({ version, status, beneficiary_id }).toEqual({
      version: 1,
      status: 'draft',
      beneficiary_id: KOPI_NUSANTARA.merchant_id,
    });
    await maker.ok(updateCommissionRule, { params: { id }, body: input({ rate_ppm: 3_000 }) });
    const { approval_id, status: submitted } = await submit(id);
    expect(submitted).toBe('pending_approval');
    expect(toStatusAndCode(await approve(approval_id, maker))).toEqual([422, 'self_approval']);
    expect((await approve(approval_id)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'active',
      rate_ppm: 3_000,
      submitted_by: 'Panji Wicaksono',
      decided_by: 'Putri Maharani',
      approval_id: null,
    });
    const log = await checker.ok(listMerchantAuditLogs, { params: { merchant_id: KOPI_NUSANTARA.merchant_id } });
    expect(log.data.map(({ action }) => action).slice(0, 5)).toEqual([
      'commission_rule.approved',
      'approval.approved',
      'commission_rule.submitted',
      'commission_rule.changed',
      'commission_rule.created',
    ]);
  });

  test('a rejected rule is a draft again, with the reason', async () => {
    const { id } = await draft();
    const { approval_id } = await submit(id);
    const body = { reason: 'Rate too high' };
    await checker.ok(rejectRequest, { params: { id: approval_id ?? '' }, body, headers: headers() });
    expect(await read(id)).toMatchObject({ status: 'draft', remark: 'Rate too high' });
    expect((await submit(id)).status).toBe('pending_approval');
  });

  test('a request that nobody decides expires', async () => {
    const { id } = await draft();
    await submit(id);
    const later = new Date(t.clock.now().getTime() + 73 * 3_600_000);
    await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => expireRule(tx, id, later));
    await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => expireRule(tx, id, later));
    expect(await read(id)).toMatchObject({ status: 'draft', decided_by: null, approval_id: null });
  });

  test('only drafts are changed, discarded and submitted', async () => {
    const { id } = await activate();
    expect(toStatusAndCode(await maker.call(updateCommissionRule, { params: { id }, body: input() }))).toEqual([
      409,
      'status_conflict',
    ]);
    expect(toStatusAndCode(await maker.call(discardCommissionRule, { params: { id } }))).toEqual([
      409,
      'status_conflict',
    ]);
    expect(toStatusAndCode(await maker.call(submitCommissionRule, { params: { id }, body: {} }))).toEqual([
      409,
      'status_conflict',
    ]);
    const discarded = await draft({ effective_from: addDays(5) }, id);
    expect((await maker.call(discardCommissionRule, { params: { id: discarded.id } })).statusCode).toBe(204);
    expect((await maker.call(getCommissionRule, { params: { id: discarded.id } })).statusCode).toBe(404);
  });

  test('a start in the past is refused, also when the approval comes late', async () => {
    const { id } = await draft({ effective_from: addDays(-1) });
    expect(toStatusAndCode(await maker.call(submitCommissionRule, { params: { id }, body: {} }))).toEqual([
      422,
      'commission_rule_backdated',
    ]);
  });

  test('the same key creates one draft', async () => {
    const at = headers();
    const send = () => maker.call(createCommissionRule, { body: { group_id, ...input() }, headers: at });
    const [first, second] = [await send(), await send()];
    expect((second.json() as { data: { id: string } }).data.id).toBe(
      (first.json() as { data: { id: string } }).data.id,
    );
  });
});

describe('versions', () => {
  test('a new version replaces the one before from its date', async () => {
    const first = await activate();
    const start = addDays(10);
    const second = await activate({ rate_ppm: 5_000, effective_from: start }, first.id);
    expect(second).toMatchObject({ version: 2, series_id: first.id, status: 'active' });
    expect(second.versions.map(({ version, status, effective_to }) => [version, status, effective_to])).toEqual([
      [2, 'active', null],
      [1, 'active', start],
    ]);
  });

  test('a version that is replaced from today is superseded', async () => {
    const first = await activate();
    await activate({ rate_ppm: 5_000 }, first.id);
    expect(await read(first.id)).toMatchObject({ status: 'superseded', effective_to: today });
  });

  test('a version that had not begun never does', async () => {
    const first = await activate();
    const second = await activate({ effective_from: addDays(10) }, first.id);
    await activate({ effective_from: addDays(5) }, first.id);
    expect(await read(second.id)).toMatchObject({ effective_from: addDays(10), effective_to: addDays(10) });
    expect(await read(first.id)).toMatchObject({ effective_to: addDays(5) });
  });

  test('one draft of a rule at a time', async () => {
    const { id } = await activate();
    await draft({ effective_from: addDays(1) }, id);
    const body = { group_id, replaces: id, ...input() };
    expect(toStatusAndCode(await maker.call(createCommissionRule, { body, headers: headers() }))).toEqual([
      409,
      'draft_exists',
    ]);
  });

  test('an end keeps what was before', async () => {
    const { id } = await activate();
    const end = (effective_to: string) => checker.call(endCommissionRule, { params: { id }, body: { effective_to } });
    expect(toStatusAndCode(await end(addDays(-1)))).toEqual([422, 'commission_end_invalid']);
    expect((await end(addDays(3))).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'active', effective_to: addDays(3) });
    expect(toStatusAndCode(await end(addDays(3)))).toEqual([422, 'commission_end_invalid']);
    expect((await end(today)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'ended', effective_to: today });
    expect(toStatusAndCode(await end(today))).toEqual([409, 'status_conflict']);
  });
});

describe('overlaps', () => {
  test('two rules never earn for the same payment of a group', async () => {
    await activate({ method: 'qris', effective_to: addDays(30) });
    const overlapping = await draft({ method: null });
    const answer = await maker.call(submitCommissionRule, { params: { id: overlapping.id }, body: {} });
    expect(toStatusAndCode(answer)).toEqual([409, 'commission_rule_overlap']);
    for (const change of [
      { method: 'virtual_account' as const },
      { method: 'qris' as const, effective_from: addDays(30) },
    ]) {
      const { id } = await draft(change);
      expect((await submit(id)).status).toBe('pending_approval');
    }
  });

  test('a rule that waits for approval counts', async () => {
    await submit((await draft()).id);
    const { id } = await draft();
    expect(toStatusAndCode(await maker.call(submitCommissionRule, { params: { id }, body: {} }))).toEqual([
      409,
      'commission_rule_overlap',
    ]);
  });
});

test('a group without an owner has no commission', async () => {
  const db = t.deps.db;
  const orphan = await createGroup(db, { owner_id: null, member_ids: [], from: today, now: t.clock.now() });
  const create = (id: string, change = {}) =>
    maker.call(createCommissionRule, { body: { group_id: id, ...input(change) }, headers: headers() });
  expect(toStatusAndCode(await create(orphan))).toEqual([422, 'account_group_without_owner']);
  expect(toStatusAndCode(await create('agr_01kagz7v3w8x9y2m4n5p6q7r8t'))).toEqual([422, 'account_group_not_found']);
  expect(toStatusAndCode(await create(group_id, { basis: 'flat' }))).toEqual([400, 'invalid_request']);
  const owner_id = KOPI_NUSANTARA.merchant_id;
  const closed = { owner_id, status: 'inactive' as const, member_ids: [], from: today, now: t.clock.now() };
  expect(toStatusAndCode(await create(await createGroup(db, closed)))).toEqual([422, 'account_group_inactive']);
});

test('the list is filtered by group, method, status and text', async () => {
  await activate({ method: 'qris', name: 'QRIS share' });
  t.clock.advance(1_000);
  await draft({ method: 'virtual_account', name: 'VA share' });
  const names = async (query: object) =>
    (await maker.ok(listCommissionRules, { query: { group_id, ...query } })).data.map(({ name }) => name);
  expect(await names({})).toEqual(['VA share', 'QRIS share']);
  expect(await names({ status: 'active' })).toEqual(['QRIS share']);
  expect(await names({ method: 'virtual_account' })).toEqual(['VA share']);
  expect(await names({ q: 'qris' })).toEqual(['QRIS share']);
  expect(await names({ q: 'nothing' })).toEqual([]);
});

test('the simulator calculates with the prices of the owner', async () => {
  const { name: _name, method: _method, channel_code: _channel, cycle: _cycle, ...rest } = input();
  const { effective_from: _from, effective_to: _to, tax_rate_ppm: _tax, ...terms } = rest;
  const simulate = async (change: object, month_volume = 0) =>
    (
      await maker.ok(simulateCommission, {
        body: { group_id, amount: 1_000_000, method: 'qris', month_volume, terms: { ...terms, ...change } },
      })
    ).data;
  const by_provider = await simulate({});
  expect(by_provider.commission_amount).toBe(2_500);
  expect(by_provider.provider_amount).toBe(by_provider.fee_amount - 2_500);
  expect(by_provider.net_amount).toBe(1_000_000 - by_provider.fee_amount - by_provider.fee_vat_amount);
  const by_merchant = await simulate({ bearer: 'from_merchant_net' });
  expect(by_merchant.net_amount).toBe(by_provider.net_amount - 2_500);
  const tiers = [{ volume_from: 5_000_000, rate_ppm: 1_000, flat_amount: 0 }];
  expect((await simulate({ tiers }, 5_000_000)).commission_amount).toBe(1_000);
});

describe('access', () => {
  test('compliance reads, support and merchants do not', async () => {
    const compliance = await t.signIn('platform_compliance@dasbor.example');
    expect((await compliance.call(listCommissionRules)).statusCode).toBe(200);
    const body = { group_id, ...input() };
    expect((await compliance.call(createCommissionRule, { body, headers: headers() })).statusCode).toBe(403);
    for (const email of ['platform_support@dasbor.example', 'superadmin@kopi.example', 'superadmin@batik.example']) {
      const reader = await t.signIn(email);
      expect((await reader.call(listCommissionRules)).statusCode).toBe(403);
    }
  });
});
