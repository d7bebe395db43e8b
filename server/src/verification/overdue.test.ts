/** What the provider has not decided in time, and documents that expire: exceptions of the provider, emails to the merchant. */
import * as profile from '@dasbor/contract/business-profile';
import { type ExceptionKind, listExceptions } from '@dasbor/contract/operations';
import { suspendMerchant } from '@dasbor/contract/merchant';
import { saveProfile } from '@dasbor/contract/profile';
import * as verification from '@dasbor/contract/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, INDIVIDUAL_BUSINESS, OWNER, createRegisteredMerchant, upload } from '../../test/merchant-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import type { Mail } from '../mail/mailer.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';

let t: TestApp;
const sent: Mail[] = [];
beforeAll(async () => {
  t = await startTestApp({
    change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
  });
});
afterAll(() => t?.close());

/** Sessions expire while the clock of a test advances. */
const officer = () => t.signIn('platform_compliance@dasbor.example');
const list = async (kind: ExceptionKind) =>
  (await (await t.signIn('platform_admin@dasbor.example')).ok(listExceptions)).data.filter((row) => row.kind === kind);

/** A submitted profile; returns its merchant and the person of its identity card. */
async function submit(expires_on?: string) {
  const { merchant_id, client, email } = await createRegisteredMerchant(t);
  await client.ok(profile.saveBusinessSection, { body: INDIVIDUAL_BUSINESS });
  await client.ok(profile.saveAddressSection, { body: ADDRESS });
  const { data } = await client.ok(profile.addMerchantPerson, { body: OWNER });
  const person_id = data.people[0]!.id;
  await uploadKtp(client, person_id, expires_on);
  expect((await upload(t, client, { document_type: 'selfie', person_id })).statusCode).toBe(201);
  await client.ok(profile.submitBusinessProfile);
  return { params: { merchant_id }, merchant_id, email, person_id };
}
async function uploadKtp(client: TestClient, person_id: string, expires_on?: string): Promise<void> {
  const fields = { document_type: 'ktp', person_id, ...(expires_on === undefined ? {} : { expires_on }) };
  expect((await upload(t, client, fields)).statusCode).toBe(201);
}

