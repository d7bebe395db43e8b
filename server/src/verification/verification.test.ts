/** Verification end to end: the profile of the merchant, its documents, and the decisions of the provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import * as verification from '@dasbor/contract/verification';
import {
  ADDRESS,
  INDIVIDUAL_BUSINESS,
  NO_LEGAL,
  OWNER,
  createRegisteredMerchant,
  upload,
} from '../../test/merchant-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Mail } from '../mail/mailer.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';

let t: TestApp;
let officer: TestClient;
let admin: TestClient;
let merchant_id: string;
let client: TestClient;
let owner_email: string;
const sent: Mail[] = [];

beforeAll(async () => {
  t = await startTestApp({
    change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
  });
  officer = await t.signIn('platform_compliance@dasbor.example');
  admin = await t.signIn('platform_admin@dasbor.example');
});
afterAll(() => t.close());
beforeEach(async () => {
  ({ merchant_id, client, email: owner_email } = await createRegisteredMerchant(t));
  await recordWebhooks(t);
});

const read = async () => (await client.ok(profile.getBusinessProfile)).data;
const review = async () => (await officer.ok(verification.getVerification, { params: { merchant_id } })).data;
const code = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code;

/** Fills in everything that an individual needs; returns the profile. */
async function complete(): Promise<BusinessProfile> {
  await client.ok(profile.saveBusinessSection, { body: INDIVIDUAL_BUSINESS });
  await client.ok(profile.saveAddressSection, { body: ADDRESS });
  const { data } = await client.ok(profile.addMerchantPerson, { body: OWNER });
  const person_id = data.people[0]!.id;
  expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
  expect((await upload(t, client, { document_type: 'selfie', person_id })).statusCode).toBe(201);
  return read();
}

async function submit(): Promise<BusinessProfile> {
  await complete();
  return (await client.ok(profile.submitBusinessProfile)).data;
}

const documentOf = (data: BusinessProfile, type: string) => data.documents.find((each) => each.document_type === type)!;
const params = (id: string) => ({ merchant_id, id });

async function listAuditActions(): Promise<string[]> {
  const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql.selectFrom('audit_log').select('action').where('merchant_id', '=', merchant_id).orderBy('seq').execute(),
  );
  return rows.map(({ action }) => action);
}

async function listOutcomes(): Promise<unknown[]> {
  const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select('facts')
      .where('merchant_id', '=', merchant_id)
      .where('action', '=', 1012)
      .orderBy('at')
      .execute(),
  );
  return rows.map(({ facts }) => facts['outcome']);
}

/** Subjects and texts of the emails to the owner of the merchant, once what is due was sent. */
async function listMails(): Promise<{ subject: string; text: string }[]> {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  return sent.filter(({ to }) => to === owner_email).map(({ subject, text }) => ({ subject, text }));
}

