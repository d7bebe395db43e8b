/** Open downloads and live streams end when their user or key loses the access, in whichever process they are open. */
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey } from '@dasbor/contract/api-settings';
import { listSessions, revokeSession } from '@dasbor/contract/auth';
import { createExport } from '@dasbor/contract/export';
import { listUsers, reactivateUser, suspendUser } from '@dasbor/contract/user';
import { buildApp } from '../app.ts';
import { asMerchant } from '../db/tx.ts';
import { insertFileRow } from '../export/run-queries.ts';
import { runExport } from '../export/run.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { storeFile } from '../storage/stored-file.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { createLiveHub } from './hub.ts';

const { merchant_id } = KOPI_NUSANTARA;
const EMAIL = 'finance@kopi.example';
/** More than the buffers of a connection hold, so that an unread download stays open. */
const CHUNKS = 64;
const CHUNK = Buffer.alloc(256 * 1024, 'x');

let it: TestApp;
/** A second process: it shares only the database with the first. */
let other: FastifyInstance;
let port: number;
let path: string;
const opened: IncomingMessage[] = [];

beforeAll(async () => {
  it = await startTestApp();
  other = await buildApp({ ...it.deps, live: createLiveHub({ url: it.database.web_url, log: it.deps.log }) });
  await other.listen({ port: 0, host: '127.0.0.1' });
  port = (other.server.address() as AddressInfo).port;
  const id = await createBigExport();
  path = `/api/v1/exports/${id}/download?part=2`;
});
afterEach(() => {
  vi.useRealTimers();
  for (const answer of opened.splice(0)) answer.destroy();
});
afterAll(async () => {
  await other?.close();
  await it?.close();
});

/** An export whose second file is a big CSV. */
async function createBigExport(client?: TestClient): Promise<string> {
  client ??= await it.signIn(EMAIL);
  const { data } = await client.ok(createExport, { body: { list: 'transactions', format: 'csv' } });
  const id = data!.id;
  await runExport(it.deps, merchant_id, id);
  const name = 'transactions-2.csv';
  const content = Array.from({ length: CHUNKS }, () => CHUNK);
  const expires_at = new Date(it.clock.now().getTime() + 3_600_000);
  const file = await storeFile(it.deps, merchant_id, { name, content_type: 'text/csv', expires_at }, content);
  const row = { part_no: 2, file_id: file.id, name, row_count: 1, size_bytes: CHUNKS * CHUNK.length };
  await asMerchant(it.deps.db, merchant_id, (tx) => insertFileRow(tx, id, row));
  return id;
}

/** Opens a path in the second process, without reading the body. */
async function open(url: string, authorization: string | undefined): Promise<IncomingMessage> {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: url, headers, agent: false }, resolve).on('error', reject);
  });
  opened.push(answer);
  expect(answer.statusCode).toBe(200);
  return answer;
}

const countConnections = () =>
  new Promise<number>((resolve, reject) => {
    other.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Lets five seconds pass, and waits until the second process has closed all connections but these. */
async function passFiveSeconds(staying: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(countConnections).toBe(staying);
}

const fakeIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

async function suspend(): Promise<() => Promise<unknown>> {
  const admin = await it.signIn('superadmin@kopi.example');
  const { data } = await admin.ok(listUsers, { query: { limit: 100 } });
  const params = { id: data.find(({ email }) => email === EMAIL)!.id };
  await admin.ok(suspendUser, { params });
  return () => admin.ok(reactivateUser, { params });
}

test('a download and a live stream in another process end within five seconds of a suspension', async () => {
  const { authorization } = await it.signIn(EMAIL);
  fakeIntervals();
  const download = await open(path, authorization);
  const live = await open('/api/v1/live', authorization);
  const reactivate = await suspend();
  await passFiveSeconds(0);
  await expect(buffer(download)).rejects.toThrow('aborted');
  // A live stream ends in order: its reader reconnects, and gets 401.
  await expect(buffer(live)).resolves.toBeInstanceOf(Buffer);
  await reactivate();
});

test('a download ends within five seconds after its session was revoked; those of other sessions continue', async () => {
  const revoked = await it.signIn(EMAIL);
  const staying = await it.signIn(EMAIL);
  const { data } = await revoked.ok(listSessions);
  const id = data.find(({ is_current }) => is_current)!.id;
  fakeIntervals();
  const [cut, whole] = [await open(path, revoked.authorization), await open(path, staying.authorization)];
  await staying.ok(revokeSession, { params: { id } });
  await passFiveSeconds(1);
  await expect(buffer(cut)).rejects.toThrow('aborted');
  expect((await buffer(whole)).length).toBe(CHUNKS * CHUNK.length);
});

test.each(['revoked', 'expired'])('a CSV download and a live stream of an API key end when it is %s', async (how) => {
  const admin = await it.signIn('superadmin@kopi.example');
  const access = [{ group: 'Transactions' as const, access: 'view' as const }];
  const expires_at = new Date(it.clock.now().getTime() + 60_000).toISOString();
  const create = async (more: object) => (await admin.ok(createApiKey, { body: { name: how, access, ...more } })).data;
  const ending = await create(how === 'expired' ? { expires_at } : {});
  const staying = await create({});
  const [cut, whole] = [it.client(`Bearer ${ending.secret}`), it.client(`Bearer ${staying.secret}`)];
  const [cut_path, whole_path] = [await createBigExport(cut), await createBigExport(whole)].map(
    (id) => `/api/v1/exports/${id}/download?part=2`,
  ) as [string, string];
  fakeIntervals();
  const [download, kept] = [await open(cut_path, cut.authorization), await open(whole_path, whole.authorization)];
  const live = await open('/api/v1/live', cut.authorization);
  const { data } = await admin.ok(listApiKeys);
  const { id } = data.find(({ last4 }) => ending.secret.endsWith(last4))!;
  await (how === 'revoked' ? admin.ok(revokeApiKey, { params: { id } }) : it.clock.advance(61_000));
  await passFiveSeconds(1);
  await expect(buffer(download)).rejects.toThrow('aborted');
  await expect(buffer(live)).resolves.toBeInstanceOf(Buffer);
  expect((await buffer(kept)).length).toBe(CHUNKS * CHUNK.length);
});
