/** SNAP credentials: who creates them, which public keys are accepted, and what the secret never does. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditLogs } from '@dasbor/contract/audit';
import { auditActionLabel } from '@dasbor/contract/audit-actions';
import {
  changeSnapCredential,
  createSnapCredential,
  listSnapCredentials,
  replaceSnapPublicKey,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { parsePublicKey } from './rules.ts';
import { CLIENT_KEY_PATTERN, generateClientKey } from '../rails/merchant-credential.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let superadmin: TestClient;
let developer: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  superadmin = await t.signIn('superadmin@kopi.example');
  developer = await t.signIn('developer@kopi.example');
});
afterAll(() => t?.close());

const pair = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = pair();
const create = (body: object = {}) =>
  superadmin.ok(createSnapCredential, { body: { name: 'Shop', services: ['qris'], ...body } });

test('the secret is shown once; the list, the database and the audit log never contain it', async () => {
  const { data } = await create({ public_key: publicKey });
  expect(data).toMatchObject({ status: 'active', channel_id: '95221', signature_encoding: 'base64' });
  expect(data.client_key).toMatch(CLIENT_KEY_PATTERN);
  expect(data.client_key.length).toBeLessThanOrEqual(36);
  const rows = await asMerchant(t.deps.db, KOPI, (tx) =>
    tx.sql.selectFrom('snap_credential').selectAll().where('merchant_id', '=', KOPI).execute(),
  );
  const listed = await superadmin.call(listSnapCredentials);
  const audited = await superadmin.call(listAuditLogs, { query: { action: 'snap_credential.' } as never });
  for (const text of [listed.body, audited.body, JSON.stringify(rows)]) {
    expect(text).toContain(data.client_key);
    expect(text).not.toContain(data.client_secret);
  }
});

test('a credential has at most the access of the person who creates it, changes it or replaces its keys', async () => {
  const { data } = await create({ name: 'Payments' });
  const params = { id: data.id };
  for (const refused of [
    await developer.call(createSnapCredential, { body: { name: 'Mine', services: ['virtual_account'] } }),
    await developer.call(changeSnapCredential, { params, body: { services: ['qris', 'virtual_account'] } }),
    await developer.call(replaceSnapPublicKey, { params, body: { public_key: publicKey } }),
    await developer.call(rotateSnapSecret, { params, body: { overlap_hours: 1 } }),
  ]) {
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'access_exceeds_own' }]);
  }
  expect((await developer.ok(listSnapCredentials)).data.map(({ id }) => id)).toContain(data.id);
  const { data: renamed } = await developer.ok(changeSnapCredential, { params, body: { name: 'Checkout' } });
  expect(renamed).toMatchObject({ name: 'Checkout', status: 'incomplete', services: ['qris'] });
});

test('only RSA public keys of a sufficient length are accepted; a private key never', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
  for (const [text, part] of [
    ['nonsense', 'PEM'],
    [privateKey, 'private key'],
    [ec.toString(), 'RSA'],
    [pair(1024).publicKey, '1024 bits'],
    ['-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----', 'certificate'],
  ] as const) {
    const answer = await superadmin.call(createSnapCredential, {
      body: { name: 'Key', services: ['qris'], public_key: text },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'invalid_public_key' }]);
    expect(answer.json<{ detail: string }>().detail).toContain(part);
  }
  const weak = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey;
  expect(parsePublicKey(weak.export({ type: 'spki', format: 'pem' }).toString())).toHaveProperty('refusal');
  const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'pkcs1', format: 'pem' });
  expect(parsePublicKey(pkcs1.toString())).toHaveProperty('fingerprint');
});

test('a secret is rotated with an overlap, and a revoked credential cannot be changed', async () => {
  const { data: first } = await create({ name: 'Rotated', public_key: publicKey });
  const params = { id: first.id };
  const { data: second } = await superadmin.ok(rotateSnapSecret, { params, body: { overlap_hours: 24 } });
  expect(second.client_secret).not.toBe(first.client_secret);
  expect(Date.parse(second.previous_secret_expires_at!)).toBe(t.clock.now().getTime() + 24 * 3_600_000);
  const { data: third } = await superadmin.ok(rotateSnapSecret, { params, body: { overlap_hours: 0 } });
  expect(third.previous_secret_expires_at).toBeNull();
  const replaced = await superadmin.ok(replaceSnapPublicKey, { params, body: { public_key: pair().publicKey } });
  expect(replaced.data.public_key_fingerprint).not.toBe(first.public_key_fingerprint);
  await superadmin.ok(revokeSnapCredential, { params });
  await superadmin.ok(revokeSnapCredential, { params });
  const late = await superadmin.call(rotateSnapSecret, { params, body: { overlap_hours: 0 } });
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'snap_credential_revoked' }]);
  const { data: log } = await superadmin.ok(listAuditLogs, { query: { object_id: first.id } as never });
  expect(log.map(({ action }) => auditActionLabel(action, 'en'))).toEqual([
    'Rotate secret of a SNAP credential',
    'SNAP credential revoked',
    'Public key of a SNAP credential replaced',
    'Secret of a SNAP credential rotated',
    'Secret of a SNAP credential rotated',
    'SNAP credential created',
  ]);
  const mails = await asMerchant(t.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select('template_data')
      .where('merchant_id', '=', KOPI)
      .where('object_id', '=', first.id)
      .execute(),
  );
  // Both rotations are of the same moment of the test's clock.
  expect(mails.map(({ template_data }) => (template_data as { outcome: string }).outcome).toSorted()).toEqual([
    'snap_created',
    'snap_key_replaced',
    'snap_revoked',
    'snap_secret_rotated',
  ]);
});

test('credentials of another merchant do not exist, and their number is limited', async () => {
  const batik = await t.signIn('superadmin@batik.example');
  const { data } = await create();
  const answer = await batik.call(changeSnapCredential, { params: { id: data.id }, body: { name: 'Stolen' } });
  expect(answer.statusCode).toBe(404);
  expect((await batik.ok(listSnapCredentials)).data).toEqual([]);
  let code: string | undefined;
  for (let count = 0; count < 25 && code === undefined; count++) {
    const made = await batik.call(createSnapCredential, { body: { name: 'Many', services: ['qris'] } });
    code = made.json<{ code?: string }>().code;
  }
  expect(code).toBe('too_many_snap_credentials');
  expect((await batik.ok(listSnapCredentials)).data).toHaveLength(20);
});

test('client keys differ by environment', () => {
  expect(generateClientKey(true)).toMatch(/^snap_test_/);
  expect(generateClientKey(false)).toMatch(/^snap_live_/);
});
