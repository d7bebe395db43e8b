/** The actions of the provider's staff on exceptions: each ends the cause, under the rules of its feature, and is recorded. */
import type { AddressInfo } from 'node:net';
import { listAuditLogs } from '@dasbor/contract/audit';
import { approveDisbursement, createDisbursement, getDisbursement } from '@dasbor/contract/disbursement';
import * as duration from '@dasbor/contract/duration';
import {
  assignCallback,
  checkMerchantTransfer,
  enableMerchantWebhook,
  probeBank,
  refundMerchantTransaction,
  retryMerchantDisbursement,
  startLedgerVerification,
  testMerchantWebhook,
} from '@dasbor/contract/exception-action';
import { type ExceptionKind, listExceptions, listProviderEvents, resolveException } from '@dasbor/contract/operations';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import { closeMerchant } from '@dasbor/contract/merchant';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { approveRefund, createRefund, getRefund } from '@dasbor/contract/refund';
import { checkAccount } from '@dasbor/contract/account-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPastBank } from '../sandbox/past-bank.ts';
import { buildPaidNotification, createBankClient } from '../../test/bank-client.ts';
import { startBank } from '../../test/bank-process.ts';
import { findFreePort } from '../../test/free-port.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { topUpPayout } from '../../test/payout-fixture.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { createEndpoint, runWebhooks, startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant } from '../db/tx.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { JOBS } from '../jobs/registry.ts';
import { startWorker } from '../jobs/worker.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let model: ModelBank;
let owner: pg.Client;
let count = 0;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  await topUpPayout(t, KOPI, 10_000_000);
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});
afterEach(() => model.setOffline(false));

const staff = (app = t) => app.signIn('platform_admin@dasbor.example');
const list = async (kind: ExceptionKind, app = t) =>
  (await (await staff(app)).ok(listExceptions)).data.filter((row) => row.kind === kind);
/** The newest event of an action. */
const readEvent = async (action: ProviderAction, app = t) =>
  (await (await staff(app)).ok(listProviderEvents)).data.find((event) => event.action === action);
const headers = () => ({ 'idempotency-key': `action-${++count}` });
const run = (name: string, payload: Record<string, string> = {}, deps = t.deps) =>
  JOBS.find((job) => job.name === name)!.run(deps, payload);

/** Requests, approves and sends a disbursement to an account that behaves as `outcome` says. */
async function pay(outcome: Parameters<ModelBank['setOutcome']>[1]): Promise<string> {
  const account_no = `80400${10_000 + ++count}`;
  model.setOutcome(account_no, outcome);
  const finance = await t.signIn('finance@kopi.example');
  const body = { bank_code: '014', account_no, amount: 100_000, merchant_reference: `ACTION-${count}` };
  const { id } = (await finance.ok(createDisbursement, { body, headers: headers() })).data;
  await approveAndSend(id);
  return id;
}
async function approveAndSend(id: string): Promise<void> {
  const approver = await t.signIn('approver@kopi.example');
  await approver.ok(approveDisbursement, { params: { id }, body: {}, headers: headers() });
  await sendDisbursement(t.deps, KOPI, id);
}

test('a failed disbursement is requested again to another account, and approved by the merchant', async () => {
  const id = await pay('refused');
  expect((await list('payout_failed')).map(({ object_id }) => object_id)).toContain(id);
  // Months later it is still there.
  t.clock.advance(duration.days(60));
  expect((await list('payout_failed')).map(({ object_id }) => object_id)).toContain(id);

  const admin = await staff();
  const params = { merchant_id: KOPI, id };
  const half = await admin.call(retryMerchantDisbursement, { params, body: { bank_code: '014' }, headers: headers() });
  expect(half.statusCode).toBe(400);
  const compliance = await t.signIn('platform_compliance@dasbor.example');
  expect((await compliance.call(retryMerchantDisbursement, { params, body: {}, headers: headers() })).statusCode).toBe(
    403,
  );

  const body = { bank_code: '014', account_no: '8040099999' };
  // The bank has to deny the first transfer for the configured time.
  const early = await admin.call(retryMerchantDisbursement, { params, body, headers: headers() });
  expect(early.json()).toMatchObject({ status_code: 409, code: 'retry_too_early' });
  t.clock.advance(duration.minutes(15));
  const key = headers();
  const later = await staff();
  const { data } = await later.ok(retryMerchantDisbursement, { params, body, headers: key });
  // A replay needs no bank.
  model.setOffline(true);
  expect(await later.ok(retryMerchantDisbursement, { params, body, headers: key })).toEqual({ data });
  model.setOffline(false);
  expect(data.status).toBe('pending_approval');
  expect((await list('payout_failed')).map(({ object_id }) => object_id)).not.toContain(id);
  const finance = await t.signIn('finance@kopi.example');
  expect((await finance.ok(getDisbursement, { params: { id: data.id } })).data).toMatchObject({
    retry_of: id,
    account_last4: '9999',
    merchant_reference: expect.stringMatching(/^ACTION-\d+-R1$/),
  });
  await approveAndSend(data.id);
  expect((await finance.ok(getDisbursement, { params: { id: data.id } })).data.status).toBe('success');
});

