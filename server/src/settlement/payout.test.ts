/** Payouts of settlements against a model bank on the clock of the test: what the bank does, and what it does later. */
import { reactivateMerchant, setMerchantSwitches, suspendMerchant } from '@dasbor/contract/merchant';
import { approveSettlement, getSettlement } from '@dasbor/contract/settlement';
import {
  holdSettlement,
  rebindSettlement,
  releaseSettlement,
  retrySettlement,
  setSettlementBankAccount,
  setSettlementSetting,
} from '@dasbor/contract/settlement-admin';
import { approveBankAccount } from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { formatPayoutReference } from './rules.ts';
import { settleMerchant } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
/** 10:00 on a Monday (WIB). */
const MORNING = new Date('2026-11-23T03:00:00Z');
const DAILY = { approval: 'auto', schedule: 'daily', weekday: null, month_day: null, minimum_amount: 0 } as const;
let t: TestApp;
let model: ModelBank;
let finance: TestClient;
let provider: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  await recordWebhooks(t);
  t.clock.set(MORNING);
  await signIn();
  await changeAccount('014', '8010000001');
  await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
});
afterAll(() => t?.close());
beforeEach(async () => {
  t.clock.advance(61_000);
  model.setOffline(false);
  model.setChooser(() => 'success');
  await signIn();
});
afterEach(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  provider = await t.signIn('platform_admin@dasbor.example');
}

/** Changes the bank account, with a second person, and ends its cooling-off period. */
async function changeAccount(bank_code: string, account_no: string): Promise<void> {
  const owner = await t.signIn('superadmin@kopi.example');
  const approver = await t.signIn('approver@kopi.example');
  const { data } = await owner.ok(setSettlementBankAccount, { body: { bank_code, account_no } });
  await approver.ok(approveBankAccount, { params: { id: data.pending_bank_account?.id ?? '' } });
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('bank_account')
      .set({ usable_from: new Date(t.clock.now().getTime() - 1) })
      .where('merchant_id', '=', merchant_id)
      .where('usable_from', 'is not', null)
      .execute(),
  );
}

const run = (name: string, payload: Record<string, string> = {}, deps: Deps = t.deps) =>
  JOBS.find((job) => job.name === name)!.run(deps, payload);
const pay = (id: string, deps?: Deps) => run('pay_settlement', { merchant_id, id }, deps);
const read = async (id: string) => (await finance.ok(getSettlement, { params: { id } })).data;
const reserve = async () => (await readBalances(t, merchant_id)).reserve;
const retry = (id: string) =>
  provider.ok(retrySettlement, { params: { merchant_id, id }, headers: { 'idempotency-key': `retry-${++count}` } });
/** Settles a payment of Rp 100.000, net Rp 99.223, and runs the job that pays it out. */
async function settled(amount = 100_000, deps?: Deps): Promise<string> {
  await insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: new Date(t.clock.now().getTime() - 1),
  });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  await pay(result.id, deps);
  return result.id;
}
/** Lets time pass in steps, with the sweeps of each. */
async function pass(seconds: number, step = 10, deps?: Deps): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers', {}, deps);
    await run('sweep_settlements', {}, deps);
  }
  if (seconds > 300) await signIn();
}
/** How often the orders of a batch arrived, by attempt. */
const countOrders = (id: string, attempt = 1) =>
  model.orders.filter((order) => order === formatPayoutReference(id, attempt)).length;

test('a time-out never causes a second payout: the transfer status decides', async () => {
  model.setChooser(() => 'unknown_then_success');
  const id = await settled();
  expect(await read(id)).toMatchObject({ status: 'processing', rail: 'intrabank' });
  expect(await reserve()).toBe(0);
  await pay(id);
  await pass(20);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  expect(model.executed.filter(({ amount }) => amount === 99_223)).toHaveLength(1);
  expect(countOrders(id)).toBe(1);
});

