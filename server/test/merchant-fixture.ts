/** A registered merchant with its superadmin, and the complete profile of a person or a company, for tests. */
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import { addToDirectory } from '../src/auth/membership-directory-queries.ts';
import { insertMembership } from '../src/auth/membership-queries.ts';
import { insertLogin } from '../src/auth/queries.ts';
import { hashPassword } from '../src/auth/password.ts';
import { generateUlid, newId } from '../src/db/new-id.ts';
import { asLogin, asMerchant, asPlatform } from '../src/db/tx.ts';
import { ensureMerchant } from '../src/merchant/queries.ts';
import { SANDBOX_PASSWORD } from '../src/sandbox/credentials.ts';
import { buildForm, buildImage, buildPdf } from './upload-files.ts';
import { API_BASE } from '@dasbor/contract/route';
import type { TestApp, TestClient } from './test-app.ts';

export const INDIVIDUAL_BUSINESS = {
  brand_name: 'Toko Uji',
  legal_name: 'Budi Santoso',
  entity_type: 'individual',
  industry: 'restaurant',
  description: 'Nasi goreng dan es teh',
  website: null,
  email: 'toko@uji.example',
  phone: '0812-3456-7890',
  cs_email: null,
  cs_phone: null,
  monthly_volume: 5_000_000,
};
export const ADDRESS = {
  address_line: 'Jalan Melati 1',
  province_code: '31',
  regency_code: '31.74',
  district_code: '31.74.01',
  village_code: '31.74.01.1001',
  postal_code: '12810',
};
export const NO_LEGAL = {
  nib: null,
  npwp: null,
  npwp_name: null,
  deed_no: null,
  deed_date: null,
  sk_no: null,
  sk_date: null,
};
export const OWNER = {
  role: 'owner',
  name: 'Budi Santoso',
  nik: '3174010101900001',
  phone: '+6281234567890',
  email: null,
  share_bps: null,
};

let merchants = 0;

/** A merchant in a status before its activation, with a signed-in superadmin. */
export async function createRegisteredMerchant(
  t: TestApp,
  status: MerchantStatus = 'onboarding',
): Promise<{ merchant_id: string; client: TestClient; email: string }> {
  const now = t.clock.now();
  const merchant_id = `mer_${generateUlid(now)}`;
  const number = ++merchants;
  const code = `UJI${number}`;
  const identity = {
    city: 'JAKARTA',
    mcc: '5812',
    nmid: `ID77${String(now.getTime()).slice(-6)}${String(number).padStart(5, '0')}`,
  };
  const names = { brand_name: `Toko ${number}`, legal_name: `Budi ${number}` };
  await ensureMerchant(t.deps.db, { merchant_id, code, ...names, ...identity, qris_criteria: 'UMI' }, now);
  await asPlatform(t.deps.db, (tx) =>
    tx.sql
      .updateTable('merchant')
      .set({ status, verification_status: 'draft', activated_at: null, city: null, mcc: null, nmid: null })
      .where('merchant_id', '=', merchant_id)
      .execute(),
  );
  const user = {
    user_id: newId('user', now),
    email: `owner${number}-${now.getTime()}@uji.example`,
    name: `Budi ${number}`,
  };
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  await asLogin(t.deps.db, (tx) => insertLogin(tx, { ...user, role: null, password_hash, created_at: now }));
  const listed = await addToDirectory(t.deps.db, { merchant_id, user_id: user.user_id });
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    insertMembership(tx, listed, {
      role: 'superadmin',
      invited_by: null,
      invited_by_name: null,
      created_at: now,
    }),
  );
  return { merchant_id, client: await t.signIn(user.email), email: user.email };
}

/** Uploads a document; `pdf` instead of a picture. */
export async function upload(
  t: TestApp,
  client: TestClient,
  fields: { document_type: string; person_id?: string; expires_on?: string },
  kind: 'png' | 'pdf' = 'png',
) {
  const bytes = kind === 'pdf' ? await buildPdf() : await buildImage('png');
  const { headers, payload } = await buildForm([['file', { name: `scan.${kind}`, bytes }]], fields);
  return t.app.inject({
    method: 'POST',
    url: `${API_BASE}/business-profile/documents`,
    headers: { ...headers, authorization: client.authorization ?? '' },
    payload,
  });
}