test('a failed refund is requested again as a transfer to an account', async () => {
  t.clock.advance(duration.minutes(2));
  const transaction_id = await insertPaidPayment(t, KOPI, { amount: 80_000 });
  const finance = await t.signIn('finance@kopi.example');
  const approver = await t.signIn('approver@kopi.example');
  const account_no = `80400${10_000 + ++count}`;
  model.setOutcome(account_no, 'refused');
  const check = (await finance.ok(checkAccount, { body: { bank_code: '014', account_no } })).data;
  const { id } = (
    await finance.ok(createRefund, {
      params: { id: transaction_id },
      body: { amount: 30_000, reason: 'duplicate', method: 'transfer', account_check_id: check.id },
      headers: headers(),
    })
  ).data;
  await approver.ok(approveRefund, { params: { id }, body: {}, headers: headers() });
  await run('send_refund', { merchant_id: KOPI, id });
  expect(await list('refund_failed')).toMatchObject([{ object_id: id, reference: transaction_id, amount: 30_000 }]);

  t.clock.advance(1_000);
  const params = { merchant_id: KOPI, id: transaction_id };
  const body = {
    amount: 30_000,
    method: 'transfer',
    bank_code: '014',
    account_no: '8040088888',
    reason: 'The first account was wrong',
  };
  const key = headers();
  const { data } = await (await staff()).ok(refundMerchantTransaction, { params, body, headers: key });
  model.setOffline(true);
  expect(await (await staff()).ok(refundMerchantTransaction, { params, body, headers: key })).toEqual({ data });
  model.setOffline(false);
  expect(await list('refund_failed')).toEqual([]);
  await approver.ok(approveRefund, { params: { id: data.id }, body: {}, headers: headers() });
  await run('send_refund', { merchant_id: KOPI, id: data.id });
  // The transfer waits until the first one is confirmed as not executed for the configured time.
  await run('sweep_bank_transfers');
  t.clock.advance(duration.minutes(15));
  await run('send_refund', { merchant_id: KOPI, id: data.id });
  t.clock.advance(duration.minutes(11));
  await run('sweep_bank_transfers');
  const reader = await t.signIn('finance@kopi.example');
  expect((await reader.ok(getRefund, { params: { id: data.id } })).data).toMatchObject({
    status: 'succeeded',
    reason_text: 'The first account was wrong',
  });
});

test('decision 0141: money that a closed merchant receives is an exception, and is refunded by the provider', async () => {
  const params = { merchant_id: BATIK_LESTARI.merchant_id };
  await (await staff()).ok(closeMerchant, { params, body: { reason: 'The business has ended' } });
  expect(await list('closed_merchant_balance')).toEqual([]);
  const printed = { method: 'qris', issuer: 'GoPay', provider_reference: 'AFTER-CLOSING' } as const;
  const id = await insertPaidPayment(t, BATIK_LESTARI.merchant_id, { amount: 100_000, ...printed });
  expect(await list('closed_merchant_balance')).toMatchObject([
    { ...params, object_id: params.merchant_id, reference: 'BATIK', state: 'closed', is_resolvable: false },
  ]);

  const owner = await t.signIn('superadmin@batik.example');
  const own = { amount: 100_000, reason: 'customer_request' } as const;
  const refused = await owner.call(createRefund, { params: { id }, body: own, headers: headers() });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'merchant_not_active']);
  const body = { amount: 100_000, method: 'original', reason: 'The merchant has closed' } as const;
  const key = { headers: headers() };
  const { data } = await (await staff()).ok(refundMerchantTransaction, { params: { ...params, id }, body, ...key });
  await owner.ok(approveRefund, { params: { id: data.id }, body: {}, headers: headers() });
  await run('send_refund', { ...params, id: data.id }, { ...t.deps, bank: createPastBank({ clock: t.clock }) });
  expect((await owner.ok(getRefund, { params: { id: data.id } })).data.status).toBe('succeeded');
  expect(await list('closed_merchant_balance')).toEqual([]);
});

