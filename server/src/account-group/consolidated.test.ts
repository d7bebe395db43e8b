/** Consolidated settlement (domain 1.18; decision 0103): members are paid to the account of the group's owner. */
import {
  addAccountGroupMember,
  createAccountGroup,
  endAccountGroupMember,
  listAccountGroupMembers,
  listAccountGroupSettlements,
  updateAccountGroup,
} from '@dasbor/contract/account-group';
import type { AccountGroupDetail } from '@dasbor/contract/account-group-fields';
import { listAuditLogs } from '@dasbor/contract/audit';
import * as duration from '@dasbor/contract/duration';
import {
  approveMerchantBankAccount,
  getSettlementSetting,
  rejectMerchantBankAccount,
  setSettlementBankAccount,
  setSettlementSetting,
} from '@dasbor/contract/settlement-admin';
import { listSettlements } from '@dasbor/contract/settlement';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { settleMerchant } from '../settlement/run.ts';

const OWNER = KOPI_NUSANTARA.merchant_id;
const MEMBER = BATIK_LESTARI.merchant_id;
/** 10:00 on a Monday (WIB). */
const MORNING = new Date('2026-11-23T03:00:00Z');
const OWNERS_ACCOUNT = '8010000001';
const MEMBERS_ACCOUNT = '0090000003';
const DAILY = { approval: 'auto', schedule: 'daily', weekday: null, month_day: null, minimum_amount: 0 } as const;

let t: TestApp;
let model: ModelBank;
let admin: TestClient;
let second: TestClient;
let member: TestClient;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  t.clock.set(MORNING);
  await signIn();
});
afterAll(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  await t.close();
});

/** Sessions and step-ups end while time passes. */
async function signIn(): Promise<void> {
  admin = await t.signIn('platform_finance@dasbor.example');
  second = await t.signIn('platform_admin@dasbor.example');
  member = await t.signIn('superadmin@batik.example');
}
const later = async (ms: number): Promise<void> => {
  t.clock.advance(ms);
  await signIn();
};
const coolOff = () => later(duration.hours(24) + 1_000);

const run = (name: string, payload: Record<string, string> = {}) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, payload);
const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;
const today = () => toBusinessDay(t.clock.now());
const readSetting = async () => (await member.ok(getSettlementSetting)).data;

let groups = 0;
const createGroup = (body: object = {}) =>
  admin.call(createAccountGroup, {
    body: {
      code: `ONE${++groups}`,
      name: `Grup ${groups}`,
      type: 'holding',
      settlement_mode: 'consolidated',
      owner_merchant_id: OWNER,
      ...body,
    },
  });
const created = async (body: object = {}) => ((await createGroup(body)).json() as { data: AccountGroupDetail }).data;
const join = (id: string, merchant_id = MEMBER) =>
  admin.call(addAccountGroupMember, { params: { id }, body: { merchant_id, effective_from: today() } });
async function leave(id: string): Promise<void> {
  const { data } = await admin.ok(listAccountGroupMembers, { params: { id }, query: { state: ['current'] } });
  const params = { id, member_id: data[0]?.id ?? '' };
  await admin.ok(endAccountGroupMember, { params, body: { effective_to: today() } });
}
const sync = () => run('sync_group_account', { merchant_id: MEMBER });

/** Sets the own account of a merchant, approved by the provider and cooled off. */
async function setOwnAccount(email: string, bank_code: string, account_no: string): Promise<void> {
  const client = await t.signIn(email);
  const { data } = await client.ok(setSettlementBankAccount, { body: { bank_code, account_no } });
  const merchant_id = email.endsWith('@kopi.example') ? OWNER : MEMBER;
  const params = { merchant_id, id: data.pending_bank_account?.id ?? '' };
  await second.ok(approveMerchantBankAccount, { params });
  await coolOff();
}
const approveCopy = async () => {
  const { pending_bank_account } = await readSetting();
  const params = { merchant_id: MEMBER, id: pending_bank_account?.id ?? '' };
  await second.ok(approveMerchantBankAccount, { params });
};

