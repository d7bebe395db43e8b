/**
 * Transfers that the bank does not answer clearly are ended by two people of the provider: whatever they find out and
 * whatever the bank reports later, the ledger has what left the bank, and nothing stays reserved.
 */
import { approveRequest, getApproval, listApprovals, rejectRequest } from '@dasbor/contract/approval';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { getMerchantTransfer, requestTransferResolution } from '@dasbor/contract/bank-transfer';
import { approveDisbursement, createDisbursement, getDisbursement } from '@dasbor/contract/disbursement';
import { fc } from '@fast-check/vitest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getErrorCode } from '../../test/answer.ts';
import { type ModelBank, type ModelTransfer, startWithModelBank } from '../../test/model-bank.ts';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import { removeQueuedJob } from '../../test/queued-jobs.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 10);
/** Intrabank: Rp 1.500 and PPN. */
const FEES = 1_665;
let t: TestApp;
let model: ModelBank;
let finance: TestClient;
let approver: TestClient;
let maker: TestClient;
let checker: TestClient;
let count = 0;
let before: Record<string, number>;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  await topUpPayout(t, merchant_id, 100_000_000);
});
afterAll(() => t?.close());
beforeEach(start);
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
}

async function start(): Promise<void> {
  t.clock.advance(61_000);
  await signIn();
  before = await readBalances(t, merchant_id);
}

const headers = () => ({ 'idempotency-key': `resolution-${++count}` });
const run = (name: string) => JOBS.find((job) => job.name === name)!.run(t.deps, {});
/** Lets time pass, and asks the bank. */
const pass = async (seconds: number): Promise<void> => {
  t.clock.advance(seconds * 1_000);
  await run('sweep_bank_transfers');
};
const changes = async () => {
  const after = await readBalances(t, merchant_id);
  return Object.fromEntries(
    Object.keys(after).flatMap((type) => (after[type] === before[type] ? [] : [[type, after[type]! - before[type]!]])),
  );
};
const read = async (id: string) => (await finance.ok(getDisbursement, { params: { id } })).data;
const readTransfer = async (id: string) => (await maker.ok(getMerchantTransfer, { params: { merchant_id, id } })).data;

interface Unclear {
  id: string;
  executed: ModelTransfer;
}

/** A disbursement about which the bank reports another amount. */
async function unclear(amount = 100_000): Promise<Unclear> {
  const account_no = `80400${String(++count).padStart(5, '0')}`;
  model.setOutcome(account_no, 'wrong_amount');
  const body = { bank_code: '014', account_no, amount, merchant_reference: `UNCLEAR-${count}` };
  const { id } = (await finance.ok(createDisbursement, { body, headers: headers() })).data;
  await approver.ok(approveDisbursement, { params: { id }, body: {}, headers: headers() });
  await sendDisbursement(t.deps, merchant_id, id);
  expect((await read(id)).status).toBe('unknown');
  return { id, executed: model.executed.find((each) => each.account_no === account_no)! };
}

/** The configured time of the sandbox. */
const wait = () => pass(61);
const ask = (id: string, body: object, client = maker) =>
  client.call(requestTransferResolution, { params: { merchant_id, id }, body, headers: headers() });
const EXECUTED = { outcome: 'executed', bank_reference: 'BCA-77', reason: 'Statement of 24 November, line 12' };
const NOT_EXECUTED = { outcome: 'not_executed', reason: 'Confirmed by the bank in writing' };