test('a submission that is undecided for more than two business days is an exception until it is decided', async () => {
  // Wednesday noon (WIB); the weekend does not count.
  t.clock.set(new Date('2027-01-13T05:00:00.000Z'));
  const { merchant_id, params, email } = await submit();
  t.clock.set(new Date('2027-01-17T16:59:59.999Z'));
  expect(await list('verification_undecided')).toEqual([]);
  t.clock.set(new Date('2027-01-17T17:00:00.000Z'));
  const since = '2027-01-13T05:00:00.000Z';
  expect(await list('verification_undecided')).toMatchObject([
    { object_id: merchant_id, merchant_id, state: 'submitted', since, is_resolvable: false },
  ]);
  await (await officer()).ok(verification.startVerificationReview, { params });
  expect(await list('verification_undecided')).toMatchObject([{ object_id: merchant_id, state: 'in_review' }]);
  await (await officer()).ok(verification.approveMerchant, { params, body: {} });
  expect(await list('verification_undecided')).toEqual([]);

  // A change of the approved profile waits for a decision as well.
  const owner = await t.signIn(email);
  await owner.ok(profile.saveBusinessSection, { body: { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Baru' } });
  t.clock.set(new Date('2027-01-20T16:59:59.999Z'));
  expect(await list('verification_undecided')).toEqual([]);
  t.clock.set(new Date('2027-01-20T17:00:00.000Z'));
  const [change] = await list('verification_undecided');
  expect(change).toMatchObject({ merchant_id, state: 'change' });
  const decided = { ...params, id: change!.object_id };
  await (await officer()).ok(verification.approveProfileChange, { params: decided });
  expect(await list('verification_undecided')).toEqual([]);
});

test('holidays are no business days', async () => {
  // Wednesday; Friday 26 March 2027 is Good Friday.
  t.clock.set(new Date('2027-03-24T05:00:00.000Z'));
  const holiday = { day: '2027-03-26', name: 'Good Friday', type: 'national' } as const;
  await asPlatform(t.deps.db, (tx) =>
    tx.sql
      .insertInto('holiday')
      .values(holiday)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const { merchant_id, params } = await submit();
  t.clock.set(new Date('2027-03-29T16:59:59.999Z'));
  expect(await list('verification_undecided')).toEqual([]);
  t.clock.set(new Date('2027-03-29T17:00:00.000Z'));
  expect(await list('verification_undecided')).toMatchObject([{ object_id: merchant_id }]);
  await (await officer()).ok(verification.rejectMerchant, { params, body: { reason: 'Not a business' } });
  expect(await list('verification_undecided')).toEqual([]);
});

test('a document of an active merchant that expires within 30 days or has expired is an exception until it is renewed', async () => {
  t.clock.set(new Date('2027-05-03T05:00:00.000Z'));
  const { merchant_id, params, email, person_id } = await submit('2027-06-09');
  t.clock.set(new Date('2027-05-10T05:00:00.000Z'));
  // Before the approval, the document is part of the review.
  expect(await list('document_expiring')).toEqual([]);
  await (await officer()).ok(verification.approveMerchant, { params, body: {} });
  expect(await list('document_expiring')).toMatchObject([
    { merchant_id, state: 'expiring', detail: 'ktp', since: '2027-05-09T17:00:00.000Z', is_resolvable: false },
  ]);
  t.clock.set(new Date('2027-06-09T16:59:59.999Z'));
  expect(await list('document_expiring')).toMatchObject([{ merchant_id, state: 'expiring' }]);
  t.clock.set(new Date('2027-06-09T17:00:00.000Z'));
  expect(await list('document_expiring')).toMatchObject([{ merchant_id, state: 'expired' }]);
  await uploadKtp(await t.signIn(email), person_id, '2032-06-10');
  expect(await list('document_expiring')).toEqual([]);
});

test('the merchant is emailed 30 and 7 days before a document expires, once each, in the language of the reader', async () => {
  t.clock.set(new Date('2027-07-01T05:00:00.000Z'));
  const { merchant_id, params, email, person_id } = await submit('2027-09-30');
  await (await officer()).ok(verification.approveMerchant, { params, body: {} });
  const job = JOBS.find(({ name }) => name === 'remind_expiring_documents')!;
  /** The reminders of a day, however often the job runs. */
  const remind = async (at: string): Promise<string[]> => {
    t.clock.set(new Date(at));
    sent.length = 0;
    await Promise.all([job.run(t.deps, {}), job.run(t.deps, {})]);
    await job.run(t.deps, {});
    await dispatchNotifications(t.deps, merchant_id);
    await sendDueEmails(t.deps);
    const own = sent.filter(({ to }) => to === email);
    return own.map(({ subject, text }) => `${subject}\n${text}`);
  };
  await remind('2027-08-30T16:00:00.000Z');
  expect(await remind('2027-08-30T16:59:59.999Z')).toEqual([]);
  const [first, ...more] = await remind('2027-08-31T01:30:00.000Z');
  expect(more).toEqual([]);
  expect(first).toContain('A document of your business expires soon');
  expect(first).toContain('Document: Identity card (KTP) or passport');
  expect(first).toContain('Valid until: 30 Sep 2027');
  expect(first).toContain('/business-profile');
  expect(await remind('2027-09-01T01:30:00.000Z')).toEqual([]);
  expect(await remind('2027-09-22T01:30:00.000Z')).toEqual([]);
  const owner = await t.signIn(email);
  await owner.ok(saveProfile, { body: { locale: 'id' } });
  const last = await remind('2027-09-23T01:30:00.000Z');
  expect(last).toHaveLength(1);
  expect(last[0]).toContain('Dokumen bisnis Anda segera kedaluwarsa');
  expect(last[0]).toContain('Dokumen: KTP atau paspor');
  expect(await remind('2027-09-30T01:30:00.000Z')).toEqual([]);

  // Another document is reminded of on its own; a suspended merchant is not.
  await uploadKtp(await t.signIn(email), person_id, '2027-12-31');
  expect(await remind('2027-12-01T01:30:00.000Z')).toHaveLength(1);
  await (await officer()).ok(suspendMerchant, { params, body: { reason: 'Fraud' } });
  const after = await remind('2027-12-24T01:30:00.000Z');
  expect(after.filter((mail) => mail.includes('Dokumen bisnis'))).toEqual([]);
});