describe('sections', () => {
  test('an empty profile lists what is missing; saved sections leave the list', async () => {
    const empty = await read();
    expect(empty).toMatchObject({ status: 'onboarding', verification_status: 'draft', is_locked: false });
    expect(empty.missing.map(({ field }) => field)).toContain('entity_type');
    const { data } = await client.ok(profile.saveBusinessSection, { body: INDIVIDUAL_BUSINESS });
    expect(data.fields).toMatchObject({ phone: '+6281234567890', entity_type: 'individual', website: null });
    expect(data.missing.some(({ section }) => section === 'business')).toBe(false);
    const saved = await client.ok(profile.saveAddressSection, { body: ADDRESS });
    expect(saved.data.names.regency).toBe('Kota Administrasi Jakarta Selatan');
  });

  test('wrong numbers are refused field by field, in both languages', async () => {
    const body = { ...NO_LEGAL, nib: '123', npwp: '1234567890123456' };
    const answer = await client.call(profile.saveLegalSection, { body, headers: { 'accept-language': 'id' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'nib', detail: 'NIB terdiri dari 13 digit.' }] });
    const spaced = { ...NO_LEGAL, nib: '9120 0012 34567', npwp: '01.234.567.8-901.234' };
    const { data } = await client.ok(profile.saveLegalSection, { body: spaced });
    expect(data.fields).toMatchObject({ nib: '9120001234567', npwp: '012345678901234' });
  });

  test('a region outside the one above it is refused', async () => {
    const body = { ...ADDRESS, regency_code: '32.04' };
    const answer = await client.call(profile.saveAddressSection, { body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unknown_region', errors: [{ field: 'regency_code' }, {}] });
  });
});

describe('people', () => {
  test('the NIK is encrypted, shown masked, and kept when it is omitted', async () => {
    const { data } = await client.ok(profile.addMerchantPerson, { body: OWNER });
    const [person] = data.people;
    expect(person).toMatchObject({ name: 'Budi Santoso', nik_masked: '••••••••••••0001' });
    const stored = await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql.selectFrom('merchant_person').selectAll().where('merchant_id', '=', merchant_id).execute(),
    );
    expect(JSON.stringify(stored)).not.toContain(OWNER.nik);
    const { nik: _, ...rest } = OWNER;
    const body = { ...rest, name: 'Budi S.' };
    const changed = await client.ok(profile.updateMerchantPerson, { params: { id: person!.id }, body });
    expect(changed.data.people[0]).toMatchObject({ name: 'Budi S.', nik_masked: '••••••••••••0001' });
    expect(await listAuditActions()).toEqual(['merchant_person.added', 'merchant_person.updated']);
  });

  test('the same NIK twice in one role is refused', async () => {
    await client.ok(profile.addMerchantPerson, { body: OWNER });
    const answer = await client.call(profile.addMerchantPerson, { body: { ...OWNER, name: 'Other' } });
    expect([answer.statusCode, code(answer)]).toEqual([422, 'duplicate_nik']);
    await client.ok(profile.addMerchantPerson, { body: { ...OWNER, role: 'shareholder', share_bps: 2_500 } });
  });

  test('at most 30', async () => {
    const add = (index: number) =>
      client.call(profile.addMerchantPerson, {
        body: { ...OWNER, nik: null, role: 'pic_tech', name: `Tech ${index}` },
      });
    for (let index = 0; index < 30; index++) expect((await add(index)).statusCode).toBe(201);
    const answer = await add(30);
    expect([answer.statusCode, code(answer)]).toEqual([422, 'too_many_people']);
  });

  test('a removed person takes their documents along', async () => {
    const data = await complete();
    const after = await client.ok(profile.removeMerchantPerson, { params: { id: data.people[0]!.id } });
    expect(after.data).toMatchObject({ people: [], documents: [] });
    expect(after.data.missing).toMatchObject([{ section: 'people', field: 'owner' }]);
  });
});