test('the status of a transfer is checked at once', async () => {
  const id = await pay('unknown_then_success');
  t.clock.advance(duration.minutes(31));
  expect(await list('transfer_unresolved')).toMatchObject([{ object_id: id }]);
  const params = { merchant_id: KOPI, id };
  const { data } = await (await staff()).ok(checkMerchantTransfer, { params });
  expect(data.status).toBe('succeeded');
  expect(await list('transfer_unresolved')).toEqual([]);
  expect(await readEvent('transfer.checked')).toMatchObject({
    merchant_id: KOPI,
    before: { status: 'unknown' },
    after: { status: 'succeeded' },
  });
  expect((await (await staff()).call(checkMerchantTransfer, { params: { ...params, id: 'dsb_x' } })).statusCode).toBe(
    404,
  );
});

test('an endpoint that was disabled is enabled again and receives a test event', async () => {
  const receiver = await startWebhookReceiver();
  receiver.respond = (_request, response) => response.writeHead(410).end();
  const { id } = await createEndpoint(await t.signIn('developer@kopi.example'), receiver.url);
  await insertPaidPayment(t, KOPI, { amount: 60_000 });
  await runWebhooks(t);
  expect(await list('webhook_failing')).toMatchObject([{ object_id: id, state: 'gone' }]);
  const params = { merchant_id: KOPI, id };
  expect((await (await staff()).call(testMerchantWebhook, { params })).statusCode).toBe(409);
  receiver.respond = (_request, response) => response.end();
  expect((await (await staff()).ok(enableMerchantWebhook, { params })).data.status).toBe('active');
  expect(await list('webhook_failing')).toEqual([]);
  expect((await (await staff()).ok(testMerchantWebhook, { params })).data.http_status).toBe(200);
  expect(await readEvent('webhook.tested')).toMatchObject({ object_id: id, merchant_id: KOPI });
  const merchant = await t.signIn('superadmin@kopi.example');
  expect((await merchant.ok(listAuditLogs)).data.map(({ action }) => action)).toContain('webhook.enabled');
  await receiver.close();
});

test('a discrepancy that the verification finds is acknowledged until it changes, and disappears when it is mended', async () => {
  const id = await insertPaidPayment(t, KOPI, { amount: 70_000 });
  const setFee = async (change: string) => {
    await owner.query('alter table app.transaction no force row level security');
    await owner.query(
      `update app.transaction set fee_amount = fee_amount + ${change}, net_amount = net_amount - ${change} where id = '${id}'`,
    );
    await owner.query('alter table app.transaction force row level security');
  };
  await setFee('1');
  await (await staff()).ok(startLedgerVerification);
  expect(await readEvent('ledger.verification_started')).toBeDefined();
  await run('verify_ledger');
  const [found] = await list('ledger_finding');
  expect(found).toMatchObject({ merchant_id: KOPI, reference: id, is_resolvable: true });
  const body = { kind: 'ledger_finding', object_id: found!.object_id, note: 'Known: corrected by the next release' };
  await (await staff()).ok(resolveException, { body });
  t.clock.advance(1_000);
  await run('verify_ledger');
  expect(await list('ledger_finding')).toEqual([]);
  await setFee('1');
  t.clock.advance(1_000);
  await run('verify_ledger');
  expect(await list('ledger_finding')).toMatchObject([{ object_id: found!.object_id }]);
  await setFee('(-2)');
  t.clock.advance(1_000);
  await run('verify_ledger');
  expect(await list('ledger_finding')).toEqual([]);
});

