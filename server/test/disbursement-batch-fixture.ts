/** Test fixture: disbursement batches at the sandbox bank, with people who submit and approve them. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { listDisbursements } from '@dasbor/contract/disbursement';
import { startAppWithBank } from './app-with-bank.ts';
import type { BankProcess } from './bank-process.ts';
import { createBatchClient } from './batch-client.ts';
import { topUpPayout } from './payout-fixture.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { listWebhookErrors, recordWebhooks } from './webhook-events.ts';
import { sendDisbursement } from '../src/disbursement/send.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const { merchant_id } = KOPI_NUSANTARA;
export let t: TestApp;
export let bank: BankProcess;
export let finance: TestClient;
export let operator: TestClient;
export let approver: TestClient;
let batches: ReturnType<typeof createBatchClient>;
let count = 0;

export const HEADER = 'reference_id,amount,bank_code,account_name,account_number,description,email';
export const headers = () => ({ 'idempotency-key': `batch-${++count}` });
export const nextReference = () => `B-${Date.now().toString(36)}-${++count}`;
/** A row without errors, with a reference of its own. */
export const buildRow = () => `${nextReference()},100000,014,SARI PRATIWI,8010000001,Salary,sari@example.com`;
export const buildFile = (...rows: string[]): Buffer => Buffer.from(`${HEADER}\n${rows.join('\n')}\n`);

export const upload = (file: Buffer, { name }: { name?: string } = {}) => batches.upload(finance, file, name);
export const run = (name: string, id: string) => batches.runJob(name, id);
/** Returns the id of the batch. */
export const uploadAndValidate = (file: Buffer, { name }: { name?: string } = {}) =>
  batches.validated(finance, file, name);
export const readBatch = (id: string) => batches.read(finance, id);
export const listRows = (id: string) => batches.listRows(finance, id);
export const submit = (id: string, body: object = {}) => batches.submit(finance, id, body);
export const approve = (id: string, body: object = {}, client = approver) => batches.approve(client, id, body);

/** Runs an approved batch, sends its disbursements and finishes it. */
export async function payBatch(id: string): Promise<void> {
  await run('run_disbursement_batch', id);
  const { data } = await finance.ok(listDisbursements, { query: { batch_id: id, limit: 100 } });
  for (const { id: disbursement_id } of data) await sendDisbursement(t.deps, merchant_id, disbursement_id);
  await run('finish_disbursement_batch', id);
}

/** Starts the application and the bank before the tests of a file; at its end the webhook events must have no gaps. */
export function setUpDisbursementBatches(): void {
  beforeAll(async () => {
    ({ t, bank } = await startAppWithBank());
    await recordWebhooks(t);
    batches = createBatchClient(t, merchant_id);
    finance = await t.signIn('finance@kopi.example');
    operator = await t.signIn('operator@kopi.example');
    approver = await t.signIn('approver@kopi.example');
    await topUpPayout(t, merchant_id, 10_000_000);
  });
  afterAll(async () => {
    const errors = t === undefined ? [] : await listWebhookErrors(t);
    await bank?.stop();
    await t?.close();
    expect(errors).toEqual([]);
  });
  // The bank has the real clock, and refuses requests that are five minutes old.
  beforeEach(() => t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime() + 61))));
}
