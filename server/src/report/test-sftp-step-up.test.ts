/** When a test of the SFTP connection needs a step-up (reliability 4.8, threat 13). */
import { type AddressInfo, type Server, createServer } from 'node:net';
import * as contract from '@dasbor/contract/report-delivery';
import { STEP_UP_VALID_MS, stepUp } from '@dasbor/contract/step-up';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { createEgress } from '../egress/egress-client.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';

/** It accepts connections and closes them: what counts is whether somebody connected. */
let server: Server;
let connections = 0;
let t: TestApp;
let owner: pg.Client;
let client: TestClient;

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t = await startTestApp({
    change: (deps) => ({ ...deps, egress: createEgress(deps.env, { allow: [{ host: '127.0.0.1', port }] }) }),
  });
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  client = await signIn();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
  server?.close();
});

/** A client that never steps up on its own. */
const signIn = async () => t.client((await t.signIn('superadmin@kopi.example')).authorization);
const details = (more: object = {}) => ({
  sftp_host: '127.0.0.1',
  sftp_port: (server.address() as AddressInfo).port,
  sftp_username: 'reports',
  sftp_password: 'test-password',
  ...more,
});
async function tryIt(more: object = {}) {
  const before = connections;
  const answer = await client.call(contract.testSftpConnection, { body: details(more) });
  const has_connected = connections > before;
  return { status: answer.statusCode, code: answer.json<{ code: string }>().code, has_connected };
}
/** A well-formed Ed25519 key of no server. */
const ANY_HOST_KEY = Buffer.concat([
  Buffer.from([0, 0, 0, 11]),
  Buffer.from('ssh-ed25519'),
  Buffer.from([0, 0, 0, 32]),
  Buffer.alloc(32),
]).toString('base64');
const REQUIRED = { status: 403, code: 'step_up_required', has_connected: false };
const CONNECTED = { status: 422, has_connected: true };

test('reliability 4.8: a new destination or an unknown host key needs a step-up before anything connects', async () => {
  await client.ok(contract.saveNotificationConfiguration, { body: { sftp_delivery_enabled: true, ...details() } });
  t.clock.advance(STEP_UP_VALID_MS + 1);
  // Saved, but its host key is not pinned yet: a success would pin it.
  expect(await tryIt({ sftp_password: '' })).toEqual(REQUIRED);
  await client.ok(stepUp, { body: { password: SANDBOX_PASSWORD } });
  expect(await tryIt({ sftp_password: '' })).toMatchObject(CONNECTED);

  client = await signIn();
  t.clock.advance(STEP_UP_VALID_MS + 1);
  await owner.query(`update app.report_configuration set sftp_host_key = $1`, [ANY_HOST_KEY]);
  expect(await tryIt({ sftp_password: '' })).toMatchObject(CONNECTED);
  expect(await tryIt({ sftp_username: 'another' })).toEqual(REQUIRED);
  // What is missing is said first, in the words of the specification.
  expect(await tryIt({ sftp_username: 'another', sftp_password: '' })).toMatchObject({
    code: 'sftp_details_missing',
    has_connected: false,
  });
});
