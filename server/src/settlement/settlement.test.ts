/** Settlement routes, and payouts against the sandbox bank with time-outs, failures and returns. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
} from '@dasbor/contract/approval';
import {
  approveSettlement,
  disputeSettlementLine,
  getSettlement,
  listSettlementLines,
  listSettlements,
  listUpcomingSettlements,
  summariseSettlements,
} from '@dasbor/contract/settlement';
import {
  approveBankAccount,
  approveMerchantBankAccount,
  getSettlementSetting,
  holdSettlement,
  rebindSettlement,
  rejectBankAccount,
  releaseSettlement,
  setSettlementBankAccount,
  setSettlementSetting,
} from '@dasbor/contract/settlement-admin';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { getTransaction } from '@dasbor/contract/transaction';
import { followRealClock, startAppWithBank } from '../../test/app-with-bank.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { settlementJobs } from './jobs.ts';
import { settleMerchant } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
const HOUR_MS = 3_600_000;
const DAILY = { approval: 'auto', schedule: 'daily', weekday: null, month_day: null, minimum_amount: 0 } as const;
const BANK_DEFAULTS = { offline: false, transfer_outcome: 'success', transfer_settle_ms: 1 };
let t: TestApp;
let bank: BankProcess;
let finance: TestClient;
let owner: TestClient;
let approver: TestClient;
let provider: TestClient;
let keys = 0;
const key = () => ({ 'idempotency-key': `settle-${++keys}` });

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  await recordWebhooks(t);
  finance = await t.signIn('finance@kopi.example');
  owner = await t.signIn('superadmin@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  provider = await t.signIn('platform_admin@dasbor.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
beforeEach(() => followRealClock(t));
afterEach(async () => {
  await bank.setSwitches(BANK_DEFAULTS);
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

const readBalance = async (type: string) => {
  const all = await asMerchant(t.deps.db, merchant_id, (tx) => listBalances(tx));
  return all.find((one) => one.type === type)?.balance ?? 0;
};
const run = async (name: string) => settlementJobs.find((job) => job.name === name)?.run(t.deps, {});
/** Inserts a payment and settles it early. Returns the id of the batch. */
async function settled(amount = 100_000): Promise<string> {
  await insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: new Date(t.clock.now().getTime() - HOUR_MS),
  });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  return result.id;
}
/** The notifications to the owners about a bank account. */
const listNotified = (account_id: string) =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select(['action', 'event_id'])
      .where('merchant_id', '=', merchant_id)
      .where('object_id', '=', account_id)
      .orderBy('event_id')
      .execute(),
  );
const read = async (id: string) => (await finance.ok(getSettlement, { params: { id } })).data;

test('without a bank account, settlements credit the available balance; list, lines and sums agree', async () => {
  const id = await settled();
  const batch = await read(id);
  expect(batch).toMatchObject({
    status: 'paid',
    destination: 'balance',
    gross_amount: 100_000,
    fee_amount: 700,
    fee_vat_amount: 77,
    net_amount: 99_223,
  });
  expect(batch.lines_net_amount).toBe(batch.net_amount);
  expect(batch.events.map(({ to_status }) => to_status)).toEqual(['open', 'closed', 'approved', 'processing', 'paid']);
  expect(batch.summary).toMatchObject([
    { line_type: 'payment', method: 'qris', fee_rule: 'QRIS small business (UKE)', count: 1, net_amount: 99_223 },
  ]);
  const { data: lines } = await finance.ok(listSettlementLines, { params: { id } });
  expect(lines).toMatchObject([
    { line_no: 1, line_type: 'payment', type: 'qris', mdr_rate_bps: 70, net_amount: 99_223 },
  ]);
  // Domain 1.6: the payment leads to its settlement.
  const payment = await finance.ok(getTransaction, { params: { id: lines[0]?.transaction_id ?? '' } });
  expect(payment.data.settlement).toEqual({ id, batch_no: batch.batch_no });
  const { data: list } = await finance.ok(listSettlements, { query: { status: 'paid', q: batch.batch_no } });
  expect(list.map((row) => row.id)).toEqual([id]);
  expect((await finance.ok(listSettlements, { query: { type: 'virtual-account' } })).data).toEqual([]);
  const totals = await finance.ok(summariseSettlements, { query: { type: 'qris' } });
  expect(totals.data).toEqual([{ status: 'paid', count: 1, amount: 99_223 }]);
  expect((await finance.ok(listSettlements, { query: { type: 'qris', amount_min: 99_223 } })).data).toHaveLength(1);
  expect(await readBalance('available')).toBe(99_223);
});

