/** Controls that hold until the money leaves: blocks, whitelist, limits, retries and daily limits, against a model bank. */
import { approveRequest, listApprovals, saveApprovalPolicy } from '@dasbor/contract/approval';
import { createApiKey, rollApiKey } from '@dasbor/contract/api-settings';
import { blockBeneficiary, createBeneficiary, saveDisbursementSetting } from '@dasbor/contract/beneficiary';
import {
  approveDisbursement,
  cancelDisbursement,
  createDisbursement,
  getDisbursement,
  listDisbursements,
  rejectDisbursement,
  retryDisbursement,
} from '@dasbor/contract/disbursement';
import { deleteBatchRow, rejectDisbursementBatch, updateBatchRow } from '@dasbor/contract/disbursement-batch';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { buildCsv, createBatchClient } from '../../test/batch-client.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { sendDisbursement } from './send.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let model: ModelBank;
let batches: ReturnType<typeof createBatchClient>;
let finance: TestClient;
let approver: TestClient;
let superadmin: TestClient;
let count = 0;
let before: Record<string, number>;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  batches = createBatchClient(t, merchant_id);
  await signIn();
  await topUpPayout(t, merchant_id, 100_000_000);
});
afterAll(() => t?.close());
beforeEach(async () => {
  model.setOffline(false);
  // Account checks are limited per minute.
  t.clock.advance(61_000);
  await signIn();
  before = await readBalances(t, merchant_id);
});
afterEach(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  superadmin = await t.signIn('superadmin@kopi.example');
}

const headers = () => ({ 'idempotency-key': `control-${++count}` });
const nextAccount = (): string => `80400${String(++count).padStart(5, '0')}`;
const ask = (body: object, client = finance) =>
  client.call(createDisbursement, {
    body: { bank_code: '014', amount: 100_000, merchant_reference: `CTL-${++count}`, ...body },
    headers: headers(),
  });
const request = async (body: object, client = finance) => {
  const answer = await ask(body, client);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string } }>().data.id;
};
const approve = (id: string, client = approver) =>
  client.call(approveDisbursement, { params: { id }, body: {}, headers: headers() });
const read = async (id: string) => (await finance.ok(getDisbursement, { params: { id } })).data;
const send = (id: string) => sendDisbursement(t.deps, merchant_id, id);
const run = (name: string) => JOBS.find((job) => job.name === name)!.run(t.deps, {});
const executedTo = (account_no: string) => model.executed.filter((each) => each.account_no === account_no).length;
const reserved = async () => (await readBalances(t, merchant_id)).payout_reserved;
const pass = async (seconds: number, step = 10) => {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers');
  }
  if (seconds > 300) await signIn();
};

/** Saves an account and blocks it. */
async function block(account_no: string): Promise<void> {
  const { id } = (await finance.ok(createBeneficiary, { body: { bank_code: '014', account_no } })).data;
  await finance.ok(blockBeneficiary, { params: { id }, body: { reason: 'Fraud' } });
}
const setWhitelistOnly = (whitelist_only: boolean) =>
  superadmin.ok(saveDisbursementSetting, { body: { whitelist_only } });
const setPayoutLimit = (limit: number | null) =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    sql`update app.merchant set limit_per_payout = ${limit} where merchant_id = ${merchant_id}`.execute(tx.sql),
  );
const row = (account_no: string, amount = 100_000) =>
  `CTL-${++count},${amount},014,SARI PRATIWI,${account_no},Salary,,,`;
/** Runs an approved batch and sends what it made. */
async function runBatch(id: string) {
  await batches.runJob('run_disbursement_batch', id);
  const { data } = await finance.ok(listDisbursements, { query: { batch_id: id, limit: 100 } });
  for (const each of data) await send(each.id);
  await batches.runJob('finish_disbursement_batch', id);
  return batches.read(finance, id);
}

