/** Test fixture: commission statements of a merchant that earns from another one, against a model bank. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { approveRequest } from '@dasbor/contract/approval';
import {
  getCommissionStatement,
  listCommissionStatements,
  submitCommissionStatement,
} from '@dasbor/contract/commission-statement';
import { approveBankAccount, setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { createGroup } from './account-group-fixture.ts';
import { insertActiveRule } from './commission-fixture.ts';
import { type ModelBank, startWithModelBank } from './model-bank.ts';
import { readBalances } from './payout-fixture.ts';
import { insertPayment } from './settlement-payments.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { JOBS } from '../src/jobs/registry.ts';
import { asMerchant } from '../src/db/tx.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { bookCommissions } from '../src/account-group-commission/book.ts';
import { createStatements } from '../src/account-group-commission/create-statements.ts';

/** Kopi earns from the payments of Batik, and from its own. */
export const earner = KOPI_NUSANTARA.merchant_id;
export const member = BATIK_LESTARI.merchant_id;
export let t: TestApp;
export let model: ModelBank;
export let maker: TestClient;
export let checker: TestClient;
export let first_day: string;
let next_day = 0;
let keys = 0;

/** The refunds of the fixture have no holds. */
const findFaults = async () =>
  (await verifyLedger(t.deps.db)).discrepancies.filter(
    ({ kind, detail }) => kind.startsWith('commission') || detail.includes('commission'),
  );

export async function signIn(): Promise<void> {
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
}

export const addDays = (days: number) =>
  toBusinessDay(new Date(startOfBusinessDay(first_day).getTime() + days * 86_400_000));
export const atNoon = (day: string) => new Date(startOfBusinessDay(day).getTime() + 12 * 3_600_000);
export const headers = () => ({ 'idempotency-key': `statement-${++keys}` });
const run = (name: string, payload: Record<string, string> = {}) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, payload);

/** Days of their own for each test. */
export function reserveDays(count: number): number {
  const start = next_day;
  next_day += count;
  return start;
}
export const addRule = async (
  start: number,
  days: number,
  change: Partial<Parameters<typeof insertActiveRule>[1]> = {},
) => {
  const [effective_from, effective_to] = [addDays(start), addDays(start + days)];
  const now = t.clock.now();
  const member_ids = start === 0 ? [member, earner] : [];
  if (start === 0) group = await createGroup(t.deps.db, { owner_id: earner, member_ids, from: first_day, now });
  return insertActiveRule(t, { earner, group_id: group, effective_from, effective_to, ...change });
};
let group: string;
export const insertPaymentOfDay = (merchant_id: string, amount: number, day: string, posted_day = day) =>
  insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: atNoon(day),
    posted_at: atNoon(posted_day),
  });
/** Books and makes statements as the jobs of a day do. */
export async function closeDays(day: string): Promise<void> {
  t.clock.set(new Date(Math.max(t.clock.now().getTime() + 1_000, startOfBusinessDay(day).getTime() + 3_600_000)));
  for (const merchant_id of [member, earner]) await bookCommissions(t.deps, merchant_id, startOfBusinessDay(day));
  await createStatements(t.deps, earner, day);
  await signIn();
}
export const listStatements = async (rule_id: string) =>
  (await maker.ok(listCommissionStatements, { query: { rule_id, limit: 100 } })).data.toReversed();
export const readStatement = async (id: string) => (await maker.ok(getCommissionStatement, { params: { id } })).data;
export const submit = (id: string, by = maker) =>
  by.call(submitCommissionStatement, { params: { id }, body: {}, headers: headers() });
export const approve = (approval_id: string | null, by = checker) =>
  by.call(approveRequest, { params: { id: approval_id ?? '' }, body: {}, headers: headers() });

export const payOut = (id: string) => run('pay_commission_statement', { merchant_id: earner, id });
export const getCommission = async (merchant_id: string) => (await readBalances(t, merchant_id)).commission ?? 0;

export async function advanceTime(seconds: number, step = 10): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers');
    await run('sweep_commission_statements');
  }
  await signIn();
}

/** Days before this one stay unused by the tests that follow. */
export function skipToDay(day: number): void {
  next_day = Math.max(next_day, day);
}

/** Gives the merchant that earns a payout account whose cooling-off period is over. */
export async function addPayoutAccount(): Promise<void> {
  const owner = await t.signIn('superadmin@kopi.example');
  const approver = await t.signIn('approver@kopi.example');
  const { data } = await owner.ok(setSettlementBankAccount, { body: { bank_code: '014', account_no: '8010000001' } });
  await approver.ok(approveBankAccount, { params: { id: data.pending_bank_account?.id ?? '' } });
  await asMerchant(t.deps.db, earner, (tx) =>
    tx.sql
      .updateTable('bank_account')
      .set({ usable_from: t.clock.now() })
      .where('merchant_id', '=', earner)
      .where('usable_from', 'is not', null)
      .execute(),
  );
}

/** Starts the application before the tests of a file, each of which has days of its own; after each one the ledger must agree. */
export function setUpCommissionStatements(): void {
  beforeAll(async () => {
    // The files of a worker share this module, and each has a database of its own.
    next_day = 0;
    ({ t, model } = await startWithModelBank());
    // Far from the history of the sandbox, at noon of the first day of a month.
    t.clock.set(new Date('2027-03-01T05:00:00Z'));
    first_day = toBusinessDay(t.clock.now());
  });
  afterAll(() => t?.close());
  beforeEach(async () => {
    model.setChooser(() => 'success');
    await signIn();
  });
  afterEach(async () => {
    expect(await findFaults()).toEqual([]);
  });
}
