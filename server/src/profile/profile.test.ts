import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_GROUPS } from '@dasbor/contract/access';
import { sendMobileCode } from '@dasbor/contract/mobile-verification';
import {
  getMerchantRoleAccess,
  getPictureBusinessProfile,
  getProfile,
  getProfileDetails,
  listFeatureFlags,
  removeProfilePhoto,
  saveProfile,
  uploadProfilePhoto,
} from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import { listUsers } from '@dasbor/contract/user';
import sharp from 'sharp';
import { buildForm, buildImage } from '../../test/upload-files.ts';
import { STEP_UP_VALID_MS, stepUp } from '@dasbor/contract/step-up';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { getFeatureFlags } from './rules.ts';

let it: TestApp;
let owner: pg.Client;
let merchant: TestClient;
let provider: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  merchant = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

test('spec §3: the profile contains the role', async () => {
  expect((await merchant.ok(getProfile)).data).toMatchObject({
    name: 'Sari Pratiwi',
    email: 'superadmin@kopi.example',
    role: 'superadmin',
    merchant_id: KOPI_NUSANTARA.merchant_id,
    merchant_name: 'Kopi Nusantara',
    locale: 'en',
    needs_second_factor: false,
    impersonation_ends_at: null,
    is_sandbox: it.deps.env.SANDBOX,
  });
  expect((await provider.ok(getProfile)).data).toMatchObject({
    role: 'platform_admin',
    merchant_id: null,
    merchant_name: null,
  });
});

test('design.md: every user chooses the language of their emails', async () => {
  const finance = await it.signIn('finance@kopi.example');
  expect((await finance.ok(saveProfile, { body: { locale: 'id' } })).data).toMatchObject({ locale: 'id' });
  expect((await finance.ok(getProfile)).data).toMatchObject({ email: 'finance@kopi.example', locale: 'id' });
  expect((await merchant.ok(getProfile)).data.locale).toBe('en');
  expect((await provider.ok(saveProfile, { body: { locale: 'id' } })).data.locale).toBe('id');
  expect((await finance.call(saveProfile, { body: { locale: 'fr' } })).statusCode).toBe(400);
  expect((await finance.call(saveProfile, { body: { locale: 'en', role: 'superadmin' } })).statusCode).toBe(400);
  expect((await it.client().call(saveProfile, { body: { locale: 'en' } })).statusCode).toBe(401);
  const { rows } = await owner.query<{ after: unknown }>(
    `select after from app.audit_log where action = 'profile.updated'`,
  );
  expect(rows).toEqual([{ after: { locale: 'id' } }]);
});

test('a language that was chosen in another session is in the profile at once', async () => {
  const [here, elsewhere] = [await it.signIn('developer@kopi.example'), await it.signIn('developer@kopi.example')];
  const { data: before } = await here.ok(getProfile);
  await elsewhere.ok(saveProfile, { body: { locale: 'id' } });
  expect(before.locale).toBe('en');
  expect((await here.ok(getProfile)).data.locale).toBe('id');
});

test('people change their name and phone number; the change is audited', async () => {
  const support = await it.signIn('support@kopi.example');
  const body = { name: ' Surya N. ', phone: '0812-3456 7890' };
  expect((await support.ok(saveProfile, { body })).data.name).toBe('Surya N.');
  const { data } = await support.ok(getProfileDetails);
  expect(data).toEqual({
    phone: '+6281234567890',
    is_phone_verified: false,
    password_changed_at: null,
    roles: [
      {
        merchant_id: KOPI_NUSANTARA.merchant_id,
        merchant_name: 'Kopi Nusantara',
        role: 'support',
        role_name: null,
      },
    ],
  });
  for (const phone of ['12', 'abc', '+0123456789', '']) {
    expect((await support.call(saveProfile, { body: { phone } })).statusCode, phone).toBe(400);
  }
  expect((await support.call(saveProfile, { body: { name: ' ' } })).statusCode).toBe(400);
  await support.ok(saveProfile, { body: { phone: null } });
  expect((await support.ok(getProfileDetails)).data.phone).toBeNull();
  expect((await provider.ok(getProfileDetails)).data.roles).toEqual([
    { merchant_id: null, merchant_name: null, role: 'platform_admin', role_name: null },
  ]);
  const { rows } = await owner.query<{ before: unknown }>(
    `select before, after from app.audit_log where action = 'profile.updated' and after ? 'name'`,
  );
  expect(rows).toEqual([
    { before: { name: 'Surya Nugraha', phone: null }, after: { name: 'Surya N.', phone: '+6281234567890' } },
  ]);
});