test('decision 0142: nothing is paid out to the bank while the merchant is suspended; it is after the reactivation', async () => {
  const target = { params: { merchant_id } };
  model.setChooser(() => 'refused');
  const failed = await settled(150_000);
  model.setChooser(() => 'success');
  await provider.ok(suspendMerchant, { ...target, body: { reason: 'Fraud' } });
  const before = model.orders.length;
  const id = await settled();
  const held = await read(id);
  expect(held).toMatchObject({ status: 'on_hold', held_reason: 'The merchant is suspended' });
  expect(held.events.map(({ to_status }) => to_status)).toEqual(['open', 'closed', 'on_hold']);
  const refusals = [
    await provider.call(releaseSettlement, {
      params: { merchant_id, id },
      headers: { 'idempotency-key': 'release-suspended' },
    }),
    await provider.call(retrySettlement, {
      params: { merchant_id, id: failed },
      headers: { 'idempotency-key': 'retry-suspended' },
    }),
  ];
  for (const refused of refusals) expect(refused.json()).toMatchObject({ code: 'merchant_not_active' });
  expect(model.orders.length).toBe(before);
  await provider.ok(reactivateMerchant, { ...target, body: {} });
  await run('release_stopped_settlements', { merchant_id });
  expect(await read(id)).toMatchObject({ status: 'approved', held_reason: null });
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  await retry(failed);
});

test('decision 0142: an approved payout that was not sent goes on hold when payouts are disabled', async () => {
  const target = { params: { merchant_id } };
  const paid_at = new Date(t.clock.now().getTime() - 1);
  await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: 100_000, paid_at });
  const closed = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  const { id } = closed as { id: string };
  expect(await read(id)).toMatchObject({ status: 'approved' });
  const switches = { payments_enabled: true, payouts_enabled: false, reason: 'Review' };
  await provider.ok(setMerchantSwitches, { ...target, body: switches });
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'on_hold', held_reason: 'Payouts of the merchant are disabled' });
  await run('release_stopped_settlements', { merchant_id });
  expect(await read(id)).toMatchObject({ status: 'on_hold' });
  await provider.ok(setMerchantSwitches, { ...target, body: { ...switches, payouts_enabled: true } });
  await run('release_stopped_settlements', { merchant_id });
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid' });
});

test('never received: sent again under the same number, after ten minutes without a record', async () => {
  model.setChooser(() => 'lost');
  const id = await settled();
  model.setChooser(() => 'success');
  await pass(590);
  expect([(await read(id)).status, countOrders(id)]).toEqual(['processing', 1]);
  await pass(600);
  expect([(await read(id)).status, countOrders(id)]).toEqual(['paid', 2]);
});

test('a process that died before the call: the sweep finds out and sends it once', async () => {
  const bank = { ...t.deps.bank, transfer: () => Promise.reject(new Error('killed')) };
  const countExecuted = () => model.executed.filter(({ amount }) => amount === 99_223).length;
  const before = countExecuted();
  await expect(settled(100_000, { ...t.deps, bank })).rejects.toThrow('killed');
  await pass(1_500);
  expect(countExecuted()).toBe(before + 1);
  expect(await reserve()).toBe(0);
});

test('not received for a day: failed, and a retry uses a new number at once, because it is confirmed as not executed', async () => {
  model.setChooser(() => 'lost');
  const id = await settled(300_000);
  await pass(90_000, 600);
  expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'not_received' });
  expect(await reserve()).toBe(297_669);
  model.setChooser(() => 'success');
  const sent = countOrders(id);
  await retry(id);
  const again = await provider.call(retrySettlement, {
    params: { merchant_id, id },
    headers: { 'idempotency-key': `retry-${++count}` },
  });
  expect(again.json()).toMatchObject({ code: 'wrong_status' });
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  expect([countOrders(id), countOrders(id, 2)]).toEqual([sent, 1]);
  expect(await reserve()).toBe(0);
});

test('refused: a retry waits until the first number is confirmed as not executed for ten minutes without interruption', async () => {
  model.setChooser(() => 'refused');
  const id = await settled();
  expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'bank_refused' });
  expect(await reserve()).toBe(99_223);
  model.setChooser(() => 'success');
  await retry(id);
  await pay(id);
  await pass(300);
  model.setOffline(true);
  await pass(60);
  model.setOffline(false);
  await pass(500);
  expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['processing', 0]);
  await pass(700);
  expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['paid', 1]);
});

test('before a retry the status is queried: a payout that it executed after all is not paid again', async () => {
  model.setChooser(() => 'late_success');
  const id = await settled();
  await pass(4, 2);
  expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'transfer_failed' });
  await retry(id);
  t.clock.advance(6_000);
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid', failure_code: null });
  expect([countOrders(id), countOrders(id, 2)]).toEqual([1, 0]);
  expect(await reserve()).toBe(0);
});