test('a job that fails at each attempt is given up', async () => {
  await asMerchant(t.deps.db, KOPI, (tx) =>
    enqueue(tx, 'always_fails', { merchant_id: KOPI, id: 'x' }, { max_attempts: 1 }),
  );
  const worker = await startWorker(t.deps, t.database.jobs_url, [
    {
      name: 'always_fails',
      lane: 'ledger',
      run: async () => {
        throw new Error('the file is missing');
      },
    },
  ]);
  await vi.waitFor(
    async () =>
      expect(await list('job_failed')).toMatchObject([
        { reference: 'always_fails', state: 'failed', detail: expect.stringContaining('the file is missing') },
      ]),
    { timeout: 20_000, interval: 500 },
  );
  await worker.stop();
});

test('a callback that matches nothing is assigned to a payment, which the bank then confirms', async () => {
  const port = await findFreePort();
  const alone = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
  // The bank's clock is the real one.
  alone.clock.set(new Date());
  await alone.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(alone.app.server.address() as AddressInfo).port}`;
  const bank = await startBank({ port, data_dir: alone.deps.env.DATA_DIR, partner_url });
  const kopi = await alone.signIn('superadmin@kopi.example');
  const qris = (await kopi.ok(createQrisPayment, { body: { amount: 40_000 }, headers: headers() })).data;
  await bank.setSwitches({ lost: true });
  await bank.pay({ qr_content: qris.qr_content });
  const notify = () =>
    createBankClient(alone).notify(buildPaidNotification({ partner_reference_no: 'NOBODY1', amount: 40_000 }));
  expect((await notify()).statusCode).toBe(404);
  const [found] = await list('unmatched_callback', alone);
  expect(found).toMatchObject({ reference: '/v1.0/qr/qr-mpm-notify', count: 1 });

  const admin = await staff(alone);
  const params = { id: found!.object_id };
  const note = 'The bank confirmed the reference by phone';
  const wrong = await admin.call(assignCallback, {
    params,
    body: { transaction_id: `txn_${'0'.repeat(26)}`, note },
  });
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'transaction_not_found']);
  const body = { transaction_id: qris.transaction_id, note };
  expect((await admin.ok(assignCallback, { params, body })).data).toEqual({ merchant_id: KOPI, status: 'success' });
  expect(await list('unmatched_callback', alone)).toEqual([]);
  expect(await readEvent('callback.assigned', alone)).toMatchObject({ after: { ...body, status: 'success' } });
  expect((await admin.call(assignCallback, { params, body })).statusCode).toBe(404);
  alone.clock.advance(1_000);
  await notify();
  expect(await list('unmatched_callback', alone)).toMatchObject([{ count: 1 }]);
  await bank.stop();
  await alone.close();
});

test('a bank that responds to a probe is no exception any more, and its calls are sent again', async () => {
  const port = await findFreePort();
  const alone = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
  alone.clock.set(new Date());
  const kopi = await alone.signIn('superadmin@kopi.example');
  for (let n = 0; n < 6; n++) await kopi.call(createQrisPayment, { body: { amount: 10_000 }, headers: headers() });
  expect(await list('bank_unavailable', alone)).toMatchObject([{ object_id: 'bank' }]);
  const admin = await staff(alone);
  const probe = async () => (await admin.ok(probeBank, { params: { bank: 'bank' } })).data;
  expect(await probe()).toEqual({ is_responsive: false, latency_ms: null });
  const bank = await startBank({ port, data_dir: alone.deps.env.DATA_DIR, partner_url: 'http://127.0.0.1:9' });
  // The circuit breaker of this process is open and waits: a probe does not.
  expect(alone.deps.bank.findReopening()).not.toBeNull();
  expect(await probe()).toMatchObject({ is_responsive: true });
  expect(alone.deps.bank.findReopening()).toBeNull();
  expect(await list('bank_unavailable', alone)).toEqual([]);
  expect(await readEvent('bank.probed', alone)).toMatchObject({ object_id: 'bank' });
  expect((await admin.call(probeBank, { params: { bank: 'other' } })).statusCode).toBe(404);
  await bank.stop();
  await alone.close();
});