test('domain 1.16: a verified number is replaced by a code after a step-up, and never by the profile', async () => {
  // A client that never steps up on its own.
  const person = it.client((await it.signIn('operator@kopi.example')).authorization);
  const verified = '+6281200000001';
  await owner.query(
    `update app.login set phone = $1, phone_verified_at = now() where email = 'operator@kopi.example'`,
    [verified],
  );
  const readCode = async (answer: ReturnType<typeof person.call>) => {
    const { statusCode, body } = await answer;
    return statusCode < 400 ? statusCode : (JSON.parse(body) as { code: string }).code;
  };
  const save = (phone: string | null) => readCode(person.call(saveProfile, { body: { phone } }));
  const sendTo = (phone: string) => readCode(person.call(sendMobileCode, { body: { phone } }));
  const read = async () => (await person.ok(getProfileDetails)).data;
  expect(await save('+6281200000002')).toBe('phone_verification_required');
  expect(await save(verified)).toBe(200);
  it.clock.advance(STEP_UP_VALID_MS + 1);
  expect(await save(null)).toBe('step_up_required');
  expect(await sendTo('+6281200000002')).toBe('step_up_required');
  expect(await read()).toMatchObject({ phone: verified, is_phone_verified: true });
  await person.ok(stepUp, { body: { password: SANDBOX_PASSWORD } });
  expect(await sendTo('+6281200000002')).toBe(202);
  // Until the code is confirmed, the verified number stays.
  expect(await read()).toMatchObject({ phone: verified, is_phone_verified: true });
  expect(await save(null)).toBe(200);
  expect(await read()).toMatchObject({ phone: null, is_phone_verified: false });
});

test('spec §3: role access data is a list of entries with a group, Reports and Invoices among them', async () => {
  const { data } = await merchant.ok(getMerchantRoleAccess);
  const entries = data?.access;
  if (!Array.isArray(entries)) throw new Error('no list');
  expect(entries.map((entry) => entry.group)).toEqual([...ACCESS_GROUPS]);
  expect(entries.find((entry) => entry.group === 'Reports')?.access).toBe('manage');
  expect(entries.find((entry) => entry.group === 'Invoices')?.access).toBe('manage');
});

test('spec §6: provider staff have no merchant role access', async () => {
  expect(await provider.ok(getMerchantRoleAccess)).toEqual({ data: null });
});

test('the logo is null until one is uploaded', async () => {
  expect(await merchant.ok(getPictureBusinessProfile)).toEqual({ data: { logo_url: null } });
  expect(await provider.ok(getPictureBusinessProfile)).toEqual({ data: { logo_url: null } });
  await owner.query(`update app.merchant set logo_url = '/logos/kopi.png' where merchant_id = $1`, [
    KOPI_NUSANTARA.merchant_id,
  ]);
  expect(await merchant.ok(getPictureBusinessProfile)).toEqual({ data: { logo_url: '/logos/kopi.png' } });
});

