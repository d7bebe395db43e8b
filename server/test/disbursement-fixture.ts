/** Test fixture: disbursements of a merchant against a model bank, with people who request and approve them. */
import { approveDisbursement, createDisbursement, getDisbursement } from '@dasbor/contract/disbursement';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type ModelBank, startWithModelBank } from './model-bank.ts';
import { readBalances, topUpPayout } from './payout-fixture.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { recordWebhooks } from './webhook-events.ts';
import { JOBS } from '../src/jobs/registry.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { sendDisbursement } from '../src/disbursement/send.ts';

export const { merchant_id } = KOPI_NUSANTARA;
export let t: TestApp;
export let owner: pg.Client;
export let model: ModelBank;
export let finance: TestClient;
export let approver: TestClient;
export let superadmin: TestClient;
let count = 0;
/** Balances before each test. */
export let balances_before: Record<string, number>;

export async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  superadmin = await t.signIn('superadmin@kopi.example');
}

export const nextNumber = (): number => ++count;
export const headers = () => ({ 'idempotency-key': `dsb-${nextNumber()}` });
/** An account of its own for each test, so that behaviours do not meet. */
export const nextAccount = (): string => `80200${String(nextNumber()).padStart(5, '0')}`;
export const postDisbursement = (body: object, client = finance) =>
  client.call(createDisbursement, {
    body: {
      bank_code: '014',
      account_no: nextAccount(),
      amount: 100_000,
      merchant_reference: `REF-${nextNumber()}`,
      ...body,
    },
    headers: headers(),
  });
export const requestDisbursement = async (body: object = {}, client = finance) => {
  const answer = await postDisbursement(body, client);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string; total_amount: number; status: string } }>().data;
};

export const approve = (id: string, client = approver) =>
  client.call(approveDisbursement, { params: { id }, body: {}, headers: headers() });
export const readDisbursement = async (id: string) => (await finance.ok(getDisbursement, { params: { id } })).data;
export const run = (name: string, payload: Record<string, string> = {}) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, payload);
export const send = (id: string) => sendDisbursement(t.deps, merchant_id, id);

export const readChanges = async () => {
  const after = await readBalances(t, merchant_id);
  return Object.fromEntries(
    Object.keys(after).flatMap((type) =>
      after[type] === balances_before[type] ? [] : [[type, after[type]! - balances_before[type]!]],
    ),
  );
};

export const PAID = { bank_clearing: 100_000, fees_paid: 1_500, vat_paid: 165, payout: -101_665 };

/** Starts the application and the bank before the tests of a file; after each test the ledger must agree. */
export function setUpDisbursements(): void {
  beforeAll(async () => {
    ({ t, model } = await startWithModelBank());
    await recordWebhooks(t);
    owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    await signIn();
    await topUpPayout(t, merchant_id, 100_000_000);
  });
  afterAll(async () => {
    await owner?.end();
    await t?.close();
  });
  beforeEach(async () => {
    model.setOffline(false);
    t.clock.advance(1_000);
    balances_before = await readBalances(t, merchant_id);
  });
  afterEach(async () => {
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
