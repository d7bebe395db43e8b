/** Profiles after the approval: changes that the provider decides, and re-reviews of documents and owners. */
import { beforeEach, describe, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import * as verification from '@dasbor/contract/verification';
import { INDIVIDUAL_BUSINESS, NO_LEGAL, OWNER, upload } from '../../test/merchant-fixture.ts';
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
  submitProfile,
  listOutcomes,
  listMails,
  setUpVerification,
} from '../../test/verification-fixture.ts';

setUpVerification();

describe('after the approval', () => {
  beforeEach(async () => {
    await submitProfile();
    await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
  });

  test('old values stay live until the provider approves the change', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain', description: 'New' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    expect(data.fields).toMatchObject({ brand_name: 'Toko Uji', description: 'New' });
    expect(data.change).toMatchObject({ status: 'pending', after: { brand_name: 'Toko Lain' } });
    await client.ok(profile.saveLegalSection, { body: { ...NO_LEGAL, nib: '9120001234567' } });
    const merged = (await readReview()).change!;
    expect(merged.after).toEqual({ brand_name: 'Toko Lain', nib: '9120001234567' });
    const decided = await officer.ok(verification.approveProfileChange, { params: toParams(merged.id) });
    expect(decided.data.fields).toMatchObject({ brand_name: 'Toko Lain', nib: '9120001234567' });
    const late = await officer.call(verification.approveProfileChange, { params: toParams(merged.id) });
    expect([late.statusCode, getErrorCode(late)]).toEqual([409, 'not_pending']);
    expect(await listOutcomes()).toContain('change_approved');
  });

  test('a change that needs further documents is approved into a re-review', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, industry: 'packaged_food' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    const decided = await officer.ok(verification.approveProfileChange, { params: toParams(data.change!.id) });
    expect(decided.data).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    expect(decided.data.missing).toMatchObject([{ field: 'license', problem: 'missing' }]);
    const early = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([early.statusCode, getErrorCode(early)]).toEqual([422, 'profile_incomplete']);
    expect((await upload(t, client, { document_type: 'license' })).statusCode).toBe(201);
    const approved = await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect(approved.data).toMatchObject({ status: 'active', verification_status: 'approved' });
  });

  test('a rejected change leaves the values, and a withdrawn one is gone', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain' };
    const { data } = await client.ok(profile.saveBusinessSection, { body });
    await officer.ok(verification.rejectProfileChange, {
      params: toParams(data.change!.id),
      body: { reason: 'The name is not yours' },
    });
    expect(await readProfile()).toMatchObject({
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
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([409, 'no_pending_change']);
  });

  test('a pending change is the one that is shown, also beside ones decided in the same instant', async () => {
    const body = { ...INDIVIDUAL_BUSINESS, brand_name: 'Toko Lain' };
    for (let n = 0; n < 8; n += 1) {
      const { change } = (await client.ok(profile.saveBusinessSection, { body })).data;
      expect(change).toMatchObject({ status: 'pending', after: { brand_name: 'Toko Lain' } });
      await officer.ok(verification.rejectProfileChange, {
        params: toParams(change!.id),
        body: { reason: 'The name is not yours' },
      });
    }
  });

  test('a required document that is rejected is asked for again: the merchant stays active and reads why', async () => {
    const before = await readProfile();
    const ktp = findDocument(before, 'ktp');
    const rejected = await officer.ok(verification.rejectMerchantDocument, {
      params: toParams(ktp.id),
      body: { reason: 'expired', note: 'It expired in May' },
    });
    expect(rejected.data).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    const asked = await readProfile();
    expect(asked).toMatchObject({ status: 'active', is_locked: false });
    expect(asked.missing).toMatchObject([{ section: 'documents', field: 'ktp', problem: 'rejected' }]);
    expect(asked.events.find(({ to_status }) => to_status === 'under_re_review')?.reason).toBe(
      'Identity card (KTP) or passport: Expired',
    );
    const indonesian = await client.ok(profile.getBusinessProfile, { headers: { 'accept-language': 'id' } });
    expect(indonesian.data.events.map(({ reason }) => reason)).toContain('KTP atau paspor: Kedaluwarsa');
    expect((await listOutcomes()).filter((outcome) => outcome === 'under_re_review')).toHaveLength(1);

    // Another one during the re-review is asked for, too.
    const selfie = findDocument(before, 'selfie');
    await officer.ok(verification.rejectMerchantDocument, { params: toParams(selfie.id), body: { reason: 'blurry' } });
    expect((await listOutcomes()).filter((outcome) => outcome === 'under_re_review')).toHaveLength(2);
    const early = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([early.statusCode, getErrorCode(early)]).toEqual([422, 'profile_incomplete']);

    const person_id = before.people[0]!.id;
    expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
    expect((await upload(t, client, { document_type: 'selfie', person_id })).statusCode).toBe(201);
    await officer.ok(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect(await readProfile()).toMatchObject({ status: 'active', verification_status: 'approved', missing: [] });
  });

  test('an optional document that is rejected changes nothing for an approved merchant', async () => {
    expect((await upload(t, client, { document_type: 'other' })).statusCode).toBe(201);
    const other = findDocument(await readProfile(), 'other');
    await officer.ok(verification.rejectMerchantDocument, { params: toParams(other.id), body: { reason: 'blurry' } });
    expect(await readProfile()).toMatchObject({ status: 'active', verification_status: 'approved' });
    expect(await listOutcomes()).not.toContain('under_re_review');
  });

  test('decision 0100: an approved profile keeps a required document, also one that replaced it', async () => {
    const person_id = (await readProfile()).people[0]!.id;
    expect((await upload(t, client, { document_type: 'ktp', person_id })).statusCode).toBe(201);
    const ktp = findDocument(await readProfile(), 'ktp');
    const refused = await client.call(profile.removeMerchantDocument, { params: { id: ktp.id } });
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([409, 'document_required']);
    expect(await readProfile()).toMatchObject({ verification_status: 'approved', missing: [] });
    expect((await upload(t, client, { document_type: 'other' })).statusCode).toBe(201);
    const other = findDocument(await readProfile(), 'other');
    await client.ok(profile.removeMerchantDocument, { params: { id: other.id } });
    const expires_on = addDays(toBusinessDay(t.clock.now()), -1);
    const expired = await upload(t, client, { document_type: 'ktp', person_id, expires_on });
    expect([expired.statusCode, getErrorCode(expired)]).toEqual([422, 'document_expired']);
  });

  test('owners change only during a re-review; an accepted document is replaced, not removed', async () => {
    const data = await readProfile();
    const { id } = data.people[0]!;
    const refused = await client.call(profile.removeMerchantPerson, { params: { id } });
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([409, 're_review_required']);
    await client.ok(profile.addMerchantPerson, { body: { ...OWNER, role: 'pic_finance' } });
    const kept = await client.call(profile.removeMerchantDocument, { params: { id: findDocument(data, 'ktp').id } });
    expect([kept.statusCode, getErrorCode(kept)]).toEqual([409, 'document_accepted']);
    const body = { reason: 'The identity card expires soon' };
    await officer.ok(verification.startReReview, { params: { merchant_id }, body });
    const { nik: _, ...owner } = OWNER;
    await client.ok(profile.updateMerchantPerson, { params: { id }, body: { ...owner, name: 'Budi Santosa' } });
    expect(await readProfile()).toMatchObject({ status: 'active', verification_status: 'under_re_review' });
    const rejected = await officer.ok(verification.rejectMerchant, { params: { merchant_id }, body });
    expect(rejected.data).toMatchObject({ status: 'suspended', verification_status: 'rejected' });
  });
});