describe('an account that is blocked after the request', () => {
  test('was never saved before: the approval is refused, and one that was approved is not sent', async () => {
    const account_no = nextAccount();
    const [pending, approved] = [await request({ account_no }), await request({ account_no })];
    expect((await approve(approved)).statusCode).toBe(200);
    await block(account_no);
    expect(toStatusAndCode(await approve(pending))).toEqual([422, 'beneficiary_blocked']);
    const { data } = await approver.ok(listApprovals, { query: { view: 'waiting', subject_type: 'disbursement' } });
    const waiting = data.find(({ subject_id }) => subject_id === pending)!;
    const listed = await approver.call(approveRequest, { params: { id: waiting.id }, body: {}, headers: headers() });
    expect(toStatusAndCode(listed)).toEqual([422, 'beneficiary_blocked']);
    await send(approved);
    expect(await read(approved)).toMatchObject({ status: 'failed', failure_code: 'beneficiary_blocked' });
    expect([executedTo(account_no), await reserved()]).toEqual([0, before.payout_reserved]);
    await finance.ok(cancelDisbursement, { params: { id: pending }, body: {}, headers: headers() });
  });

  test('in a batch: neither submitted, nor approved, nor run, nor sent', async () => {
    const [first, second] = [nextAccount(), nextAccount()];
    const file = () => buildCsv(row(first), row(second));
    const [ready, pending, approved, running] = [
      await batches.validated(finance, file()),
      await batches.validated(finance, file()),
      await batches.validated(finance, file()),
      await batches.validated(finance, file()),
    ];
    for (const id of [pending, approved, running]) expect((await batches.submit(finance, id)).statusCode).toBe(200);
    for (const id of [approved, running]) expect((await batches.approve(approver, id)).statusCode).toBe(200);
    await batches.runJob('run_disbursement_batch', running);
    await block(first);

    const refused = await batches.submit(finance, ready);
    expect(toStatusAndCode(refused)).toEqual([422, 'beneficiary_blocked']);
    expect(refused.json<{ detail: string }>().detail).toContain('1');
    await finance.call(deleteBatchRow, { params: { id: ready, row_no: 1 } });
    await batches.runJob('validate_disbursement_batch', ready);
    expect((await batches.submit(finance, ready)).statusCode).toBe(200);

    expect(toStatusAndCode(await batches.approve(approver, pending))).toEqual([422, 'beneficiary_blocked']);
    expect((await batches.approve(approver, pending, { excluded_rows: [1] })).statusCode).toBe(200);

    expect(await runBatch(approved)).toMatchObject({ status: 'partially_completed', paid_rows: 1, failed_rows: 1 });
    expect((await batches.listRows(finance, approved))[0]).toMatchObject({
      disbursement_status: null,
      not_paid_reason: 'The beneficiary was blocked before the batch was paid',
    });
    expect(await runBatch(running)).toMatchObject({ status: 'partially_completed', paid_rows: 1, failed_rows: 1 });
    expect(executedTo(first)).toBe(0);
    expect(executedTo(second)).toBe(2);
    expect(await reserved()).toBe(before.payout_reserved);
    const call = { params: { id: ready }, body: { reason: 'Done' }, headers: headers() };
    expect((await approver.call(rejectDisbursementBatch, call)).statusCode).toBe(200);
  });
});

describe('rules that become stricter after the request', () => {
  test('only saved beneficiaries: neither approved nor sent to another account', async () => {
    const account_no = nextAccount();
    const [pending, approved] = [await request({ account_no }), await request({ account_no })];
    await approve(approved);
    const batch = await batches.validated(finance, buildCsv(row(account_no)));
    await batches.submit(finance, batch);
    await batches.approve(approver, batch);
    await setWhitelistOnly(true);
    try {
      expect(toStatusAndCode(await approve(pending))).toEqual([422, 'beneficiary_not_allowed']);
      await send(approved);
      expect(await read(approved)).toMatchObject({ status: 'failed', failure_code: 'beneficiary_not_allowed' });
      expect(await runBatch(batch)).toMatchObject({ status: 'failed', paid_rows: 0, failed_rows: 1 });
      expect(executedTo(account_no)).toBe(0);
    } finally {
      await setWhitelistOnly(false);
    }
    await finance.ok(cancelDisbursement, { params: { id: pending }, body: {}, headers: headers() });
  });

  test('a lower limit per disbursement: neither approved nor sent above it', async () => {
    const account_no = nextAccount();
    const [pending, approved] = [await request({ account_no }), await request({ account_no })];
    await approve(approved);
    const batch = await batches.validated(finance, buildCsv(row(account_no), row(account_no, 50_000)));
    await batches.submit(finance, batch);
    await batches.approve(approver, batch);
    await setPayoutLimit(99_999);
    try {
      expect(toStatusAndCode(await approve(pending))).toEqual([422, 'limit_exceeded']);
      await send(approved);
      expect(await read(approved)).toMatchObject({ status: 'failed', failure_code: 'payout_limit_exceeded' });
      expect(await runBatch(batch)).toMatchObject({ status: 'partially_completed', paid_rows: 1, failed_rows: 1 });
    } finally {
      await setPayoutLimit(null);
    }
    await finance.ok(cancelDisbursement, { params: { id: pending }, body: {}, headers: headers() });
  });
});

