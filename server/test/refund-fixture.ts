/** Test fixture: refunds of a merchant against the sandbox bank, with people who request and approve them. */
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { checkAccount } from '@dasbor/contract/account-check';
import { approveRefund, createRefund, getRefund } from '@dasbor/contract/refund';
import { toSnapTime } from '@dasbor/contract/time';
import { getTransaction } from '@dasbor/contract/transaction';
import { followRealClock } from './app-with-bank.ts';
import { type BankProcess, startBank } from './bank-process.ts';
import { findFreePort } from './free-port.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { recordWebhooks } from './webhook-events.ts';
import { type PaidPaymentInput, insertPaidPayment } from './paid-payment.ts';
import { asMerchant } from '../src/db/tx.ts';
import { listBalances } from '../src/ledger/balance.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { BANK_ACTOR } from '../src/transaction/write-queries.ts';
import { reverseTransaction } from '../src/transaction/reversal-queries.ts';
import { JOBS } from '../src/jobs/registry.ts';
import { lockRefundable } from '../src/refund/queries.ts';

export const { merchant_id } = KOPI_NUSANTARA;
export const BANK_DEFAULTS = {
  offline: false,
  transfer_outcome: 'success',
  transfer_answer_delay_ms: 0,
  transfer_settle_ms: 5000,
  refund_outcome: 'success',
};
export let t: TestApp;
export let bank: BankProcess;
let bank_options: Parameters<typeof startBank>[0];
/** Asks, with level manage. */
export let finance: TestClient;
/** Approves; never the requester. */
export let approver: TestClient;
export let admin: TestClient;
let count = 0;

let minutes = 0;

export const headers = () => ({ 'idempotency-key': `refund-${++count}` });
export const insertPayment = (input: PaidPaymentInput) => insertPaidPayment(t, merchant_id, input);
export const run = (name: string, payload: Record<string, string>) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, { merchant_id, ...payload });
export const send = (id: string) => {
  t.clock.advance(20);
  return run('send_refund', { id });
};

export const postRefund = (id: string, body: object, client = finance) => {
  t.clock.advance(20);
  return client.call(createRefund, {
    params: { id },
    body: { reason: 'customer_request', ...body },
    headers: headers(),
  });
};
export const requestRefund = async (id: string, body: object, client = finance) => {
  const answer = await postRefund(id, body, client);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string; status: string; fee_amount: number; fee_vat_amount: number } }>().data;
};
export const readErrorCode = async (answer: ReturnType<typeof postRefund>) =>
  (await answer).json<{ code: string }>().code;
export const approve = (id: string, client = approver) =>
  client.call(approveRefund, { params: { id }, body: {}, headers: headers() });
export const readRefund = async (id: string) => (await finance.ok(getRefund, { params: { id } })).data;
export const readTransaction = async (id: string) => (await finance.ok(getTransaction, { params: { id } })).data;
export const readAllBalances = async () =>
  Object.fromEntries(
    (await asMerchant(t.deps.db, merchant_id, listBalances)).map(({ type, balance }) => [type, balance]),
  );
export const readChangesSince = async (before: Record<string, number>) => {
  const after = await readAllBalances();
  return Object.fromEntries(
    Object.keys(after).flatMap((type) => (after[type] === before[type] ? [] : [[type, after[type]! - before[type]!]])),
  );
};

export const checkBeneficiary = async (bank_code = '014', account_no = '8010000001', client = finance) =>
  (await client.ok(checkAccount, { body: { bank_code, account_no } })).data;

/** A QRIS payment that the bank knows, and we too. */
export async function payByQris(amount: number, issuer = 'GoPay'): Promise<string> {
  const partnerReferenceNo = `fixture${++count}`.padEnd(52, 'x');
  await bank.setSwitches({ lost: true });
  const outcome = await t.deps.bank.generateQr({
    partnerReferenceNo,
    amount: { value: `${amount}.00`, currency: 'IDR' },
    merchantId: KOPI_NUSANTARA.nmid,
    validityPeriod: toSnapTime(new Date(Date.now() + 3_600_000)),
    additionalInfo: { merchantName: 'Kopi', merchantCity: 'Jakarta', mcc: '5814', criteria: 'UKE' },
  });
  if (outcome.kind !== 'ok') throw new Error(outcome.detail);
  const { body } = await bank.pay({ reference_no: outcome.response.referenceNo, issuer });
  await bank.setSwitches({ lost: false });
  return insertPayment({ amount, method: 'qris', issuer, provider_reference: String(body.payment_reference_no) });
}

export const reverse = (id: string) =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const payment = (await lockRefundable(tx, id))!;
    await reverseTransaction(tx, payment, { now: t.clock.now(), actor: BANK_ACTOR, reason: 'Reversed by the bank' });
  });

/** Starts the bank again with what it had stored. */
export async function restartBank(): Promise<void> {
  bank = await startBank({ ...bank_options, folder: bank.folder });
}
/** Signs in again after the clock has moved past the end of the session. */
export async function signInFinance(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
}

/** Starts the application and the bank before the tests of a file; after each test the ledger must agree. */
export function setUpRefunds(): void {
  beforeAll(async () => {
    const port = await findFreePort();
    t = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
    await recordWebhooks(t);
    // The bank uses the real clock.
    t.clock.set(new Date());
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
    bank_options = { port, data_dir: t.deps.env.DATA_DIR, partner_url };
    bank = await startBank(bank_options);
    // Full refunds need balance for the fee, which is reversed only afterwards.
    await insertPayment({ amount: 1_000_000 });
    finance = await t.signIn('finance@kopi.example');
    approver = await t.signIn('approver@kopi.example');
    admin = await t.signIn('admin@kopi.example');
  });
  afterAll(async () => {
    await bank?.stop();
    await t?.close();
  });
  beforeEach(() => {
    followRealClock(t);
    // Another minute for each test, because account checks are limited per minute. Only Date is replaced.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ++minutes * 61_000 });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await bank.setSwitches(BANK_DEFAULTS);
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