describe('documents', () => {
  test('a newer one replaces the current one; the former stays for the record', async () => {
    const data = await complete();
    const person_id = data.people[0]!.id;
    const first = documentOf(data, 'ktp');
    await upload(t, client, { document_type: 'ktp', person_id }, 'pdf');
    const current = documentOf(await read(), 'ktp');
    expect(current).toMatchObject({ content_type: 'application/pdf', status: 'uploaded' });
    expect((await review()).former_documents.map(({ id }) => id)).toEqual([first.id]);
    const removed = await client.ok(profile.removeMerchantDocument, { params: { id: current.id } });
    expect(removed.data.missing).toMatchObject([{ field: 'ktp', problem: 'missing' }]);
  });

  test('identity documents need their person, the others have none', async () => {
    const data = await complete();
    const person_id = data.people[0]!.id;
    for (const fields of [
      { document_type: 'ktp' },
      { document_type: 'nib', person_id },
      { document_type: 'ktp', person_id: 'mpe_01kagz7v3w8x9y2m4n5p6q7r8t' },
    ]) {
      const answer = await upload(t, client, fields);
      expect([answer.statusCode, code(answer)]).toEqual([422, 'wrong_document']);
    }
  });

  test('too many are refused', async () => {
    const data = await complete();
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const row = await tx.sql
        .selectFrom('merchant_document')
        .selectAll()
        .where('merchant_id', '=', merchant_id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: 198 }, (_, index) => ({
        ...row,
        id: `doc_${index}`,
        replaced_at: t.clock.now(),
      }));
      await tx.sql.insertInto('merchant_document').values(copies).execute();
    });
    const answer = await upload(t, client, { document_type: 'ktp', person_id: data.people[0]!.id });
    expect([answer.statusCode, code(answer)]).toEqual([422, 'too_many_documents']);
  });

  test('both sides read a file, each view is audited, and nobody else reaches it', async () => {
    const data = await complete();
    const { id } = documentOf(data, 'ktp');
    const own = await client.call(profile.downloadMerchantDocument, { params: { id } });
    const of_officer = await officer.call(verification.viewMerchantDocument, { params: params(id) });
    for (const answer of [own, of_officer]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(answer.rawPayload.equals(own.rawPayload)).toBe(true);
    }
    const views = (await listAuditActions()).filter((action) => action === 'merchant_document.viewed');
    expect(views).toHaveLength(2);
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.call(profile.downloadMerchantDocument, { params: { id } })).statusCode).toBe(404);
    for (const email of ['platform_finance@dasbor.example', 'platform_support@dasbor.example']) {
      const other = await t.signIn(email);
      expect((await other.call(verification.viewMerchantDocument, { params: params(id) })).statusCode).toBe(403);
    }
    const colleague = await t.signIn('finance@kopi.example');
    expect((await colleague.call(profile.downloadMerchantDocument, { params: { id } })).statusCode).toBe(403);
  });
});