test('domain 1.12: a description that the rail would cut is refused, not shortened', async () => {
  const body = { bank_code: '008', account_no: nextAccount(), description: 'Payment of 35 characters at most 123' };
  const answer = await ask({ ...body, description: body.description.slice(0, 35), rail: 'online' }, finance);
  expect(toStatusAndCode(answer)).toEqual([422, 'description_too_long']);
  const fitting = await request({ ...body, description: body.description.slice(0, 20), rail: 'online' });
  expect((await read(fitting)).description).toBe('Payment of 35 charac');
});

describe('a retry', () => {
  const retry = (id: string) =>
    finance.call(retryDisbursement, {
      params: { id },
      body: { merchant_reference: `CTL-${++count}` },
      headers: headers(),
    });
  const fail = async (outcome: Parameters<ModelBank['setOutcome']>[1]) => {
    const account_no = nextAccount();
    model.setOutcome(account_no, outcome);
    const id = await request({ account_no });
    await approve(id);
    await send(id);
    return { id, account_no };
  };

  test('waits until the failed transfer is confirmed as not executed for the configured time', async () => {
    const { id, account_no } = await fail('refused');
    expect((await read(id)).status).toBe('failed');
    const early = await retry(id);
    expect(toStatusAndCode(early)).toEqual([409, 'retry_too_early']);
    await pass(660);
    model.setOutcome(account_no, 'success');
    expect((await retry(id)).statusCode).toBe(201);
  });

  test('of a transfer that is executed after all is refused, and one that was approved meanwhile is not sent', async () => {
    const { id, account_no } = await fail('unknown_then_failed');
    await pass(20);
    expect((await read(id)).status).toBe('failed');
    await pass(660);
    const answer = await retry(id);
    expect(answer.statusCode, answer.body).toBe(201);
    const copy = answer.json<{ data: { id: string } }>().data.id;
    await approve(copy);
    // The bank changes its mind.
    model.executed.find((each) => each.account_no === account_no)!.outcome = 'success';
    model.setOutcome(account_no, 'success');
    await send(copy);
    expect((await read(id)).status).toBe('success');
    expect(await read(copy)).toMatchObject({ status: 'failed', failure_code: 'already_paid' });
    expect(executedTo(account_no)).toBe(1);
    expect(toStatusAndCode(await retry(copy))).toEqual([409, 'already_paid']);
  });

  test('is made once, also when it is asked for several times at once', async () => {
    const { id } = await fail('refused');
    await pass(660);
    const answers = await Promise.all([retry(id), retry(id), retry(id), retry(id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(toStatusAndCode(await retry(id))).toEqual([409, 'already_retried']);
    // A retry that was rejected is retried itself.
    const { retried_as } = await read(id);
    const call = { params: { id: retried_as! }, body: { reason: 'Later' }, headers: headers() };
    expect((await approver.call(rejectDisbursement, call)).statusCode).toBe(200);
    expect((await retry(retried_as!)).statusCode).toBe(201);
  });
});

describe('anyone who made the data of a batch does not approve it', () => {
  const rejected = async (id: string) => {
    const call = { params: { id }, body: { reason: 'Test' }, headers: headers() };
    expect((await approver.call(rejectDisbursementBatch, call)).statusCode).toBe(200);
  };

  test('the person who uploaded it, when somebody else submits it', async () => {
    const id = await batches.validated(superadmin, buildCsv(row(nextAccount())));
    expect((await batches.submit(finance, id)).statusCode).toBe(200);
    expect(toStatusAndCode(await batches.approve(superadmin, id))).toEqual([422, 'self_approval']);
    const { data } = await superadmin.ok(listApprovals, { query: { subject_type: 'disbursement_batch' } });
    const listed = data.find(({ subject_id }) => subject_id === id)!;
    expect(listed).toMatchObject({ is_own: true, may_decide: false });
    const waiting = await superadmin.ok(listApprovals, {
      query: { view: 'waiting', subject_type: 'disbursement_batch' },
    });
    expect(waiting.data.map(({ subject_id }) => subject_id)).not.toContain(id);
    expect(await batches.read(superadmin, id)).toMatchObject({ may_decide: false });
    await rejected(id);
  });

  test.each(['changed', 'deleted'])('a person who %s a row', async (what) => {
    const id = await batches.validated(finance, buildCsv(row(nextAccount()), row(nextAccount())));
    const params = { id, row_no: 1 };
    if (what === 'changed') await superadmin.ok(updateBatchRow, { params, body: { amount: 5_000 } });
    else await superadmin.call(deleteBatchRow, { params });
    await batches.runJob('validate_disbursement_batch', id);
    expect((await batches.submit(finance, id)).statusCode).toBe(200);
    expect(toStatusAndCode(await batches.approve(superadmin, id))).toEqual([422, 'self_approval']);
    await rejected(id);
  });

  test('the people behind every generation of the API key that uploaded it', async () => {
    const made = await superadmin.ok(createApiKey, {
      body: { name: 'payroll', access: [{ group: 'Disbursements', access: 'manage' }] },
    });
    const admin = await t.signIn('admin@kopi.example');
    const { data: next } = await admin.ok(rollApiKey, { params: { id: made.data.id }, body: { overlap_hours: 0 } });
    const id = await batches.validated(t.client(`Bearer ${next.secret}`), buildCsv(row(nextAccount())));
    expect((await batches.submit(finance, id)).statusCode).toBe(200);
    expect(toStatusAndCode(await batches.approve(superadmin, id))).toEqual([422, 'self_approval']);
    await rejected(id);
  });
});

describe('the daily limit of a person', () => {
  test('counts single disbursements and batches together', async () => {
    const tiers = [{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }];
    const policy = { daily_limit: 250_000, tiers, expires_after_hours: 72 };
    const saved = await superadmin.call(saveApprovalPolicy, {
      params: { subject_type: 'disbursement' },
      body: { version: 0, ...policy },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    // The next day (WIB): nothing was requested yet.
    t.clock.advance(86_400_000);
    await signIn();
    const account_no = nextAccount();
    await request({ account_no });
    const batch = await batches.validated(finance, buildCsv(row(account_no)));
    expect((await batches.submit(finance, batch)).statusCode).toBe(200);
    const another = await batches.validated(finance, buildCsv(row(account_no)));
    expect(toStatusAndCode(await batches.submit(finance, another))).toEqual([422, 'daily_limit_exceeded']);
    expect(toStatusAndCode(await ask({ account_no }))).toEqual([422, 'daily_limit_exceeded']);
    expect((await ask({ account_no, amount: 50_000 })).statusCode).toBe(201);
    // Batches with a limit of their own may go further; single disbursements may not.
    const own = await superadmin.call(saveApprovalPolicy, {
      params: { subject_type: 'disbursement_batch' },
      body: { version: 0, ...policy, daily_limit: 400_000 },
    });
    expect(own.statusCode, own.body).toBe(200);
    expect((await batches.submit(finance, another)).statusCode).toBe(200);
    expect(toStatusAndCode(await ask({ account_no, amount: 1_000 }))).toEqual([422, 'daily_limit_exceeded']);
  });
});

describe('the holder of an account is checked again after thirty minutes', () => {
  const pay = async (beneficiary_id: string) => {
    const { bank_code: _, ...rest } = { bank_code: '014', amount: 1_000, merchant_reference: `CTL-${++count}` };
    return superadmin.call(createDisbursement, { body: { ...rest, beneficiary_id }, headers: headers() });
  };

  test('of a saved beneficiary', async () => {
    const { id } = (await superadmin.ok(createBeneficiary, { body: { bank_code: '014', account_no: nextAccount() } }))
      .data;
    model.setOffline(true);
    expect((await pay(id)).statusCode).toBe(201);
    t.clock.advance(31 * 60_000);
    await signIn();
    expect(toStatusAndCode(await pay(id))).toEqual([502, 'bank_unreachable']);
    model.setOffline(false);
    expect((await pay(id)).statusCode).toBe(201);
  });
});