async function requested(id: string, body: object): Promise<string> {
  const answer = await ask(id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  const { resolution } = answer.json<{ data: { resolution: { approval_id: string } } }>().data;
  return resolution.approval_id;
}
const approve = (id: string, client = checker) =>
  client.call(approveRequest, { params: { id }, body: {}, headers: headers() });
async function resolved(id: string, body: object): Promise<void> {
  const answer = await approve(await requested(id, body));
  expect(answer.statusCode, answer.body).toBe(200);
}
const reverse = (executed: ModelTransfer, amount: number) => Object.assign(executed, { amount, outcome: 'returned' });

describe('who ends a transfer, and when', () => {
  test('not before the configured time, and not by one person alone', async () => {
    const { id } = await unclear();
    expect(getErrorCode(await ask(id, NOT_EXECUTED))).toBe('transfer_too_recent');
    await wait();
    const transfer = await readTransfer(id);
    expect(transfer).toMatchObject({ status: 'unknown', amount: 100_000, reported_amount: 100_001, resolution: null });
    const approval = await requested(id, NOT_EXECUTED);
    expect(getErrorCode(await ask(id, NOT_EXECUTED))).toBe('resolution_pending');
    expect(getErrorCode(await approve(approval, maker))).toBe('self_approval');
    expect((await approve(approval, approver)).statusCode).toBe(404);
    expect((await read(id)).status).toBe('unknown');
    expect(await changes()).toEqual({ payout: -100_000 - FEES, payout_reserved: 100_000 + FEES });

    expect((await approve(approval)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'transfer_failed' });
    expect(await changes()).toEqual({});
    expect(getErrorCode(await ask(id, NOT_EXECUTED))).toBe('transfer_not_open');
    const { data: log } = await checker.ok(listMerchantAuditLogs, {
      params: { merchant_id },
      query: { limit: 20 } as never,
    });
    const actions = log.map(({ action }) => action);
    expect(actions).toContain('bank_transfer.resolution_requested');
    expect(actions).toContain('bank_transfer.resolved');
  });

  test('a merchant and staff without the level do neither', async () => {
    const { id } = await unclear();
    await wait();
    for (const email of ['superadmin@kopi.example', 'platform_support@dasbor.example']) {
      const client = await t.signIn(email);
      expect((await ask(id, NOT_EXECUTED, client)).statusCode, email).toBe(403);
    }
    expect((await ask('dsb_missing', NOT_EXECUTED)).statusCode).toBe(404);
    expect((await ask(id, { ...NOT_EXECUTED, executed_amount: 1 })).statusCode).toBe(400);
    expect((await ask(id, { ...EXECUTED })).statusCode).toBe(400);
    await resolved(id, NOT_EXECUTED);
  });

  test('rejected or withdrawn: the money stays reserved, and it can be requested again', async () => {
    const { id } = await unclear();
    await wait();
    for (const client of [checker, maker]) {
      const approval = await requested(id, { ...EXECUTED, executed_amount: 100_001 });
      const body = { reason: 'Not proven' };
      const answer = await client.call(rejectRequest, { params: { id: approval }, body, headers: headers() });
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await readTransfer(id)).resolution).toBeNull();
      expect(await changes()).toEqual({ payout: -100_000 - FEES, payout_reserved: 100_000 + FEES });
    }
    await resolved(id, NOT_EXECUTED);
  });

  test('an answer of the bank comes first, and closes the request', async () => {
    const { id, executed } = await unclear();
    await wait();
    const approval = await requested(id, NOT_EXECUTED);
    executed.outcome = 'success';
    await pass(600);
    await signIn();
    expect((await read(id)).status).toBe('success');
    expect((await maker.ok(getApproval, { params: { id: approval } })).data.status).toBe('cancelled');
    expect((await approve(approval)).statusCode).toBe(409);
    expect(await changes()).toMatchObject({ bank_clearing: 100_000, payout: -100_000 - FEES });
  });

  test('a request that nobody decides expires', async () => {
    const { id } = await unclear();
    await wait();
    const approval = await requested(id, NOT_EXECUTED);
    t.clock.advance(73 * 3_600_000);
    await run('expire_approvals');
    await signIn();
    expect((await maker.ok(getApproval, { params: { id: approval } })).data.status).toBe('expired');
    expect((await readTransfer(id)).resolution).toBeNull();
    await resolved(id, NOT_EXECUTED);
  });

  test('twenty approvals at once: one counts', async () => {
    const { id } = await unclear();
    await wait();
    const approval = await requested(id, { ...EXECUTED, executed_amount: 60_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(approval)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await changes()).toMatchObject({ bank_clearing: 60_000 });
  });

  test('it waits in the list of approvals of the provider, with what was found out', async () => {
    const { id } = await unclear();
    await wait();
    const approval = await requested(id, { ...EXECUTED, executed_amount: 70_000 });
    const { data } = await checker.ok(listApprovals, { query: { view: 'waiting', limit: 100 } as never });
    expect(data.find((row) => row.id === approval)).toMatchObject({
      subject_type: 'transfer_resolution',
      amount: 100_000,
      details: { executed_amount: 70_000, transfer_subject_id: id, reason: EXECUTED.reason },
    });
    await resolve(approval);
  });
  const resolve = async (approval: string) => expect((await approve(approval)).statusCode).toBe(200);
});