describe('the way to the activation', () => {
  test('an incomplete profile is refused with every missing item', async () => {
    const answer = await client.call(profile.submitBusinessProfile);
    expect([answer.statusCode, code(answer)]).toEqual([422, 'profile_incomplete']);
    const fields = (answer.json() as { errors: { field: string }[] }).errors.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['business.entity_type', 'address.postal_code', 'people.director']));
  });

  test('a merchant whose contact is not verified cannot submit', async () => {
    ({ merchant_id, client } = await createRegisteredMerchant(t, 'registered'));
    await complete();
    const answer = await client.call(profile.submitBusinessProfile);
    expect([answer.statusCode, code(answer)]).toEqual([409, 'contact_not_verified']);
  });

  test('submitted, sent back for a better document, corrected, approved', async () => {
    const submitted = await submit();
    expect(submitted).toMatchObject({ status: 'pending_review', verification_status: 'submitted', is_locked: true });
    const locked = await client.call(profile.saveAddressSection, { body: ADDRESS });
    expect([locked.statusCode, code(locked)]).toEqual([409, 'profile_locked']);
    const again = await client.call(profile.submitBusinessProfile);
    expect([again.statusCode, code(again)]).toEqual([409, 'invalid_transition']);

    const ktp = documentOf(submitted, 'ktp');
    const selfie = documentOf(submitted, 'selfie');
    await officer.ok(verification.acceptMerchantDocument, { params: params(selfie.id) });
    const rejected = await officer.ok(verification.rejectMerchantDocument, {
      params: params(ktp.id),
      body: { reason: 'blurry', note: 'The number is not readable' },
    });
    expect(rejected.data).toMatchObject({ verification_status: 'in_review' });
    const refused = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([refused.statusCode, code(refused)]).toEqual([422, 'profile_incomplete']);
    const body = { reason: 'Upload a sharper identity card' };
    await officer.ok(verification.requestRevision, { params: { merchant_id }, body });

    const revised = await read();
    expect(revised).toMatchObject({ verification_status: 'needs_revision', is_locked: false });
    expect(documentOf(revised, 'ktp')).toMatchObject({
      reject_reason: 'blurry',
      reject_note: 'The number is not readable',
    });
    expect(revised.events[0]).toMatchObject({ to_status: 'needs_revision', reason: body.reason });
    const incomplete = await client.call(profile.submitBusinessProfile);
    expect(code(incomplete)).toBe('profile_incomplete');
    await upload(t, client, { document_type: 'ktp', person_id: revised.people[0]!.id });
    await client.ok(profile.submitBusinessProfile);
    const late = await officer.call(verification.acceptMerchantDocument, { params: params(ktp.id) });
    expect([late.statusCode, code(late)]).toEqual([409, 'document_replaced']);

    const { data } = await officer.ok(verification.approveMerchant, { params: { merchant_id } });
    expect(data).toMatchObject({ status: 'active', verification_status: 'approved', mcc: '5812' });
    expect(data.nmid).toMatch(/^ID\d{13}$/);
    expect(data.documents.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    expect(data.activated_at).not.toBeNull();
    expect(new Set(await listOutcomes())).toEqual(new Set(['submitted', 'in_review', 'needs_revision', 'approved']));
    expect(await listAuditActions()).toEqual(
      expect.arrayContaining([
        'verification.submitted',
        'verification.review_started',
        'merchant_document.rejected',
        'verification.revision_requested',
        'verification.approved',
      ]),
    );
    expect(data.events.map(({ kind, to_status }) => `${kind} ${to_status}`).slice(0, 3)).toEqual([
      'status active',
      'verification approved',
      'verification in_review',
    ]);
  });

  test('decision 0111: administrators review documents, and only compliance approves or rejects', async () => {
    const { documents } = await submit();
    const of_merchant = { params: { merchant_id } };
    await admin.ok(verification.acceptMerchantDocument, { params: params(documents[0]!.id) });
    const body = { reason: 'The business does not exist' };
    expect((await admin.call(verification.approveMerchant, { ...of_merchant, body: {} })).statusCode).toBe(403);
    expect((await admin.call(verification.rejectMerchant, { ...of_merchant, body })).statusCode).toBe(403);
    expect(await read()).toMatchObject({ status: 'pending_review', verification_status: 'in_review' });
    await officer.ok(verification.approveMerchant, of_merchant);
  });

  test('a rejection is final', async () => {
    await submit();
    const body = { reason: 'The business does not exist' };
    const { data } = await officer.ok(verification.rejectMerchant, { params: { merchant_id }, body });
    expect(data).toMatchObject({ status: 'rejected', verification_status: 'rejected', is_locked: true });
    expect(await listOutcomes()).toContain('rejected');
    expect(await listMails()).toContainEqual({
      subject: 'Business verification rejected',
      text: expect.stringContaining('The business does not exist'),
    });
    const answer = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([answer.statusCode, code(answer)]).toEqual([409, 'invalid_transition']);
  });

  test('outside a sandbox the NMID must be entered, and it is unique', async () => {
    await submit();
    const env = t.deps.env as { SANDBOX: boolean };
    env.SANDBOX = false;
    const approve = (body: object) => officer.call(verification.approveMerchant, { params: { merchant_id }, body });
    const missing = await approve({});
    expect([missing.statusCode, code(missing)]).toEqual([422, 'nmid_required']);
    const taken = await approve({ nmid: 'ID1020304050607' });
    expect([taken.statusCode, code(taken)]).toEqual([409, 'nmid_taken']);
    const { data } = (await approve({ nmid: 'ID1234567890123', mcc: '5814', risk_level: 'low' })).json() as {
      data: object;
    };
    env.SANDBOX = true;
    expect(data).toMatchObject({ nmid: 'ID1234567890123', mcc: '5814', risk_level: 'low', status: 'active' });
  });

  test('the NIK is revealed to the officer, and the view is audited', async () => {
    const { people } = await submit();
    const { data } = await officer.ok(verification.viewPersonNik, { params: params(people[0]!.id) });
    expect(data.nik).toBe(OWNER.nik);
    expect(await listAuditActions()).toContain('merchant_person.nik_viewed');
  });
});