test('a failed payout that the bank executed after all is paid, once, and can still be returned and retried', async () => {
  model.setChooser(() => 'late_success');
  const id = await settled();
  await pass(4, 2);
  expect(await reserve()).toBe(99_223);
  await pass(60);
  expect(await read(id)).toMatchObject({ status: 'paid', failure_code: null });
  expect(await reserve()).toBe(0);
  model.executed.at(-1)!.outcome = 'returned';
  await pass(200);
  expect(await read(id)).toMatchObject({ status: 'returned', failure_code: 'returned' });
  expect(await reserve()).toBe(99_223);
  model.setChooser(() => 'success');
  await retry(id);
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  expect(await reserve()).toBe(0);
});

describe('a payout that the merchant approved and that gets another account', () => {
  const params = (id: string) => ({ merchant_id, id });
  const approve = (id: string) =>
    finance.ok(approveSettlement, { params: { id }, headers: { 'idempotency-key': `approve-${++count}` } });
  /** A failed payout, bound to the account that the merchant changed to since. */
  const rebound = async (): Promise<string> => {
    const id = await settled();
    await approve(id);
    await pay(id);
    await pass(4, 2);
    expect((await read(id)).status).toBe('failed');
    await changeAccount('008', '0080000005');
    const { data } = await provider.ok(rebindSettlement, { params: params(id) });
    expect(data).toMatchObject({ status: 'closed', bank_account: 'Mandiri ••••0005' });
    return id;
  };
  beforeEach(() => finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank', approval: 'manual' } }));
  afterEach(async () => {
    await changeAccount('014', '8010000001');
    await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  });

  test('failed: it is paid after a new approval, under a new number', async () => {
    model.setChooser(() => 'refused');
    const id = await rebound();
    model.setChooser(() => 'success');
    const headers = { 'idempotency-key': `retry-${++count}` };
    const retried = await provider.call(retrySettlement, { params: params(id), headers });
    expect(retried.json()).toMatchObject({ code: 'wrong_status' });
    await pass(1_300);
    expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['closed', 0]);
    await approve(id);
    await pay(id);
    await pass(1_300);
    expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['paid', 1]);
    expect(await reserve()).toBe(0);
  });

  test('failed, and executed after all: it is paid once, without the approval', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await pass(60);
    expect(await read(id)).toMatchObject({ status: 'paid', failure_code: null });
    expect([countOrders(id), countOrders(id, 2), await reserve()]).toEqual([1, 0, 0]);
  });

  const statuses = async (id: string) => (await read(id)).events.map(({ to_status }) => to_status);

  test('failed, put on hold, and executed after all: it is paid once, and no longer on hold', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await provider.ok(holdSettlement, { params: params(id), body: { reason: 'Review of the account' } });
    await pass(60);
    expect(await read(id)).toMatchObject({ status: 'paid', failure_code: null, held_reason: null });
    expect((await statuses(id)).slice(-5)).toEqual(['on_hold', 'closed', 'approved', 'processing', 'paid']);
    expect([countOrders(id), countOrders(id, 2), await reserve()]).toEqual([1, 0, 0]);
  });

  test('failed, approved again, and executed after all before it is sent: it is paid once', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await approve(id);
    expect((await read(id)).status).toBe('approved');
    t.clock.advance(60_000);
    await run('sweep_bank_transfers');
    expect(await read(id)).toMatchObject({ status: 'paid', failure_code: null });
    expect((await statuses(id)).slice(-3)).toEqual(['approved', 'processing', 'paid']);
    await pay(id);
    await pass(1_300, 100);
    expect([countOrders(id), countOrders(id, 2), await reserve()]).toEqual([1, 0, 0]);
  });
});

test('an earlier attempt that is executed while a later one is under way is booked, and pays it when that one fails', async () => {
  model.setChooser(() => 'refused');
  const id = await settled();
  await pass(1_300);
  await retry(id);
  model.setChooser(() => 'lost');
  await pay(id);
  expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['processing', 1]);
  // The bank finds the first one after all.
  model.executed.push({
    ...model.executed.at(-1)!,
    partner_reference_no: formatPayoutReference(id, 1),
    outcome: 'success',
  });
  await pass(3_000, 60);
  const both = await read(id);
  expect(both.status).toBe('processing');
  expect(both.events.at(-1)?.reason).toContain('Reclaim the surplus');
  expect(await reserve()).toBe(-99_223);
  await pass(90_000, 600);
  const batch = await read(id);
  expect(batch).toMatchObject({ status: 'paid', failure_code: null });
  expect(batch.events.at(-1)?.reason).toBe('Another transfer of this payout succeeded');
  expect(await reserve()).toBe(0);
});

