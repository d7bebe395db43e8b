/** Test fixture: virtual accounts of a merchant against the sandbox bank. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createVirtualAccount, getVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { startAppWithBank } from './app-with-bank.ts';
import type { BankProcess } from './bank-process.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { recordWebhooks } from './webhook-events.ts';
import { sendBankRequest, buildVaPayment } from './va-callbacks.ts';
import { foldBalances } from '../src/ledger/folding.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export let t: TestApp;
export let bank: BankProcess;
export let kopi: TestClient;
let count = 0;

export const nextNumber = (): number => ++count;
export const newKey = () => `va-key-${nextNumber()}`;
export const buildInput = (change: object = {}) => ({
  bank: 'BCA',
  holder_name: 'Kopi Nusantara',
  amount_type: 'closed',
  ...('amount_type' in change ? {} : { expected_amount: 150_000 }),
  ...change,
});
export const requestCreate = (change: object = {}, client = kopi) =>
  client.call(createVirtualAccount, { body: buildInput(change), headers: { 'idempotency-key': newKey() } });
export async function create(change: object = {}): Promise<VirtualAccount> {
  // The bank has its own clock, and declines a number that has expired by it.
  t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime() + 1)));
  const answer = await requestCreate(change);
  expect(answer.body).toContain('"data"');
  return answer.json<{ data: VirtualAccount }>().data;
}
export const readVirtualAccount = async ({ id }: { id: string }, client = kopi) =>
  (await client.ok(getVirtualAccount, { params: { id } })).data;

export async function sendPayment(
  va: { va_number: string },
  amount: number,
  change: object = {},
  external_id?: string,
) {
  t.clock.advance(1);
  const payment = buildVaPayment(va.va_number, amount, t.clock.now(), change);
  return (await sendBankRequest(t, 'va_payment', payment, external_id)).body.responseCode;
}

/** Starts the application and the bank before the tests of a file; after each test the ledger must agree. */
export function setUpVirtualAccounts(): void {
  beforeAll(async () => {
    ({ t, bank } = await startAppWithBank());
    await recordWebhooks(t);
    kopi = await t.signIn('superadmin@kopi.example');
  });
  afterAll(async () => {
    await bank?.stop();
    await t?.close();
  });
  /** After each test the ledger is consistent. */
  afterEach(async () => {
    await foldBalances(t.deps.db, t.clock.now());
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