describe('the alert of a low payout balance', () => {
  const isCheckEnqueued = () => removeQueuedJob(t.database.owner_url, `check_payout_balance:${merchant_id}`);

  test('is checked when two people found out that the bank executed another amount', async () => {
    for (const [executed_amount, is_checked] of [
      [60_000, true],
      [100_000, false],
    ] as const) {
      const { id } = await unclear();
      await wait();
      const approval = await requested(id, { ...EXECUTED, executed_amount });
      await isCheckEnqueued();
      expect((await approve(approval)).statusCode).toBe(200);
      expect((await read(id)).status).toBe('success');
      expect(await isCheckEnqueued(), String(executed_amount)).toBe(is_checked);
    }
  });
});

describe('property: the ledger has what left the bank', () => {
  const found = fc.record({
    amount: fc.integer({ min: 10_000, max: 500_000 }),
    executed_percent: fc.constantFrom(0, 1, 50, 99, 100, 101, 250),
    later: fc.constantFrom('nothing', 'returned', 'executed after all'),
  });

  test('whatever two people find out, and whatever the bank reports later', async () => {
    await fc.assert(
      fc.asyncProperty(found, async ({ amount, executed_percent, later }) => {
        await start();
        const { id, executed } = await unclear(amount);
        await wait();
        const executed_amount = Math.floor((amount * executed_percent) / 100);
        await resolved(id, executed_amount === 0 ? NOT_EXECUTED : { ...EXECUTED, executed_amount });
        const is_paid = executed_amount > 0;
        expect((await read(id)).status).toBe(is_paid ? 'success' : 'failed');
        const missing = amount - executed_amount;
        expect(await changes()).toEqual(
          is_paid
            ? withoutZeros({
                bank_clearing: executed_amount,
                fees_paid: 1_500,
                vat_paid: 165,
                payout: -amount - FEES + Math.max(missing, 0),
                suspense: Math.min(missing, 0),
              })
            : {},
        );
        const is_returned = later === 'returned' && is_paid;
        const is_late = later === 'executed after all' && !is_paid;
        if (is_returned) reverse(executed, executed_amount);
        if (is_late) executed.outcome = 'success';
        const booked = await changes();
        await pass(86_400);
        await signIn();
        expect((await read(id)).status).toBe(is_returned ? 'reversed' : is_late || is_paid ? 'success' : 'failed');
        const late = { bank_clearing: amount, fees_paid: 1_500, vat_paid: 165, payout: -amount - FEES };
        expect(await changes()).toEqual(is_returned ? {} : is_late ? late : booked);
        expect((await readBalances(t, merchant_id))['payout_reserved']).toBe(before['payout_reserved']);
        expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
      }),
      { numRuns: RUNS, seed: 20_261_124 },
    );
  }, 240_000);
});

const withoutZeros = (from: Record<string, number>) =>
  Object.fromEntries(Object.entries(from).filter(([, amount]) => amount !== 0));
