/** The checklist of a new merchant: each step is recognised from what happened. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '@dasbor/contract/api-settings';
import { getOnboardingChecklist } from '@dasbor/contract/onboarding-checklist';
import { confirmTotp, startTotp } from '@dasbor/contract/second-factor';
import { approveMerchantBankAccount, rejectBankAccount } from '@dasbor/contract/settlement-admin';
import { changeBankAccountForTest } from '../../test/bank-account.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';

const BATIK = BATIK_LESTARI.merchant_id;
let t: TestApp;
let owner: pg.Client;
let batik: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  batik = await t.signIn('superadmin@batik.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

/** As the owner of the database, past row-level security. */
const change = async (table: string, statement: string): Promise<void> => {
  await owner.query(`alter table app.${table} no force row level security`);
  await owner.query(statement);
  await owner.query(`alter table app.${table} force row level security`);
};
async function listDone(): Promise<string[]> {
  const { data } = await batik.ok(getOnboardingChecklist);
  return data.steps.filter(({ is_done }) => is_done).map(({ step }) => step);
}

test('steps are done as they happen, and the activity is that of the merchant', async () => {
  await change(
    'merchant',
    `update app.merchant set status = 'registered', verification_status = 'draft' where merchant_id = '${BATIK}'`,
  );
  expect(await listDone()).toEqual(['email']);
  expect((await batik.ok(getOnboardingChecklist)).data.activity.status).toBe('registered');
  await owner.query(`update app.login set phone_verified_at = now() where email = 'superadmin@batik.example'`);
  expect(await listDone()).toEqual(['email', 'phone']);
  await change('merchant', `update app.merchant set verification_status = 'submitted' where merchant_id = '${BATIK}'`);
  expect(await listDone()).toEqual(['email', 'phone', 'profile']);
  await change(
    'merchant',
    `update app.merchant set verification_status = 'needs_revision' where merchant_id = '${BATIK}'`,
  );
  expect(await listDone()).toEqual(['email', 'phone']);
  await change(
    'merchant',
    `update app.merchant set status = 'active', verification_status = 'approved' where merchant_id = '${BATIK}'`,
  );
  expect(await listDone()).toEqual(['email', 'phone', 'profile', 'verification']);
  await insertPaidPayment(t, BATIK, { amount: 10_000 });
  await change(
    'membership',
    `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
      values ('${BATIK}', 'usr_checklist', 'finance', 'active', now(), now())`,
  );
  expect(await listDone()).toEqual(expect.arrayContaining(['payment', 'colleague']));
});

describe('by real acts', () => {
  test('an API key until it is revoked unused', async () => {
    const access = [{ group: 'Transactions', access: 'view' }] as const;
    expect(await listDone()).not.toContain('api_key');
    const { data: unused } = await batik.ok(createApiKey, { body: { name: 'Shop', access: [...access] } });
    expect(await listDone()).toContain('api_key');
    await batik.ok(revokeApiKey, { params: { id: unused.id } });
    expect(await listDone()).not.toContain('api_key');
  });

  test('a settlement account once it is approved, not when it is requested', async () => {
    const id = await changeBankAccountForTest(t, batik);
    expect(await listDone()).not.toContain('bank_account');
    const staff = await t.signIn('platform_admin@dasbor.example');
    await staff.ok(approveMerchantBankAccount, { params: { merchant_id: BATIK, id } });
    expect(await listDone()).toContain('bank_account');
    await batik.ok(rejectBankAccount, { params: { id } });
    expect(await listDone()).not.toContain('bank_account');
  });

  test('a second factor of the reader, and of nobody else', async () => {
    const { secret } = (await batik.ok(startTotp)).data;
    expect(await listDone()).not.toContain('second_factor');
    await batik.ok(confirmTotp, { body: { otp: generateTotpCode(secret, t.clock.now()) } });
    expect(await listDone()).toContain('second_factor');
    const colleague = await t.signIn('superadmin@kopi.example');
    const { data } = await colleague.ok(getOnboardingChecklist);
    expect(data.steps.find(({ step }) => step === 'second_factor')?.is_done).toBe(false);
  });
});

test('staff of the provider have no checklist', async () => {
  const staff = await t.signIn('platform_admin@dasbor.example');
  expect((await staff.call(getOnboardingChecklist)).statusCode).toBe(403);
});
