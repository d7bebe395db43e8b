/** Account groups: creation, changes, memberships by date, volume and files. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccountGroupMember,
  createAccountGroup,
  endAccountGroupMember,
  getAccountGroup,
  getAccountGroupVolume,
  listAccountGroupMembers,
  listAccountGroups,
  updateAccountGroup,
} from '@dasbor/contract/account-group';
import type { AccountGroupDetail } from '@dasbor/contract/account-group-fields';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { insertActiveRule } from '../../test/commission-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const UNKNOWN = 'mer_01k00000000000000000000000';

let it: TestApp;
let admin: TestClient;
let support: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  admin = await it.signIn('platform_admin@dasbor.example');
  support = await it.signIn('platform_support@dasbor.example');
});
afterAll(() => it.close());

/** TEST_START is on 2026-11-18 (WIB). */
const TODAY = '2026-11-18';
const TOMORROW = '2026-11-19';
const YESTERDAY = '2026-11-17';

let groups = 0;
const createGroup = async (given: object = {}): Promise<AccountGroupDetail> => {
  const body = { code: `GRP${++groups}`, name: `Group ${groups}`, type: 'reseller', ...given };
  return (await admin.ok(createAccountGroup, { body })).data;
};
const add = (id: string, merchant_id: string, effective_from = TODAY, more: object = {}) =>
  admin.call(addAccountGroupMember, { params: { id }, body: { merchant_id, effective_from, ...more } });
const end = (id: string, member_id: string, effective_to: string) =>
  admin.call(endAccountGroupMember, { params: { id, member_id }, body: { effective_to } });
const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;

