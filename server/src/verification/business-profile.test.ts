/** The profile that a merchant fills in: its sections, people and documents. */
import { describe, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import * as verification from '@dasbor/contract/verification';
import { ADDRESS, INDIVIDUAL_BUSINESS, NO_LEGAL, OWNER, upload } from '../../test/merchant-fixture.ts';
import { asMerchant } from '../db/tx.ts';
import { getErrorCode } from '../../test/answer.ts';
import {
  t,
  officer,
  merchant_id,
  client,
  readProfile,
  readReview,
  toParams,
  findDocument,
  completeProfile,
  listAuditActions,
  setUpVerification,
} from '../../test/verification-fixture.ts';

setUpVerification();

describe('sections', () => {
  test('an empty profile lists what is missing; saved sections leave the list', async () => {
    const empty = await readProfile();
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
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'duplicate_nik']);
    await client.ok(profile.addMerchantPerson, { body: { ...OWNER, role: 'shareholder', share_bps: 2_500 } });
  });

  test('at most 30', async () => {
    const add = (index: number) =>
      client.call(profile.addMerchantPerson, {
        body: { ...OWNER, nik: null, role: 'pic_tech', name: `Tech ${index}` },
      });
    for (let index = 0; index < 30; index++) expect((await add(index)).statusCode).toBe(201);
    const answer = await add(30);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'too_many_people']);
  });

  test('a removed person takes their documents along', async () => {
    const data = await completeProfile();
    const after = await client.ok(profile.removeMerchantPerson, { params: { id: data.people[0]!.id } });
    expect(after.data).toMatchObject({ people: [], documents: [] });
    expect(after.data.missing).toMatchObject([{ section: 'people', field: 'owner' }]);
  });
});

describe('documents', () => {
  test('a newer one replaces the current one; the former stays for the record', async () => {
    const data = await completeProfile();
    const person_id = data.people[0]!.id;
    const first = findDocument(data, 'ktp');
    await upload(t, client, { document_type: 'ktp', person_id }, 'pdf');
    const current = findDocument(await readProfile(), 'ktp');
    expect(current).toMatchObject({ content_type: 'application/pdf', status: 'uploaded' });
    expect((await readReview()).former_documents.map(({ id }) => id)).toEqual([first.id]);
    const removed = await client.ok(profile.removeMerchantDocument, { params: { id: current.id } });
    expect(removed.data.missing).toMatchObject([{ field: 'ktp', problem: 'missing' }]);
  });

  test('identity documents need their person, the others have none', async () => {
    const data = await completeProfile();
    const person_id = data.people[0]!.id;
    for (const fields of [
      { document_type: 'ktp' },
      { document_type: 'nib', person_id },
      { document_type: 'ktp', person_id: 'mpe_01kagz7v3w8x9y2m4n5p6q7r8t' },
    ]) {
      const answer = await upload(t, client, fields);
      expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'wrong_document']);
    }
  });

  test('too many are refused', async () => {
    const data = await completeProfile();
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
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'too_many_documents']);
  });

  test('both sides read a file, each view is audited, and nobody else reaches it', async () => {
    const data = await completeProfile();
    const { id } = findDocument(data, 'ktp');
    const own = await client.call(profile.downloadMerchantDocument, { params: { id } });
    const of_officer = await officer.call(verification.viewMerchantDocument, { params: toParams(id) });
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
      expect((await other.call(verification.viewMerchantDocument, { params: toParams(id) })).statusCode).toBe(403);
    }
    const colleague = await t.signIn('finance@kopi.example');
    expect((await colleague.call(profile.downloadMerchantDocument, { params: { id } })).statusCode).toBe(403);
  });
});
