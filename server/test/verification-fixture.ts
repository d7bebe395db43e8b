/** Test fixture: a registered merchant that fills in its profile, and the people of the provider who review it. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import * as verification from '@dasbor/contract/verification';
import { ADDRESS, INDIVIDUAL_BUSINESS, OWNER, createRegisteredMerchant, upload } from './merchant-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { listWebhookErrors, recordWebhooks } from './webhook-events.ts';
import { asMerchant } from '../src/db/tx.ts';
import type { Mail } from '../src/mail/mailer.ts';
import { dispatchNotifications } from '../src/notification-email/dispatch.ts';
import { sendDueEmails } from '../src/notification-email/send.ts';

export let t: TestApp;
/** Compliance, which decides. */
export let officer: TestClient;
export let admin: TestClient;
export let merchant_id: string;
export let client: TestClient;
let owner_email: string;
const sent: Mail[] = [];

/** Creates a merchant, which the test goes on with. */
export async function useMerchant(status?: MerchantStatus): Promise<void> {
  ({ merchant_id, client, email: owner_email } = await createRegisteredMerchant(t, status));
}

export const readProfile = async () => (await client.ok(profile.getBusinessProfile)).data;
export const readReview = async () =>
  (await officer.ok(verification.getVerification, { params: { merchant_id } })).data;
export const toParams = (id: string) => ({ merchant_id, id });
export const findDocument = (data: BusinessProfile, type: string) =>
  data.documents.find((each) => each.document_type === type)!;

/** Fills in everything that an individual needs; returns the profile. */
export async function completeProfile(): Promise<BusinessProfile> {
  await client.ok(profile.saveBusinessSection, { body: INDIVIDUAL_BUSINESS });
  await client.ok(profile.saveAddressSection, { body: ADDRESS });
  const { data } = await client.ok(profile.addMerchantPerson, { body: OWNER });
  const person_id = data.people[0]!.id;
  expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
  expect((await upload(t, client, { document_type: 'selfie', person_id })).statusCode).toBe(201);
  return readProfile();
}

export async function submitProfile(): Promise<BusinessProfile> {
  await completeProfile();
  return (await client.ok(profile.submitBusinessProfile)).data;
}

export async function listAuditActions(): Promise<string[]> {
  const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql.selectFrom('audit_log').select('action').where('merchant_id', '=', merchant_id).orderBy('seq').execute(),
  );
  return rows.map(({ action }) => action);
}

/** Outcomes that the merchant is notified about, oldest first. */
export async function listOutcomes(): Promise<unknown[]> {
  const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select('template_data')
      .where('merchant_id', '=', merchant_id)
      .where('action', '=', 1012)
      .orderBy('at')
      .execute(),
  );
  return rows.map(({ template_data }) => template_data['outcome']);
}

/** Subjects and texts of the emails to the owner of the merchant, once what is due was sent. */
export async function listMails(): Promise<{ subject: string; text: string }[]> {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  return sent.filter(({ to }) => to === owner_email).map(({ subject, text }) => ({ subject, text }));
}

/**
 * Starts the application before the tests of a file; each test has a merchant of its own. At the end the webhook events must
 * have no gaps.
 */
export function setUpVerification(): void {
  beforeAll(async () => {
    t = await startTestApp({
      change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
    });
    officer = await t.signIn('platform_compliance@dasbor.example');
    admin = await t.signIn('platform_admin@dasbor.example');
  });
  afterAll(async () => {
    const errors = t === undefined ? [] : await listWebhookErrors(t);
    await t?.close();
    expect(errors).toEqual([]);
  });
  beforeEach(async () => {
    await useMerchant();
    await recordWebhooks(t);
  });
}