describe('after the approval', () => {
  beforeEach(async () => {
    await submit();
    await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
  });

  test('old values stay live until the provider approves the change', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain', description: 'New' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    expect(data.fields).toMatchObject({ brand_name: 'Toko Uji', description: 'New' });
    expect(data.change).toMatchObject({ status: 'pending', after: { brand_name: 'Toko Lain' } });
    await client.ok(profile.saveLegalSection, { body: { ...NO_LEGAL, nib: '9120001234567' } });
    const merged = (await review()).change!;
    expect(merged.after).toEqual({ brand_name: 'Toko Lain', nib: '9120001234567' });
    const decided = await officer.ok(verification.approveProfileChange, { params: params(merged.id) });
    expect(decided.data.fields).toMatchObject({ brand_name: 'Toko Lain', nib: '9120001234567' });
    const late = await officer.call(verification.approveProfileChange, { params: params(merged.id) });
    expect([late.statusCode, code(late)]).toEqual([409, 'not_pending']);
    expect(await listOutcomes()).toContain('change_approved');
  });

  test('a change that needs further documents is approved into a re-review', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, industry: 'packaged_food' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    const decided = await officer.ok(verification.approveProfileChange, { params: params(data.change!.id) });
    expect(decided.data).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    expect(decided.data.missing).toMatchObject([{ field: 'license', problem: 'missing' }]);
    const early = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([early.statusCode, code(early)]).toEqual([422, 'profile_incomplete']);
    expect((await upload(t, client, { document_type: 'license' })).statusCode).toBe(201);
    const approved = await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect(approved.data).toMatchObject({ status: 'active', verification_status: 'approved' });
  });

  test('a rejected change leaves the values, and a withdrawn one is gone', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    await officer.ok(verification.rejectProfileChange, {
      params: params(data.change!.id),
      body: { reason: 'The name is not yours' },
    });
    expect(await read()).toMatchObject({
      fields: { brand_name: 'Toko Uji' },
      change: { status: 'rejected', reason: 'The name is not yours' },
    });
    expect(await listOutcomes()).toContain('change_rejected');
    expect(await listMails()).toContainEqual({
      subject: 'Change of your business profile rejected',
      text: expect.stringContaining('The name is not yours'),
    });
    await client.ok(profile.saveBusinessSection, { body });
    const withdrawn = await client.ok(profile.withdrawProfileChange);
    expect(withdrawn.data.change).toMatchObject({ status: 'rejected' });
    const answer = await client.call(profile.withdrawProfileChange);
    expect([answer.statusCode, code(answer)]).toEqual([409, 'no_pending_change']);
  });

  test('a pending change is the one that is shown, also beside ones decided in the same instant', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain' };
    for (let n = 0; n < 8; n += 1) {
      const { change } = (await client.ok(profile.saveBusinessSection, { body })).data;
      expect(change).toMatchObject({ status: 'pending', after: { brand_name: 'Toko Lain' } });
      await officer.ok(verification.rejectProfileChange, {
        params: params(change!.id),
        body: { reason: 'The name is not yours' },
      });
    }
  });

  test('a required document that is rejected is asked for again: the merchant stays active and reads why', async () => {
    const before = await read();
    const ktp = documentOf(before, 'ktp');
    const rejected = await officer.ok(verification.rejectMerchantDocument, {
      params: params(ktp.id),
      body: { reason: 'expired', note: 'It expired in May' },
    });
    expect(rejected.data).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    const asked = await read();
    expect(asked).toMatchObject({ status: 'active', is_locked: false });
    expect(asked.missing).toMatchObject([{ section: 'documents', field: 'ktp', problem: 'rejected' }]);
    expect(asked.events.find(({ to_status }) => to_status === 'under_re_review')?.reason).toBe(
      'Identity card (KTP) or passport: Expired',
    );
    const indonesian = await client.ok(profile.getBusinessProfile, { headers: { 'accept-language': 'id' } });
    expect(indonesian.data.events.map(({ reason }) => reason)).toContain('KTP atau paspor: Kedaluwarsa');
    expect((await listOutcomes()).filter((outcome) => outcome === 'under_re_review')).toHaveLength(1);

    // Another one during the re-review is asked for, too.
    const selfie = documentOf(before, 'selfie');
    await officer.ok(verification.rejectMerchantDocument, { params: params(selfie.id), body: { reason: 'blurry' } });
    expect((await listOutcomes()).filter((outcome) => outcome === 'under_re_review')).toHaveLength(2);
    const early = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([early.statusCode, code(early)]).toEqual([422, 'profile_incomplete']);

    const person_id = before.people[0]!.id;
    expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
    expect((await upload(t, client, { document_type: 'selfie', person_id })).statusCode).toBe(201);
    await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect(await read()).toMatchObject({ status: 'active', verification_status: 'approved', missing: [] });
  });

  test('an optional document that is rejected changes nothing for an approved merchant', async () => {
    expect((await upload(t, client, { document_type: 'other' })).statusCode).toBe(201);
    const other = documentOf(await read(), 'other');
    await officer.ok(verification.rejectMerchantDocument, { params: params(other.id), body: { reason: 'blurry' } });
    expect(await read()).toMatchObject({ status: 'active', verification_status: 'approved' });
    expect(await listOutcomes()).not.toContain('under_re_review');
  });

  test('decision 0100: an approved profile keeps a required document, also one that replaced it', async () => {
    const person_id = (await read()).people[0]!.id;
    expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
    const ktp = documentOf(await read(), 'ktp');
    const refused = await client.call(profile.removeMerchantDocument, { params: { id: ktp.id } });
    expect([refused.statusCode, code(refused)]).toEqual([409, 'document_required']);
    expect(await read()).toMatchObject({ verification_status: 'approved', missing: [] });
    expect((await upload(t, client, { document_type: 'other' })).statusCode).toBe(201);
    const other = documentOf(await read(), 'other');
    await client.ok(profile.removeMerchantDocument, { params: { id: other.id } });
    const expires_on = addDays(toBusinessDay(t.clock.now()), -1);
    const expired = await upload(t, client, { document_type: 'ktp', person_id, expires_on });
    expect([expired.statusCode, code(expired)]).toEqual([422, 'document_expired']);
  });

  test('owners change only during a re-review; an accepted document is replaced, not removed', async () => {
    const data = await read();
    const { id } = data.people[0]!;
    const refused = await client.call(profile.removeMerchantPerson, { params: { id } });
    expect([refused.statusCode, code(refused)]).toEqual([409, 're_review_required']);
    await client.ok(profile.addMerchantPerson, { body: { ...OWNER, role: 'pic_finance' } });
    const kept = await client.call(profile.removeMerchantDocument, { params: { id: documentOf(data, 'ktp').id } });
    expect([kept.statusCode, code(kept)]).toEqual([409, 'document_accepted']);
    const body = { reason: 'The identity card expires soon' };
    await officer.ok(verification.startReReview, { params: { merchant_id }, body });
    const { nik: _, ...owner } = OWNER;
    await client.ok(profile.updateMerchantPerson, { params: { id }, body: { ...owner, name: 'Budi Santosa' } });
    expect(await read()).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    const rejected = await officer.ok(verification.rejectMerchant, { params: { merchant_id }, body });
    expect(rejected.data).toMatchObject({ status: 'suspended', verification_status: 'rejected' });
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'verification')).toEqual([]);
});