test('the CSV of a batch contains its lines, and the CSV of the list its batches', async () => {
  const [batch] = (await finance.ok(listSettlements, { query: { limit: 1 } })).data;
  const csv = await finance.call(listSettlementLines, {
    params: { id: batch?.id ?? '' },
    headers: { accept: 'text/csv' },
  });
  const [head, ...rows] = csv.body.trim().split('\n');
  expect(head).toContain('line_no,line_type,type,transaction_id');
  expect(head).toContain('occurred_at (WIB)');
  expect(rows).toHaveLength(1);
  const indonesian = await finance.call(listSettlementLines, {
    params: { id: batch?.id ?? '' },
    headers: { accept: 'text/csv', 'accept-language': 'id' },
  });
  expect(indonesian.body.split('\n')[0]).toContain('Nomor baris,Jenis baris,Produk,ID transaksi');
  expect(indonesian.body.split('\n')[0]).toContain('Waktu (WIB)');
  const list = await finance.call(listSettlements, { headers: { accept: 'text/csv' } });
  expect(list.body.split('\n')[1]).toContain(batch?.batch_no ?? 'missing');
});

test('upcoming settlements list pending payments by due day', async () => {
  t.clock.advance(1);
  const pending_id = await insertPayment(t.deps.db, merchant_id, {
    method: 'virtual_account',
    channel_code: 'BCA',
    amount: 50_000,
    paid_at: t.clock.now(),
  });
  const { data } = await finance.ok(listUpcomingSettlements, {});
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ count: 1, gross_amount: 50_000 });
  expect((data[0]?.settlement_date ?? '') > toBusinessDay(t.clock.now())).toBe(true);
  expect((await finance.ok(getTransaction, { params: { id: pending_id } })).data.settlement).toBeNull();
  await settled();
});

test('settings: a bank destination requires an account confirmed by the bank; other fields are stored', async () => {
  const refused = await finance.call(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'no_bank_account']);
  const unknown = await owner.call(setSettlementBankAccount, { body: { bank_code: '014', account_no: '9999999999' } });
  expect([unknown.statusCode, unknown.json().code]).toEqual([422, 'account_not_found']);
  await bank.setSwitches({ offline: true });
  const silent = await owner.call(setSettlementBankAccount, { body: { bank_code: '014', account_no: '8010000001' } });
  expect([silent.statusCode, silent.json().code]).toEqual([502, 'bank_unreachable']);
  await bank.setSwitches(BANK_DEFAULTS);
  const { data } = await owner.ok(setSettlementBankAccount, { body: { bank_code: '014', account_no: '8010000001' } });
  expect(data.bank_account).toBeNull();
  expect(data.pending_bank_account).toMatchObject({
    bank_code: '014',
    account_last4: '0001',
    holder_name: 'SARI PRATIWI',
    status: 'pending',
    usable_from: null,
    is_own: true,
  });
  expect(JSON.stringify(data)).not.toContain('8010000001');
  const set = await finance.ok(setSettlementSetting, {
    body: { ...DAILY, destination: 'bank', schedule: 'weekly', weekday: 3 },
  });
  expect(set.data).toMatchObject({ destination: 'bank', schedule: 'weekly', weekday: 3, month_day: null });
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  const terms = (await finance.ok(getSettlementSetting, {})).data.terms;
  expect(terms).toContainEqual({
    method: 'virtual_account',
    channel_code: 'BCA',
    days: 2,
    basis: 'business',
    cut_off_hour: 24,
  });
});

