/** Disbursements that an outage holds, against a model bank: they wait for its end, also when it comes early. */
import { approveDisbursement, createDisbursement, getDisbursement } from '@dasbor/contract/disbursement';
import { type OutageInput, addOutage, endOutage, updateOutage } from '@dasbor/contract/outage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithModelBank } from '../../test/model-bank.ts';
import { topUpPayout } from '../../test/payout-fixture.ts';
import { removeQueuedJob } from '../../test/queued-jobs.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { JOBS } from '../jobs/registry.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { REPLAN_JOB } from './queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let finance: TestClient;
let approver: TestClient;
let support: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t } = await startWithModelBank());
  await topUpPayout(t, merchant_id, 10_000_000);
  // 10:00 (WIB) on a Wednesday.
  t.clock.set(new Date('2027-01-13T03:00:00.000Z'));
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  support = await t.signIn('platform_support@dasbor.example');
});
afterAll(() => t?.close());

const headers = () => ({ 'idempotency-key': `held-${++count}` });
const outage = (ends_at: string): OutageInput => ({
  methods: ['disbursement'],
  bank_code: '008',
  text_en: 'Mandiri is being repaired.',
  text_id: 'Mandiri sedang diperbaiki.',
  starts_at: '2027-01-13T03:00:00.000Z',
  ends_at,
});
const read = async (id: string) => (await finance.ok(getDisbursement, { params: { id } })).data;
async function createHeld(): Promise<string> {
  const body = {
    bank_code: '008',
    account_no: '8020012345',
    amount: 100_000,
    merchant_reference: `HELD-${++count}`,
  };
  const { id } = (await finance.ok(createDisbursement, { body, headers: headers() })).data;
  await approver.ok(approveDisbursement, { params: { id }, body: {}, headers: headers() });
  await sendDisbursement(t.deps, merchant_id, id);
  return id;
}
/** Runs the job that the change must have enqueued. */
async function replan(): Promise<void> {
  expect(await removeQueuedJob(t.database.owner_url, REPLAN_JOB)).toBe(true);
  await JOBS.find(({ name }) => name === REPLAN_JOB)!.run(t.deps, {});
}

test('an outage that is shortened or ended early holds nothing any longer', async () => {
  const { id: outage_id } = (await support.ok(addOutage, { body: outage('2099-01-01T00:00:00.000Z') })).data;
  const id = await createHeld();
  const waiting = { status: 'queued', queue_reason: 'bank_offline' };
  expect(await read(id)).toMatchObject({ ...waiting, expected_at: '2099-01-01T00:15:00.000Z' });
  t.clock.advance(1_000);
  const params = { id: outage_id };
  await support.ok(updateOutage, { params, body: outage('2027-01-13T09:00:00.000Z') });
  await replan();
  expect(await read(id)).toMatchObject({ ...waiting, expected_at: '2027-01-13T09:15:00.000Z' });
  expect((await support.call(endOutage, { params })).statusCode).toBe(204);
  await replan();
  expect((await read(id)).status).toBe('success');
});
