/** The business profiles of the sandbox, and the merchant in review. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import { approveMerchant, getVerification, viewMerchantDocument } from '@dasbor/contract/verification';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { WARUNG_OWNER_EMAIL, ensureOnboarding } from './onboarding.ts';
import { KOPI_NUSANTARA } from './people.ts';
import { WARUNG_BARU } from './profiles.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await ensureOnboarding(t.deps);
  await ensureOnboarding(t.deps);
});
afterAll(() => t.close());

test('Warung Baru is in review with its documents, and can be approved', async () => {
  const owner = await t.signIn(WARUNG_OWNER_EMAIL);
  const { data } = await owner.ok(profile.getBusinessProfile);
  expect(data).toMatchObject({ status: 'pending_review', verification_status: 'in_review', missing: [] });
  expect(data.documents.map(({ document_type }) => document_type).sort()).toEqual(['bank_book', 'ktp', 'selfie']);
  const officer = await t.signIn('platform_compliance@dasbor.example');
  const beginnings = new Map<string, string>();
  for (const { id, document_type } of data.documents) {
    const params = { merchant_id: WARUNG_BARU.merchant_id, id };
    const scan = await officer.call(viewMerchantDocument, { params });
    beginnings.set(document_type, scan.rawPayload.subarray(1, 4).toString());
  }
  expect(beginnings).toEqual(
    new Map([
      ['ktp', 'PNG'],
      ['selfie', 'PNG'],
      ['bank_book', 'PDF'],
    ]),
  );
  const approved = await officer.ok(approveMerchant, { params: { merchant_id: WARUNG_BARU.merchant_id } });
  expect(approved.data).toMatchObject({ status: 'active', verification_status: 'approved' });
});

test('the verified merchants have complete profiles', async () => {
  const officer = await t.signIn('platform_compliance@dasbor.example');
  const { data } = await officer.ok(getVerification, { params: { merchant_id: KOPI_NUSANTARA.merchant_id } });
  expect(data).toMatchObject({ verification_status: 'approved', missing: [] });
  expect(new Set(data.documents.map(({ status }) => status))).toEqual(new Set(['accepted']));
});