test('a new account needs a second person, and no batch is bound to it before its cooling-off period ends', async () => {
  const { data: asked } = await finance.ok(getSettlementSetting, {});
  const account_id = asked.pending_bank_account?.id ?? '';
  const params = { id: account_id };
  const own = await owner.call(approveBankAccount, { params });
  expect([own.statusCode, own.json().code]).toEqual([422, 'self_approval']);
  expect((await finance.call(approveBankAccount, { params })).statusCode).toBe(403);
  const { data } = await approver.ok(approveBankAccount, { params });
  const usable_from = new Date(t.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  const approved = { status: 'cooling_off', is_own: false, usable_from };
  expect(data).toMatchObject({ bank_account: null, pending_bank_account: approved });
  expect((await approver.call(approveBankAccount, { params })).json().code).toBe('not_pending');
  // Every owner is notified about each step.
  expect(await listNotified(account_id)).toEqual([
    { action: 1003, event_id: `${account_id}.account_approved` },
    { action: 1003, event_id: `${account_id}.account_requested` },
  ]);
  // Until then, settlements credit the available balance.
  expect(await read(await settled(30_000))).toMatchObject({ status: 'paid', destination: 'balance' });
  await laterWithAccount();
  const id = await settled();
  expect((await read(id)).status).toBe('approved');
  expect(await readBalance('reserve')).toBe(99_223);
  await run('sweep_settlements');
  await run('sweep_settlements');
  const batch = await read(id);
  expect(batch).toMatchObject({ status: 'paid', bank_account: 'BCA ••••0001', rail: 'intrabank' });
  expect(await readBalance('reserve')).toBe(0);
  const listTo = async (query: object) =>
    (await finance.ok(listSettlements, { query: { limit: 100, ...query } })).data.map((each) => each.id);
  expect(await listTo({ bank_code: '014', account_last4: '0001' })).toEqual([id]);
  expect(await listTo({ destination: 'bank' })).toEqual([id]);
  expect(await listTo({ account_last4: '0002' })).toEqual([]);
  expect(await listTo({ destination: 'balance' })).not.toContain(id);
  const totals = await finance.ok(summariseSettlements, { query: { account_last4: '0001' } });
  expect(totals.data).toEqual([{ status: 'paid', count: 1, amount: 99_223 }]);
  const { body } = await bank.simulate('GET', '/transfers');
  expect((body['data'] as { amount: number }[]).filter(({ amount }) => amount === 99_223)).toHaveLength(1);
});

test('a replaced account receives nothing new; a rejected one never does; batches can be held and rebound until sent', async () => {
  const request = (bank_code: string, account_no: string) =>
    owner.ok(setSettlementBankAccount, { body: { bank_code, account_no } });
  const refused = (await request('009', '0090000003')).data.pending_bank_account?.id ?? '';
  await provider.ok(approveMerchantBankAccount, { params: { merchant_id, id: refused } });
  // Also while it is cooling off.
  const { data } = await approver.ok(rejectBankAccount, { params: { id: refused } });
  expect(data).toMatchObject({ bank_account: { account_last4: '0001' }, pending_bank_account: null });
  const steps = (await listNotified(refused)).map(({ event_id }) => event_id);
  expect(steps).toEqual(['approved', 'rejected', 'requested'].map((step) => `${refused}.account_${step}`));
  await laterWithAccount();
  const id = await settled(110_000);
  expect(await read(id)).toMatchObject({ status: 'approved', bank_account: 'BCA ••••0001' });
  const params = { merchant_id, id };
  await provider.ok(holdSettlement, { params, body: { reason: 'The account changes' } });
  await run('sweep_settlements');
  expect((await read(id)).status).toBe('on_hold');
  const next = (await request('008', '0080000005')).data.pending_bank_account?.id ?? '';
  await approver.ok(approveBankAccount, { params: { id: next } });
  expect((await provider.ok(rebindSettlement, { params })).data.bank_account).toBe('BCA ••••0001');
  await laterWithAccount();
  expect((await provider.ok(rebindSettlement, { params })).data.bank_account).toBe('Mandiri ••••0005');
  await provider.ok(releaseSettlement, { params, headers: key() });
  await run('sweep_settlements');
  expect(await read(id)).toMatchObject({ status: 'paid', rail: 'bi_fast', bank_account: 'Mandiri ••••0005' });
  expect((await provider.call(rebindSettlement, { params })).json().code).toBe('status_conflict');
  await changeAccount('014', '8010000001');
});

test('domain 1.12: a closed settlement waits in the list of approvals, and is approved from there once', async () => {
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank', approval: 'manual' } });
  const waiting = async (by: TestClient) =>
    (await by.ok(listApprovals, { query: { view: 'waiting', subject_type: 'settlement' } })).data;
  const readWaitingCount = async (by: TestClient) => (await by.ok(countWaitingApprovals)).data.count;
  const before = { finance: await readWaitingCount(finance), approver: await readWaitingCount(approver) };
  expect(await waiting(finance)).toEqual([]);
  const subject_id = await settled(140_000);
  const { batch_no, net_amount } = await read(subject_id);
  const [request, ...others] = await waiting(finance);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    subject_type: 'settlement',
    subject_id,
    amount: net_amount,
    details: { batch_no, bank_code: '014', account_last4: '0001' },
    requested_by: null,
    requested_by_type: 'system',
    expires_at: null,
    may_decide: true,
    may_reject: false,
  });
  expect(await readWaitingCount(finance)).toBe(before.finance + 1);
  // Approvers without the level `manage` on reports see it and decide nothing; the provider decides no settlement.
  expect(await waiting(approver)).toEqual([]);
  expect(await readWaitingCount(approver)).toBe(before.approver);
  expect((await approver.ok(getApproval, { params: { id: request!.id } })).data.may_decide).toBe(false);
  expect((await provider.call(getApproval, { params: { id: request!.id } })).statusCode).toBe(404);

  const params = { id: request!.id };
  const rejected = await finance.call(rejectRequest, { params, body: { reason: 'No' }, headers: key() });
  expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'not_rejectable']);
  // A hold withdraws the request, and the release requests it again.
  await provider.ok(holdSettlement, { params: { merchant_id, id: subject_id }, body: { reason: 'Checking' } });
  expect(await waiting(finance)).toEqual([]);
  await provider.ok(releaseSettlement, { params: { merchant_id, id: subject_id }, headers: key() });
  const [again] = await waiting(finance);
  expect(again).toMatchObject({ subject_id, may_decide: true });
  expect(again!.id).not.toBe(request!.id);

  const approve = (by: TestClient) => by.call(approveRequest, { params: { id: again!.id }, body: {}, headers: key() });
  expect((await approve(approver)).statusCode).toBe(403);
  const answers = await Promise.all([approve(finance), approve(owner)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { data } = await finance.ok(getApproval, { params: { id: again!.id } });
  expect(data).toMatchObject({ status: 'approved', approvals_given: 1 });
  expect(data.decisions).toHaveLength(1);
  expect(await read(subject_id)).toMatchObject({ status: 'approved' });
  expect(await readWaitingCount(finance)).toBe(before.finance);
  await run('sweep_settlements');
  expect((await read(subject_id)).status).toBe('paid');
});