/** Settles one payment of the member and pays it. Returns the account that the bank was ordered to pay; null: none. */
async function settle(amount = 100_000): Promise<string | null> {
  const paid_at = new Date(t.clock.now().getTime() - 1);
  await insertPayment(t.deps.db, MEMBER, { method: 'qris', channel_code: null, amount, paid_at });
  const before = model.executed.length;
  const result = await settleMerchant(t.deps, MEMBER, today(), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  await run('pay_settlement', { merchant_id: MEMBER, id: result.id });
  const executed = model.executed.slice(before);
  expect(executed.length).toBeLessThanOrEqual(1);
  return executed[0]?.account_no ?? null;
}

test('needs an owner that is paid to an approved account of its own', async () => {
  expect(code(await createGroup({ owner_merchant_id: null }))).toBe('group_owner_without_account');
  expect(code(await createGroup())).toBe('group_owner_without_account');
  await setOwnAccount('superadmin@kopi.example', '014', OWNERS_ACCOUNT);
  const group = await created();
  expect(group.settlement_mode).toBe('consolidated');
  const change = (body: object) => admin.call(updateAccountGroup, { params: { id: group.id }, body });
  expect(code(await change({ owner_merchant_id: null }))).toBe('group_owner_without_account');
  expect(code(await change({ owner_merchant_id: MEMBER }))).toBe('group_owner_without_account');
});

test('a member is paid to the owner once a second person has approved and 24 hours have passed, and to itself after it left', async () => {
  await member.ok(setSettlementSetting, { body: { ...DAILY, destination: 'balance' } });
  const { id, name } = await created();
  expect((await join(id)).statusCode).toBe(201);
  expect(await settle()).toBeNull();
  await sync();
  // Running again requests nothing again.
  const { pending_bank_account: pending } = await readSetting();
  await run('sweep_group_accounts');
  expect((await readSetting()).pending_bank_account).toEqual(pending);
  expect(pending).toMatchObject({ account_last4: '0001', group_name: name, status: 'pending' });
  // The person who chose it is the requester, also when a job stores the request.
  const params = { merchant_id: MEMBER, id: pending?.id ?? '' };
  expect((await admin.call(approveMerchantBankAccount, { params })).statusCode).toBe(403);
  await approveCopy();
  expect(await settle()).toBeNull();
  await coolOff();
  expect(await settle()).toBe(OWNERS_ACCOUNT);
  expect((await readSetting()).bank_account).toMatchObject({ account_last4: '0001', group_name: name });
  // It cannot redirect its settlements, nor does its own destination matter.
  const own = { bank_code: '009', account_no: MEMBERS_ACCOUNT };
  expect(code(await member.call(setSettlementBankAccount, { body: own }))).toBe('paid_to_group');
  await leave(id);
  // Before any job has run.
  expect(await settle()).toBeNull();
  expect((await readSetting()).bank_account).toBeNull();
  const { data: log } = await member.ok(listAuditLogs, { query: { limit: 5 } });
  expect(log.map(({ action }) => action)).toContain('settlement.bank_account_restored');
});

test('the own account comes back when the group pays each merchant again', async () => {
  await setOwnAccount('superadmin@batik.example', '009', MEMBERS_ACCOUNT);
  await member.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  expect(await settle()).toBe(MEMBERS_ACCOUNT);
  const { id } = await created();
  await join(id);
  await sync();
  await approveCopy();
  expect(await settle()).toBe(MEMBERS_ACCOUNT);
  await coolOff();
  expect(await settle()).toBe(OWNERS_ACCOUNT);
  await admin.ok(updateAccountGroup, { params: { id }, body: { settlement_mode: 'per_merchant' } });
  expect(await settle()).toBe(MEMBERS_ACCOUNT);
  const { bank_account: own } = await readSetting();
  expect(own).toMatchObject({ account_last4: '0003', group_name: null });
  // Every owner of the member is notified.
  const notified = await asMerchant(t.deps.db, MEMBER, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select(['action', 'object_id'])
      .where('merchant_id', '=', MEMBER)
      .where('event_id', 'like', '%.account_restored.%')
      .execute(),
  );
  expect(notified).toEqual([{ action: 1003, object_id: own?.id }]);
  await leave(id);
});

test('a rejected account stays rejected until consolidated settlement is chosen again', async () => {
  const { id } = await created();
  await join(id);
  await sync();
  const { pending_bank_account } = await readSetting();
  await second.ok(rejectMerchantBankAccount, { params: { merchant_id: MEMBER, id: pending_bank_account?.id ?? '' } });
  await sync();
  await run('sweep_group_accounts');
  expect((await readSetting()).pending_bank_account).toBeNull();
  expect(await settle()).toBe(MEMBERS_ACCOUNT);
  await later(1_000);
  await admin.ok(updateAccountGroup, { params: { id }, body: { settlement_mode: 'per_merchant' } });
  await admin.ok(updateAccountGroup, { params: { id }, body: { settlement_mode: 'consolidated' } });
  await sync();
  expect((await readSetting()).pending_bank_account).not.toBeNull();
  await leave(id);
  await sync();
  expect((await readSetting()).pending_bank_account).toBeNull();
});

test('the person who adds a merchant cannot approve that it is paid to the owner', async () => {
  const { id } = await created();
  await later(1_000);
  const join_by_second = { params: { id }, body: { merchant_id: MEMBER, effective_from: today() } };
  expect((await second.call(addAccountGroupMember, join_by_second)).statusCode).toBe(201);
  await sync();
  const params = { merchant_id: MEMBER, id: (await readSetting()).pending_bank_account?.id ?? '' };
  expect(code(await second.call(approveMerchantBankAccount, { params }))).toBe('self_approval');
  await leave(id);
  await sync();
});

test('a request that waits belongs to the person who added the merchant last', async () => {
  const { id } = await created();
  await join(id);
  await sync();
  const first = (await readSetting()).pending_bank_account?.id;
  await leave(id);
  await later(1_000);
  // Before a job has taken the account out of use.
  await second.ok(addAccountGroupMember, { params: { id }, body: { merchant_id: MEMBER, effective_from: today() } });
  await sync();
  const params = { merchant_id: MEMBER, id: (await readSetting()).pending_bank_account?.id ?? '' };
  expect(params.id).not.toBe(first);
  expect(code(await second.call(approveMerchantBankAccount, { params }))).toBe('self_approval');
  await leave(id);
  await sync();
});

test('a merchant is paid to the owner of one group only', async () => {
  const first = await created();
  await join(first.id);
  const other = await created({ type: 'internal' });
  expect(code(await join(other.id))).toBe('merchant_in_consolidated_group');
  const single = await created({ type: 'internal', settlement_mode: 'per_merchant' });
  await join(single.id);
  const body = { settlement_mode: 'consolidated' } as const;
  expect(code(await admin.call(updateAccountGroup, { params: { id: single.id }, body }))).toBe(
    'merchant_in_consolidated_group',
  );
  await leave(single.id);
  await leave(first.id);
  // Two at the same moment: one of them wins.
  const [one, two] = [await created({ type: 'reseller' }), await created({ type: 'internal' })];
  const answers = await Promise.all([join(one.id), join(two.id)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await leave(answers[0]?.statusCode === 201 ? one.id : two.id);
});

test('a membership is not extended over one in another group with consolidated settlement', async () => {
  const [former, next] = [await created(), await created({ type: 'internal' })];
  const day = (days: number) => addDays(today(), days);
  const add = async (id: string, effective_from: string) =>
    (await admin.ok(addAccountGroupMember, { params: { id }, body: { merchant_id: MEMBER, effective_from } })).data.id;
  const joined = { id: former.id, member_id: await add(former.id, today()) };
  const end = (params: typeof joined, effective_to: string) =>
    admin.call(endAccountGroupMember, { params, body: { effective_to } });
  expect((await end(joined, day(10))).statusCode).toBe(200);
  const planned = { id: next.id, member_id: await add(next.id, day(10)) };
  expect(code(await end(joined, day(20)))).toBe('merchant_in_consolidated_group');
  expect((await end(joined, day(5))).statusCode).toBe(200);
  expect((await end(joined, day(10))).statusCode).toBe(200);
  expect((await end(planned, day(10))).statusCode).toBe(200);
  expect((await end(joined, day(20))).statusCode).toBe(200);
  expect((await end(joined, today())).statusCode).toBe(200);
});

test('the days of a group are the sums of the settlements of its members, as a file too', async () => {
  const { id } = await created();
  await join(id);
  await settle(70_000);
  await settle(30_000);
  const { data: days } = await admin.ok(listAccountGroupSettlements, { params: { id } });
  const { data: batches } = await member.ok(listSettlements, { query: { from: today(), to: today(), limit: 100 } });
  const sum = (pick: (batch: (typeof batches)[number]) => number) => batches.reduce((all, each) => all + pick(each), 0);
  expect(days).toHaveLength(1);
  expect(days[0]).toMatchObject({
    day: today(),
    merchant_count: 1,
    settlement_count: batches.length,
    gross_amount: sum((batch) => batch.gross_amount),
    net_amount: sum((batch) => batch.net_amount),
    group_amount: 0,
    failed_amount: 0,
  });
  const csv = await admin.call(listAccountGroupSettlements, { params: { id }, headers: { accept: 'text/csv' } });
  expect(csv.body.split('\n')[1]).toContain(`${today()},1,${batches.length},`);
  expect((await member.call(listAccountGroupSettlements, { params: { id } })).statusCode).toBe(403);
  await leave(id);
});

type Step = 'join' | 'leave' | 'each' | 'one' | 'sync' | 'approve' | 'wait' | 'settle';
const steps = fc.array(
  fc.constantFrom<Step>('join', 'leave', 'each', 'one', 'sync', 'approve', 'wait', 'settle', 'settle'),
  { minLength: 6, maxLength: 24 },
);

property.prop([steps], { numRuns: 12 })(
  'for any history, a batch is paid to the owner only for a member, after a second person and 24 hours',
  async (sequence) => {
    await later(1_000);
    const { id } = await created();
    const state = { is_member: false, is_consolidated: true, usable_at: null as number | null };
    const isPaidToOwner = () => state.is_member && state.is_consolidated;
    // The job of a change, or a settlement run, ends the account. Until then the approval of two people remains valid for a member
    // that comes back (decision 0103).
    const endPast = () => {
      if (!isPaidToOwner()) state.usable_at = null;
    };
    const take = async (step: Step): Promise<void> => {
      switch (step) {
        case 'join':
          if (!state.is_member) state.is_member = (await join(id)).statusCode === 201;
          break;
        case 'leave':
          if (state.is_member) await leave(id);
          state.is_member = false;
          break;
        case 'each':
        case 'one':
          state.is_consolidated = step === 'one';
          await admin.ok(updateAccountGroup, {
            params: { id },
            body: { settlement_mode: state.is_consolidated ? 'consolidated' : 'per_merchant' },
          });
          break;
        case 'sync':
          await sync();
          endPast();
          break;
        case 'approve': {
          const pending = (await readSetting()).pending_bank_account;
          if (pending?.status === 'pending' && pending.group_name !== null) {
            await approveCopy();
            state.usable_at = t.clock.now().getTime() + duration.hours(24);
          }
          break;
        }
        case 'wait':
          await coolOff();
          break;
        case 'settle': {
          const to = await settle();
          const is_usable = state.usable_at !== null && state.usable_at <= t.clock.now().getTime();
          if (to === OWNERS_ACCOUNT) expect([isPaidToOwner(), is_usable]).toEqual([true, true]);
          else expect(to).toBe(MEMBERS_ACCOUNT);
          if (isPaidToOwner() && is_usable) expect(to).toBe(OWNERS_ACCOUNT);
          endPast();
          break;
        }
      }
    };
    try {
      for (const step of [...sequence, 'settle'] as const) await take(step);
    } finally {
      // Shorter histories of a failure begin with nothing of it.
      if (state.is_member) await leave(id);
      await sync();
    }
  },
  240_000,
);
