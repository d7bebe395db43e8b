/** Beneficiaries: saved with the bank's name, blocked, and the only ones that are paid while the switch is on. */
import {
  blockBeneficiary,
  createBeneficiary,
  getBeneficiary,
  getDisbursementSetting,
  listBeneficiaries,
  saveDisbursementSetting,
  unblockBeneficiary,
  updateBeneficiary,
} from '@dasbor/contract/beneficiary';
import { approveDisbursement, createDisbursement, getDisbursement } from '@dasbor/contract/disbursement';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getErrorCode } from '../../test/answer.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { sendDisbursement } from './send.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let model: ModelBank;
let finance: TestClient;
let approver: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  await signIn();
  await topUpPayout(t, merchant_id, 10_000_000);
});
afterAll(() => t?.close());
// Name checks are limited per minute.
beforeEach(() => t.clock.advance(61_000));

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
}
const nextAccount = (): string => `80300${String(++count).padStart(5, '0')}`;
const save = async (account_no = nextAccount(), body: object = {}) =>
  (await finance.ok(createBeneficiary, { body: { bank_code: '014', account_no, ...body } })).data;
const pay = (body: object) =>
  finance.call(createDisbursement, {
    body: { amount: 10_000, merchant_reference: `BEN-${++count}`, ...body },
    headers: { 'idempotency-key': `ben-${++count}` },
  });
const approve = (id: string) =>
  approver.call(approveDisbursement, { params: { id }, body: {}, headers: { 'idempotency-key': `ben-${++count}` } });
const setSwitch = (whitelist_only: boolean) => approver.ok(saveDisbursementSetting, { body: { whitelist_only } });

test('a beneficiary has the name that the bank reports, and is saved once', async () => {
  const account_no = nextAccount();
  const saved = await save(account_no, { name: 'Roastery' });
  expect(saved).toMatchObject({
    name: 'Roastery',
    verified_name: 'SARI PRATIWI',
    status: 'active',
    last_used_at: null,
  });
  expect(saved.account_last4).toBe(account_no.slice(-4));
  const again = await finance.call(createBeneficiary, { body: { bank_code: '014', account_no } });
  expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'beneficiary_exists']);
  const { data } = await finance.ok(updateBeneficiary, {
    params: { id: saved.id },
    body: { name: 'Roastery Bandung' },
  });
  expect(data.name).toBe('Roastery Bandung');
  const found = await finance.ok(listBeneficiaries, { query: { q: 'bandung' } });
  expect(found.data.map(({ id }) => id)).toEqual([saved.id]);
  expect((await finance.ok(listBeneficiaries, { query: { status: 'blocked' } })).data).toEqual([]);
});

test('paid by its id, and recognised by its account number', async () => {
  const account_no = nextAccount();
  const { id } = await save(account_no);
  expect((await pay({ beneficiary_id: id })).json()).toMatchObject({ data: { beneficiary_id: id } });
  expect((await pay({ bank_code: '014', account_no })).json()).toMatchObject({ data: { beneficiary_id: id } });
  const { data } = await finance.ok(getBeneficiary, { params: { id } });
  expect(data.last_used_at).not.toBeNull();
  expect((await pay({ beneficiary_id: id, bank_code: '014', account_no })).statusCode).toBe(400);
  expect((await pay({ bank_code: '014' })).statusCode).toBe(400);
  expect(getErrorCode(await pay({ beneficiary_id: 'ben_01k0k0p1000000000000000000' }))).toBe('beneficiary_not_allowed');
});

test('an account can be saved with its disbursement', async () => {
  const answer = await pay({ bank_code: '014', account_no: nextAccount(), save_beneficiary: true });
  const { beneficiary_id } = answer.json<{ data: { beneficiary_id: string } }>().data;
  expect((await finance.ok(getBeneficiary, { params: { id: beneficiary_id } })).data.name).toBe('SARI PRATIWI');
});

test('blocked: no request, no approval, and what waits fails and is released', async () => {
  const account_no = nextAccount();
  const { id } = await save(account_no);
  const [waiting, approved] = [await pay({ beneficiary_id: id }), await pay({ beneficiary_id: id })].map(
    (answer) => answer.json<{ data: { id: string } }>().data.id,
  );
  expect((await approve(approved ?? '')).statusCode).toBe(200);
  const { payout_reserved = 0 } = await readBalances(t, merchant_id);
  await finance.ok(blockBeneficiary, { params: { id }, body: { reason: 'fraud' } });
  expect(getErrorCode(await pay({ bank_code: '014', account_no }))).toBe('beneficiary_blocked');
  expect(getErrorCode(await approve(waiting ?? ''))).toBe('beneficiary_blocked');
  await sendDisbursement(t.deps, merchant_id, approved ?? '');
  const { data } = await finance.ok(getDisbursement, { params: { id: approved ?? '' } });
  expect(data).toMatchObject({ status: 'failed', failure_code: 'beneficiary_blocked', sent_at: null });
  expect((await readBalances(t, merchant_id)).payout_reserved).toBe(payout_reserved - data.total_amount);
  expect(model.transfers).not.toContain(data.partner_reference_no);
  expect((await finance.call(unblockBeneficiary, { params: { id } })).statusCode).toBe(403);
  expect((await approver.ok(unblockBeneficiary, { params: { id } })).data.status).toBe('active');
});

test('only saved beneficiaries are paid while the switch is on, after their cooling-off period', async () => {
  expect((await finance.ok(getDisbursementSetting)).data).toMatchObject({
    whitelist_only: false,
    cooling_off_hours: 24,
  });
  expect((await finance.call(saveDisbursementSetting, { body: { whitelist_only: true } })).statusCode).toBe(403);
  const old = await save();
  t.clock.advance(25 * 3_600_000);
  await signIn();
  await setSwitch(true);
  expect(getErrorCode(await pay({ bank_code: '014', account_no: nextAccount() }))).toBe('beneficiary_not_allowed');
  expect((await pay({ beneficiary_id: old.id })).statusCode).toBe(201);
  const fresh = await save();
  expect(getErrorCode(await pay({ beneficiary_id: fresh.id }))).toBe('beneficiary_not_allowed');
  t.clock.advance(24 * 3_600_000);
  await signIn();
  expect((await pay({ beneficiary_id: fresh.id })).statusCode).toBe(201);
  expect((await setSwitch(false)).data.whitelist_only).toBe(false);
});