test('domain 1.7: the summary counts paid settlements by the day of their credit', async () => {
  const today = toBusinessDay(t.clock.now());
  const count = async (query: Record<string, string>) => {
    const { data } = await finance.ok(summariseSettlements, { query: { status: 'paid', ...query } as never });
    return data.reduce((sum, each) => sum + each.count, 0);
  };
  const paid_today = { paid_from: today, paid_to: today };
  const before = await count(paid_today);
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'balance' } });
  const id = await settled(45_000);
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('settlement_batch')
      .set({ settlement_date: '2025-01-31' })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute(),
  );
  expect(await count(paid_today)).toBe(before + 1);
  expect(await count({ ...paid_today, from: today })).toBe(before);
  expect(await count({ paid_from: addDays(today) })).toBe(0);
});

test('a settlement that was approved for another account needs a new approval', async () => {
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank', approval: 'manual' } });
  const id = await settled(145_000);
  await finance.ok(approveSettlement, { params: { id }, headers: key() });
  const params = { merchant_id, id };
  // The same account changes nothing.
  expect((await provider.ok(rebindSettlement, { params })).data.status).toBe('approved');
  await changeAccount('008', '0080000005');
  const { data } = await provider.ok(rebindSettlement, { params });
  expect(data).toMatchObject({ status: 'closed', bank_account: 'Mandiri ••••0005' });
  await run('sweep_settlements');
  expect((await read(id)).status).toBe('closed');
  await finance.ok(approveSettlement, { params: { id }, headers: key() });
  await run('sweep_settlements');
  expect(await read(id)).toMatchObject({ status: 'paid', bank_account: 'Mandiri ••••0005' });
  await changeAccount('014', '8010000001');
});

