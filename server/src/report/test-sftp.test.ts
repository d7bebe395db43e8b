import * as contract from '@dasbor/contract/report-delivery';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { type Openssh, startOpenssh } from '../../test/openssh.ts';
import { createEgress } from '../egress/egress-client.ts';
import { SFTP_ERROR_MESSAGES } from '../sftp/sftp-error.ts';

let openssh: Openssh;
let test_app: TestApp;
beforeAll(async () => {
  openssh = await startOpenssh();
  test_app = await startTestApp({
    change: (deps) => ({
      ...deps,
      egress: createEgress(deps.env, { allow: [{ host: '127.0.0.1', port: openssh.port }] }),
    }),
  });
});
afterAll(async () => {
  await test_app.close();
  await openssh.remove();
});

const details = (more: object = {}) => ({
  sftp_host: '127.0.0.1',
  sftp_port: openssh.port,
  sftp_username: openssh.username,
  sftp_password: openssh.password,
  ...more,
});
const tryIt = async (client: TestClient, more: object = {}) => {
  const answer = await client.call(contract.testSftpConnection, { body: details(more) });
  return { status: answer.statusCode, ...answer.json<{ code?: string; detail?: string }>() };
};
const save = (client: TestClient, more: object = {}) =>
  client.ok(contract.saveNotificationConfiguration, { body: { sftp_delivery_enabled: true, ...details(more) } });
const pinned = async (client: TestClient) =>
  (await client.ok(contract.getNotificationConfiguration)).data.sftp_host_key_fingerprint;

test('spec §7: the saved server is tested with its stored password, pinned, and rejected when its key changes', async () => {
  const kopi = await test_app.signIn('superadmin@kopi.example');
  await save(kopi);
  expect(await pinned(kopi)).toBeNull();
  expect(await tryIt(kopi, { sftp_password: '' })).toMatchObject({
    status: 200,
    data: { host_key_fingerprint: openssh.fingerprint() },
  });
  expect(await pinned(kopi)).toBe(openssh.fingerprint());

  expect(await tryIt(kopi, { sftp_password: '', sftp_username: 'another' })).toMatchObject({
    status: 422,
    code: 'sftp_details_missing',
    detail: 'Please fill in all SFTP fields before testing the connection.',
  });

  await openssh.restart({ new_host_key: true });
  const log_before = openssh.log().length;
  expect(await tryIt(kopi, { sftp_password: '' })).toMatchObject({
    status: 422,
    code: 'host_key_changed',
    detail: SFTP_ERROR_MESSAGES.host_key_changed.en,
  });
  expect(openssh.log().slice(log_before)).not.toMatch(/userauth-request/);
});

test('spec §7: an unsaved server can be tested, and saving it pins the tested key', async () => {
  const batik = await test_app.signIn('superadmin@batik.example');
  expect(await tryIt(batik)).toMatchObject({ status: 200 });
  expect(await pinned(batik)).toBeNull();
  await save(batik);
  expect(await pinned(batik)).toBe(openssh.fingerprint());
});

test('spec §8: each failure has its own code and message', async () => {
  const batik = await test_app.signIn('superadmin@batik.example');
  const sentence = (code: keyof typeof SFTP_ERROR_MESSAGES) => ({
    status: 422,
    code,
    detail: SFTP_ERROR_MESSAGES[code].en,
  });
  expect(await tryIt(batik, { sftp_password: 'wrong' })).toMatchObject(sentence('auth_failed'));
  expect(await tryIt(batik, { sftp_host: 'no-such-name.invalid', sftp_port: 22 })).toMatchObject(sentence('dns_error'));
  expect(await tryIt(batik, { sftp_host: '127.0.0.1', sftp_port: 22 })).toMatchObject(sentence('host_not_allowed'));
});

test('the connection is tested at most five times per minute', async () => {
  const batik = await test_app.signIn('superadmin@batik.example');
  // A minute of its own, which does not end meanwhile. Only Date is replaced.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 61_000 });
  try {
    for (let n = 0; n < 5; n++) expect(await tryIt(batik, { sftp_host: '' })).toMatchObject({ status: 422 });
    expect(await tryIt(batik)).toMatchObject({ status: 429, code: 'too_many_requests' });
  } finally {
    vi.useRealTimers();
  }
});