describe('spec §6: the feature flag of the screen', () => {
  test.each([
    ['enabled', undefined, 'enabled'],
    ['enabled', {}, 'enabled'],
    ['enabled', { manage_notifications: 'enabled' }, 'enabled'],
    ['enabled', { manage_notifications: 'disabled' }, 'disabled'],
    ['disabled', { manage_notifications: 'enabled' }, 'disabled'],
    ['enabled', { manage_notifications: 'nonsense' }, 'enabled'],
  ] as const)('environment %s and merchant %j make it %s', (environment, of_merchant, flag) => {
    expect(getFeatureFlags({ manage_notifications: environment }, of_merchant)).toEqual({ manage_notifications: flag });
  });

  test('can be disabled for one merchant', async () => {
    await owner.query(
      `update app.merchant set feature_flags = '{"manage_notifications":"disabled"}' where merchant_id = $1`,
      [BATIK_LESTARI.merchant_id],
    );
    const batik = await it.signIn('superadmin@batik.example');
    expect(await batik.ok(listFeatureFlags)).toEqual({ data: { manage_notifications: 'disabled' } });
    expect(await merchant.ok(listFeatureFlags)).toEqual({ data: { manage_notifications: 'enabled' } });
  });
});

describe('domain 1.16: a photo', () => {
  const upload = async (client: TestClient, bytes: Buffer, name = 'me.png') => {
    const form = await buildForm([['file', { name, bytes }]]);
    const headers = { ...form.headers, authorization: client.authorization ?? '' };
    return it.app.inject({ method: 'POST', url: API_BASE + uploadProfilePhoto.path, payload: form.payload, headers });
  };
  const get = (url: string | null) => it.app.inject({ method: 'GET', url: url ?? '' });

  test('is encoded small, shown in the profile and to users of the merchant, and replaced', async () => {
    const answer = await upload(merchant, await buildImage('png', 900, 600));
    expect(answer.statusCode).toBe(200);
    const { photo_url } = answer.json<{ data: { photo_url: string } }>().data;
    expect((await merchant.ok(getProfile)).data.photo_url).toBe(photo_url);
    const served = await get(photo_url);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);
    expect(served.headers['cache-control']).toContain('private');
    const { width, exif } = await sharp(served.rawPayload).metadata();
    expect([width <= 256, served.rawPayload.length <= 40_000, exif]).toEqual([true, true, undefined]);
    const admin = await it.signIn('admin@kopi.example');
    const shown = (await admin.ok(listUsers)).data.map(({ email, photo_url: url }) => [email, url]);
    expect(shown).toContainEqual(['superadmin@kopi.example', photo_url]);
    expect(shown).toContainEqual(['admin@kopi.example', null]);
    const next = (await upload(merchant, await buildImage('jpeg'), 'me.jpg')).json<{ data: { photo_url: string } }>();
    expect((await get(next.data.photo_url)).headers['content-type']).toBe('image/jpeg');
    // The address of the former photo ends with it.
    expect((await get(photo_url)).statusCode).toBe(404);
  });

  test('is removed, and its address with it; both changes are recorded', async () => {
    const { photo_url } = (await merchant.ok(getProfile)).data;
    expect((await merchant.ok(removeProfilePhoto)).data.photo_url).toBeNull();
    expect((await get(photo_url)).statusCode).toBe(404);
    const { rows } = await owner.query<{ after: object }>(
      `select after from app.audit_log where action = 'profile.updated' and after ? 'has_photo' order by seq`,
    );
    expect(rows.map(({ after }) => after).at(-1)).toEqual({ has_photo: false });
    expect(rows.map(({ after }) => after)).toContainEqual({ has_photo: true });
    for (const wrong of ['/photos/x/y', '/photos/%00/y', `${photo_url}a`]) {
      expect((await get(wrong)).statusCode).toBe(404);
    }
  });

  test('of staff is stored without a merchant; a large file or another type is refused', async () => {
    const answer = await upload(provider, await buildImage('png'));
    expect(answer.json()).toMatchObject({
      data: { photo_url: expect.stringContaining('/photos/'), merchant_id: null },
    });
    expect((await upload(provider, Buffer.alloc(1_100_000))).statusCode).toBe(413);
    expect((await upload(provider, await buildImage('gif'), 'me.gif')).statusCode).toBe(422);
    expect((await it.client().call(removeProfilePhoto)).statusCode).toBe(401);
  });
});