test('manual approval, hold and release are each allowed in one status only', async () => {
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank', approval: 'manual' } });
  const id = await settled(150_000);
  await run('sweep_settlements');
  expect((await read(id)).status).toBe('closed');
  await provider.ok(holdSettlement, { params: { merchant_id, id }, body: { reason: 'Checking the shop' } });
  expect(await read(id)).toMatchObject({ status: 'on_hold', held_reason: 'Checking the shop' });
  expect((await finance.call(approveSettlement, { params: { id }, headers: key() })).json().code).toBe(
    'status_conflict',
  );
  const released = { params: { merchant_id, id }, headers: key() };
  expect((await provider.call(releaseSettlement, { params: { merchant_id, id } })).statusCode).toBe(400);
  const { data } = await provider.ok(releaseSettlement, released);
  // A repeated request gets the first answer, and another one the status.
  expect((await provider.ok(releaseSettlement, released)).data.id).toBe(data.id);
  const again = await provider.call(releaseSettlement, { ...released, headers: key() });
  expect(again.json().code).toBe('status_conflict');
  const unknown = { merchant_id, id: newId('settlement_batch', t.clock.now()) };
  expect((await provider.call(holdSettlement, { params: unknown, body: { reason: 'x' } })).statusCode).toBe(404);
  await finance.ok(approveSettlement, { params: { id }, headers: key() });
  await run('sweep_settlements');
  expect((await read(id)).status).toBe('paid');
  expect(
    (await provider.call(holdSettlement, { params: { merchant_id, id }, body: { reason: 'x' } })).json().code,
  ).toBe('status_conflict');
});

test('a line can be disputed once, and only if it exists', async () => {
  const [batch] = (await finance.ok(listSettlements, { query: { limit: 1 } })).data;
  const params = { id: batch?.id ?? '', line_no: 1 };
  const { data } = await finance.ok(disputeSettlementLine, { params, body: { reason: 'This was refunded' } });
  expect(data).toMatchObject({ line_no: 1, status: 'open', reason: 'This was refunded' });
  const again = await finance.call(disputeSettlementLine, { params, body: { reason: 'Again' } });
  expect([again.statusCode, again.json().code]).toEqual([409, 'already_disputed']);
  const missing = await finance.call(disputeSettlementLine, {
    params: { ...params, line_no: 99 },
    body: { reason: 'x' },
  });
  expect(missing.statusCode).toBe(404);
});

/** Changes the bank account, with a second person, and ends the cooling-off period. */
async function changeAccount(bank_code: string, account_no: string): Promise<void> {
  const { data } = await owner.ok(setSettlementBankAccount, { body: { bank_code, account_no } });
  await approver.ok(approveBankAccount, { params: { id: data.pending_bank_account?.id ?? '' } });
  await laterWithAccount();
}

/** Ends the cooling-off period of the approved bank accounts. */
async function laterWithAccount(): Promise<void> {
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('bank_account')
      .set({ usable_from: new Date(t.clock.now().getTime() - 1) })
      .where('merchant_id', '=', merchant_id)
      .where('usable_from', 'is not', null)
      .execute(),
  );
}

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'settlement')).toEqual([]);
});