describe('groups', () => {
  test('are created, listed with filters, and shown with their timeline', async () => {
    const parent = await createGroup({ code: 'induk', name: 'Induk', type: 'holding' });
    expect(parent).toMatchObject({ code: 'INDUK', member_count: 0, settlement_mode: 'per_merchant', status: 'active' });
    const group = await createGroup({
      parent_id: parent.id,
      owner_merchant_id: KOPI,
      contact_email: 'A@mitra.example',
    });
    expect(group).toMatchObject({
      parent: { code: 'INDUK' },
      owner: { brand_name: 'Kopi Nusantara' },
      contact_email: 'a@mitra.example',
    });
    expect(group.events).toMatchObject([{ action: 'account_group.created', action_label: 'Account group created' }]);
    const codes = async (query: object) =>
      (await support.ok(listAccountGroups, { query })).data.map((each) => each.code);
    expect(await codes({ q: 'indu' })).toEqual(['INDUK']);
    expect(await codes({ q: '%' })).toEqual([]);
    expect(await codes({ type: 'holding', status: 'active' })).toEqual(['INDUK']);
    expect(await codes({ q: 'r', has_owner: 'yes' })).not.toContain('INDUK');
    expect(await codes({ has_owner: 'yes' })).toContain(group.code);
    expect(await codes({ has_owner: 'no' })).toEqual(['INDUK']);
    const { data } = await support.ok(getAccountGroup, { params: { id: parent.id } });
    expect(data.children).toEqual([{ id: group.id, code: group.code, name: group.name }]);
  });

  test('have a unique code, and an owner and a parent that exist', async () => {
    const { code: taken } = await createGroup();
    const create = (body: object) =>
      admin.call(createAccountGroup, { body: { code: 'NEWGROUP', name: 'New', type: 'internal', ...body } });
    expect(code(await create({ code: taken }))).toBe('account_group_code_taken');
    expect(code(await create({ owner_merchant_id: UNKNOWN }))).toBe('merchant_not_found');
    expect(code(await create({ parent_id: 'agr_01k00000000000000000000000' }))).toBe('parent_not_found');
  });

  test('never form a circle', async () => {
    const top = await createGroup();
    const middle = await createGroup({ parent_id: top.id });
    const bottom = await createGroup({ parent_id: middle.id });
    const move = (id: string, parent_id: string) =>
      admin.call(updateAccountGroup, { params: { id }, body: { parent_id } });
    expect(code(await move(top.id, bottom.id))).toBe('account_group_cycle');
    expect(code(await move(top.id, top.id))).toBe('account_group_cycle');
    const both = await createGroup();
    const other = await createGroup();
    const results = await Promise.all([move(both.id, other.id), move(other.id, both.id)]);
    expect(results.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('change, and become inactive only without members', async () => {
    const group = await createGroup({ type: 'internal' });
    const member = (await add(group.id, KOPI)).json() as { data: { id: string } };
    const change = (body: object) => admin.call(updateAccountGroup, { params: { id: group.id }, body });
    expect(code(await change({ status: 'inactive' }))).toBe('account_group_has_members');
    await end(group.id, member.data.id, TODAY);
    const { data } = (await change({ status: 'inactive', name: 'Closed' })).json() as { data: AccountGroupDetail };
    expect(data).toMatchObject({ name: 'Closed', status: 'inactive' });
    expect(data.events[0]).toMatchObject({ action: 'account_group.changed' });
    expect(code(await add(group.id, BATIK))).toBe('account_group_inactive');
  });

  test('are read by support and changed by administrators and finance only', async () => {
    const body = { code: 'DENIED', name: 'Denied', type: 'reseller' };
    expect((await support.call(createAccountGroup, { body })).statusCode).toBe(403);
    const merchant = await it.signIn('superadmin@kopi.example');
    expect((await merchant.call(listAccountGroups)).statusCode).toBe(403);
  });

  test('as CSV and XLSX', async () => {
    const csv = await support.call(listAccountGroups, { headers: { accept: 'text/csv' } });
    expect(csv.body.split('\n')[0]).toContain(
      'code,name,type,parent,owner,member_count,volume_month_amount,commission_month_amount',
    );
    expect(csv.body).toContain('INDUK,Induk,holding');
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const xlsx = await support.call(listAccountGroups, { headers: { accept } });
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});

test('domain 1.18: the commission of the month, less what was taken back, for readers of commissions', async () => {
  const group = await createGroup({ owner_merchant_id: BATIK });
  const series_id = await insertActiveRule(it, { earner: BATIK, group_id: group.id });
  const book = (merchant_id: string, day: string, [earned_amount, returned_amount]: [number, number]) =>
    asMerchant(it.deps.db, merchant_id, (tx) =>
      tx.sql
        .insertInto('commission_booking')
        .values({
          merchant_id,
          id: `cbk_${day}`,
          rule_id: series_id,
          series_id,
          group_id: group.id,
          earned_by: BATIK,
          bearer: 'from_platform_fee',
          day,
          transaction_count: 1,
          gross_amount: 0,
          fee_amount: 0,
          earned_amount,
          returned_amount,
          booked_at: it.clock.now(),
        })
        .execute(),
    );
  await book(KOPI, '2026-10-31', [7_000, 0]);
  await book(KOPI, '2026-11-01', [500, 0]);
  await book(KOPI, TODAY, [40, 100]);
  await book(BATIK, YESTERDAY, [3_000, 0]);
  const query = { q: group.code };
  const read = async (by: TestClient) => (await by.ok(listAccountGroups, { query })).data[0]?.commission_month_amount;
  expect(await read(admin)).toBe(3_440);
  expect((await admin.ok(getAccountGroup, { params: { id: group.id } })).data.commission_month_amount).toBe(3_440);
  const csv = await admin.call(listAccountGroups, { query, headers: { accept: 'text/csv' } });
  expect(csv.body).toMatch(/commission_month_amount.*\n.*,0,3440,per_merchant,/);
  const other = await createGroup();
  expect((await admin.ok(getAccountGroup, { params: { id: other.id } })).data.commission_month_amount).toBe(0);
  // The support role reads groups, not commissions.
  expect(await read(support)).toBeNull();
  const plain = await support.call(listAccountGroups, { query, headers: { accept: 'text/csv' } });
  expect(plain.body).toContain(',0,,per_merchant,');
});

describe('memberships', () => {
  test('begin and end from today on, and what ended is kept', async () => {
    const group = await createGroup();
    expect(code(await add(group.id, KOPI, YESTERDAY))).toBe('membership_backdated');
    expect(code(await add(group.id, UNKNOWN))).toBe('merchant_not_found');
    const added = await add(group.id, KOPI);
    expect(added.statusCode).toBe(201);
    const member = (added.json() as { data: { id: string } }).data;
    expect(code(await add(group.id, KOPI, TOMORROW))).toBe('already_member');
    expect(code(await end(group.id, member.id, YESTERDAY))).toBe('membership_backdated');
    await end(group.id, member.id, TODAY);
    expect(code(await end(group.id, member.id, TOMORROW))).toBe('membership_ended');
    const { data } = await support.ok(listAccountGroupMembers, { params: { id: group.id } });
    expect(data).toMatchObject([{ merchant: { code: 'KOPI' }, state: 'ended', effective_to: TODAY }]);
    expect(
      (await support.ok(listAccountGroupMembers, { params: { id: group.id }, query: { state: 'current' } })).data,
    ).toEqual([]);
  });

  test('in another group of the type end on request, and are in both timelines and the audit log of the merchant', async () => {
    const first = await createGroup({ name: 'First' });
    const second = await createGroup({ name: 'Second' });
    await add(first.id, BATIK);
    const refused = await add(second.id, BATIK, TOMORROW);
    expect(code(refused)).toBe('merchant_in_other_group');
    expect(refused.body).toContain('First');
    expect((await add(second.id, BATIK, TOMORROW, { ends_other: true })).statusCode).toBe(201);
    const { data } = await support.ok(getAccountGroup, { params: { id: first.id } });
    expect(data.events[0]).toMatchObject({
      action: 'account_group.member_ended',
      subject: 'Batik Lestari',
      effective_day: TOMORROW,
    });
    expect(data.member_count).toBe(1);
    const audit = await admin.ok(listMerchantAuditLogs, { params: { merchant_id: BATIK } });
    expect(
      audit.data
        .slice(0, 2)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['account_group.member_added', 'account_group.member_ended']);
    const listed = await support.ok(listAccountGroups, { query: { merchant_id: BATIK } });
    expect(listed.data.map(({ name }) => name)).toContain('First');
  });

  test('count the volume of their days only', async () => {
    const group = await createGroup({ type: 'holding' });
    const hours = [
      ['2026-11-17T16:00:00Z', 1_000],
      ['2026-11-17T17:00:00Z', 20_000],
      ['2026-11-18T03:00:00Z', 300_000],
    ] as const;
    await asMerchant(it.deps.db, KOPI, async (tx) => {
      for (const [hour, amount] of hours) {
        const sums = { amount, fee_amount: 0, fee_vat_amount: 0, net_amount: amount, refunded_amount: 0 };
        const key = { hour: new Date(hour), status: 'success', method: 'qris', source: 'api' };
        await tx.sql
          .insertInto('transaction_hour')
          .values({ merchant_id: KOPI, ...key, count: 1, ...sums })
          .execute();
      }
    });
    await add(group.id, KOPI);
    const { data } = await support.ok(getAccountGroupVolume, { params: { id: group.id } });
    expect(data).toEqual([{ day: TODAY, count: 2, amount: 320_000 }]);
    expect((await support.ok(getAccountGroup, { params: { id: group.id } })).data.volume_month_amount).toBe(320_000);
    const query = { from: '2026-01-01', to: TODAY };
    const long = await support.call(getAccountGroupVolume, { params: { id: group.id }, query });
    expect(code(long)).toBe('range_too_long');
  });
});
