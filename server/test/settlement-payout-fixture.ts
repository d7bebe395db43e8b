/** Test fixture: payouts of settlements against a model bank on the clock of the test, with finance and the provider. */
import { getSettlement } from '@dasbor/contract/settlement';
import {
  retrySettlement,
  setSettlementBankAccount,
  setSettlementSetting,
  approveBankAccount,
} from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type ModelBank, startWithModelBank } from './model-bank.ts';
import { readBalances } from './payout-fixture.ts';
import { insertPayment } from './settlement-payments.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { listWebhookErrors, recordWebhooks } from './webhook-events.ts';
import { asMerchant } from '../src/db/tx.ts';
import type { Deps } from '../src/deps.ts';
import { JOBS } from '../src/jobs/registry.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { formatPayoutReference } from '../src/settlement/rules.ts';
import { settleMerchant } from '../src/settlement/run.ts';

export const { merchant_id } = KOPI_NUSANTARA;
/** 10:00 on a Monday (WIB). */
export const MORNING = new Date('2026-11-23T03:00:00Z');
export const DAILY = {
  approval: 'auto',
  schedule: 'daily',
  weekday: null,
  month_day: null,
  minimum_amount: 0,
} as const;
export let t: TestApp;
export let model: ModelBank;
export let finance: TestClient;
export let provider: TestClient;
let count = 0;

export async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  provider = await t.signIn('platform_admin@dasbor.example');
}

/** Changes the bank account, with a second person, and ends its cooling-off period. */
export async function changeAccount(bank_code: string, account_no: string): Promise<void> {
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

export const nextNumber = (): number => ++count;
export const run = (name: string, payload: Record<string, string> = {}, deps: Deps = t.deps) =>
  JOBS.find((job) => job.name === name)!.run(deps, payload);
export const runPayout = (id: string, deps?: Deps) => run('pay_settlement', { merchant_id, id }, deps);
export const readSettlement = async (id: string) => (await finance.ok(getSettlement, { params: { id } })).data;
export const readReserve = async () => (await readBalances(t, merchant_id)).reserve;
export const retry = (id: string) =>
  provider.ok(retrySettlement, {
    params: { merchant_id, id },
    headers: { 'idempotency-key': `retry-${nextNumber()}` },
  });
/** Settles a payment of Rp 100.000, net Rp 99.223, and runs the job that pays it out. */
export async function settlePayment(amount = 100_000, deps?: Deps): Promise<string> {
  await insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: new Date(t.clock.now().getTime() - 1),
  });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  await runPayout(result.id, deps);
  return result.id;
}
/** Lets time pass in steps, with the sweeps of each. */
export async function advanceTime(seconds: number, step = 10, deps?: Deps): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers', {}, deps);
    await run('sweep_settlements', {}, deps);
  }
  if (seconds > 300) await signIn();
}
/** How often the transfers of a batch arrived, by attempt. */
export const countTransfers = (id: string, attempt = 1) =>
  model.transfers.filter((transfer) => transfer === formatPayoutReference(id, attempt)).length;

/**
 * Starts the application and the bank before the tests of a file; after each test the ledger must agree, and at the end the
 * webhook events must have no gaps.
 */
export function setUpPayouts(): void {
  beforeAll(async () => {
    ({ t, model } = await startWithModelBank());
    await recordWebhooks(t);
    t.clock.set(MORNING);
    await signIn();
    await changeAccount('014', '8010000001');
    await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  });
  afterAll(async () => {
    const errors = t === undefined ? [] : await listWebhookErrors(t);
    await t?.close();
    expect(errors).toEqual([]);
  });
  beforeEach(async () => {
    t.clock.advance(61_000);
    model.setOffline(false);
    model.setChooser(() => 'success');
    await signIn();
  });
  afterEach(async () => {
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
