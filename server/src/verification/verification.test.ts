/** Verification end to end: the submitted profile, its documents, and the decisions of the provider. */
import { describe, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import * as verification from '@dasbor/contract/verification';
import { ADDRESS, OWNER, upload } from '../../test/merchant-fixture.ts';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { getErrorCode } from '../../test/answer.ts';
import {
  t,
  officer,
  admin,
  merchant_id,
  client,
  useMerchant,
  readProfile,
  toParams,
  findDocument,
  completeProfile,
  submitProfile,
  listAuditActions,
  listOutcomes,
  listMails,
  setUpVerification,
} from '../../test/verification-fixture.ts';

setUpVerification();

describe('the way to the activation', () => {
  test('an incomplete profile is refused with every missing item', async () => {
    const answer = await client.call(profile.submitBusinessProfile);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'profile_incomplete']);
    const fields = (answer.json() as { errors: { field: string }[] }).errors.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['business.entity_type', 'address.postal_code', 'people.director']));
  });

  test('a merchant whose contact is not verified cannot submit', async () => {
    await useMerchant('registered');
    await completeProfile();
    const answer = await client.call(profile.submitBusinessProfile);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([409, 'contact_not_verified']);
  });

  test('submitted, sent back for a better document, corrected, approved', async () => {
    const submitted = await submitProfile();
    expect(submitted).toMatchObject({ status: 'pending_review', verification_status: 'submitted', is_locked: true });
    const locked = await client.call(profile.saveAddressSection, { body: ADDRESS });
    expect([locked.statusCode, getErrorCode(locked)]).toEqual([409, 'profile_locked']);
    const again = await client.call(profile.submitBusinessProfile);
    expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'status_conflict']);

    const ktp = findDocument(submitted, 'ktp');
    const selfie = findDocument(submitted, 'selfie');
    await officer.ok(verification.acceptMerchantDocument, { params: toParams(selfie.id) });
    const rejected = await officer.ok(verification.rejectMerchantDocument, {
      params: toParams(ktp.id),
      body: { reason: 'blurry', note: 'The number is not readable' },
    });
    expect(rejected.data).toMatchObject({ verification_status: 'in_review' });
    const refused = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([422, 'profile_incomplete']);
    const body = { reason: 'Upload a sharper identity card' };
    await officer.ok(verification.requestRevision, { params: { merchant_id }, body });

    const revised = await readProfile();
    expect(revised).toMatchObject({ verification_status: 'needs_revision', is_locked: false });
    expect(findDocument(revised, 'ktp')).toMatchObject({
      reject_reason: 'blurry',
      reject_note: 'The number is not readable',
    });
    expect(revised.events[0]).toMatchObject({ to_status: 'needs_revision', reason: body.reason });
    const incomplete = await client.call(profile.submitBusinessProfile);
    expect(getErrorCode(incomplete)).toBe('profile_incomplete');
    await upload(t, client, { document_type: 'ktp', person_id: revised.people[0]!.id });
    await client.ok(profile.submitBusinessProfile);
    const late = await officer.call(verification.acceptMerchantDocument, { params: toParams(ktp.id) });
    expect([late.statusCode, getErrorCode(late)]).toEqual([409, 'document_replaced']);

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
    const { documents } = await submitProfile();
    const of_merchant = { params: { merchant_id } };
    await admin.ok(verification.acceptMerchantDocument, { params: toParams(documents[0]!.id) });
    const body = { reason: 'The business does not exist' };
    expect((await admin.call(verification.approveMerchant, { ...of_merchant, body: {} })).statusCode).toBe(403);
    expect((await admin.call(verification.rejectMerchant, { ...of_merchant, body })).statusCode).toBe(403);
    expect(await readProfile()).toMatchObject({ status: 'pending_review', verification_status: 'in_review' });
    await officer.ok(verification.approveMerchant, of_merchant);
  });

  test('a rejection is final', async () => {
    await submitProfile();
    const body = { reason: 'The business does not exist' };
    const { data } = await officer.ok(verification.rejectMerchant, { params: { merchant_id }, body });
    expect(data).toMatchObject({ status: 'rejected', verification_status: 'rejected', is_locked: true });
    expect(await listOutcomes()).toContain('rejected');
    expect(await listMails()).toContainEqual({
      subject: 'Business verification rejected',
      text: expect.stringContaining('The business does not exist'),
    });
    const answer = await officer.call(verification.approveMerchant, { params: { merchant_id }, body: {} });
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([409, 'status_conflict']);
  });

  test('outside a sandbox the NMID must be entered, and it is unique', async () => {
    await submitProfile();
    const env = t.deps.env as { SANDBOX: boolean };
    env.SANDBOX = false;
    const approve = (body: object) => officer.call(verification.approveMerchant, { params: { merchant_id }, body });
    const missing = await approve({});
    expect([missing.statusCode, getErrorCode(missing)]).toEqual([422, 'nmid_required']);
    const taken = await approve({ nmid: 'ID1020304050607' });
    expect([taken.statusCode, getErrorCode(taken)]).toEqual([409, 'nmid_taken']);
    const { data } = (await approve({ nmid: 'ID1234567890123', mcc: '5814', risk_level: 'low' })).json() as {
      data: object;
    };
    env.SANDBOX = true;
    expect(data).toMatchObject({ nmid: 'ID1234567890123', mcc: '5814', risk_level: 'low', status: 'active' });
  });

  test('the NIK is revealed to the officer, and the view is audited', async () => {
    const { people } = await submitProfile();
    const { data } = await officer.ok(verification.viewPersonNik, { params: toParams(people[0]!.id) });
    expect(data.nik).toBe(OWNER.nik);
    expect(await listAuditActions()).toContain('merchant_person.nik_viewed');
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'verification')).toEqual([]);
});