test('an earlier attempt that is executed after a later one was paid is booked, and the timeline says so', async () => {
  model.setChooser(() => 'refused');
  const id = await settled();
  model.setChooser(() => 'success');
  await pass(1_300);
  await retry(id);
  await pay(id);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  // The bank finds the first one after all.
  const [first] = model.executed.slice(-1);
  model.executed.push({ ...first!, partner_reference_no: formatPayoutReference(id, 1) });
  await pass(3_000, 60);
  expect(await reserve()).toBe(-99_223);
  const batch = await read(id);
  expect(batch.status).toBe('paid');
  expect(batch.events.at(-1)?.reason).toContain('Reclaim the surplus');
  // The surplus comes back.
  model.executed.at(-1)!.outcome = 'returned';
  await pass(8_000, 100);
  expect(await reserve()).toBe(0);
  expect(await read(id)).toMatchObject({ status: 'paid' });
});

const MESSAGE = {
  at: MORNING,
  direction: 'out',
  partner: 'bank',
  endpoint: '/v1.0/transfer/status',
  external_id: '1',
  http_status: null,
  response_code: null,
  latency_ms: 1,
  request: {},
  response: null,
} as const;
const status = (latestTransactionStatus: string, value: string) => ({
  kind: 'ok',
  response: {
    originalReferenceNo: 'BT1',
    transactionStatusDesc: 'Status',
    latestTransactionStatus,
    amount: { value, currency: 'IDR' },
  },
});

/** Answers inquiries with the same status, about the transfer that was asked about. */
const answerAbout =
  (answer: { kind: string; response?: object }) => async (originalPartnerReferenceNo: string, serviceCode: string) =>
    ({
      message: MESSAGE,
      ...answer,
      ...(answer.response === undefined
        ? {}
        : { response: { originalPartnerReferenceNo, serviceCode, ...answer.response } }),
    }) as unknown as BankOutcome<never>;

test('a status inquiry decides only by a definite status of the same amount', async () => {
  model.setChooser(() => 'lost');
  const id = await settled(70_000);
  for (const answer of [
    { kind: 'refused', response_code: '4033605', detail: 'Do Not Honor' },
    { kind: 'refused', response_code: '4003601', detail: 'Invalid Field Format' },
    { kind: 'refused', response_code: '4043616', detail: 'Partner Not Found' },
    { kind: 'unreachable', detail: 'No response' },
    status('00', '69455.00'),
    status('06', '69455.00'),
    status('03', '69456.00'),
  ]) {
    const queryTransfer = answerAbout(answer);
    await pass(1_200, 600, { ...t.deps, bank: { ...t.deps.bank, queryTransfer } });
    expect([(await read(id)).status, countOrders(id)], JSON.stringify(answer)).toEqual(['processing', 1]);
  }
  const queryTransfer = answerAbout(status('06', '69456.00'));
  await pass(600, 600, { ...t.deps, bank: { ...t.deps.bank, queryTransfer } });
  expect(await read(id)).toMatchObject({
    status: 'failed',
    failure_code: 'transfer_failed',
    failure_message: 'Status',
  });
  model.setChooser(() => 'success');
  await retry(id);
  await pass(1_300);
  expect(await read(id)).toMatchObject({ status: 'paid' });
});

test('domain 4.4: a payout above the limit of BI-FAST waits for the hours of SKN, one above SKN for those of RTGS', async () => {
  await changeAccount('009', '0090000003');
  // 20:00 (WIB).
  t.clock.set(new Date('2026-12-23T13:00:00Z'));
  const ids = [await settled(300_000_000), await settled(1_100_000_000)];
  // Joint leave, Christmas, and before 06:30 of the Monday after.
  for (const closed of ['2026-12-24T03:00:00Z', '2026-12-25T03:00:00Z', '2026-12-27T23:29:59Z']) {
    t.clock.set(new Date(closed));
    await run('sweep_settlements');
    await signIn();
    for (const id of ids) expect((await read(id)).status, closed).toBe('approved');
  }
  t.clock.set(new Date('2026-12-27T23:30:00Z'));
  await run('sweep_settlements');
  expect(await read(ids[0]!)).toMatchObject({ status: 'paid', rail: 'skn' });
  expect((await read(ids[1]!)).status).toBe('approved');
  t.clock.set(new Date('2026-12-28T00:00:00Z'));
  await run('sweep_settlements');
  await signIn();
  expect(await read(ids[1]!)).toMatchObject({ status: 'paid', rail: 'rtgs' });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'settlement payout')).toEqual([]);
});
