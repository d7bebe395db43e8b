/** The first administrator: as commands and processes of a production installation with an empty database. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_BASE } from '@dasbor/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { ensureSecrets } from '../secrets.ts';
import type { BotCheckChallenge } from './bot-check.ts';
import { solveBotCheck } from '../../test/bot-check.ts';
import { findFreePort } from '../../test/free-port.ts';
import { NEW_MERCHANT } from '../../test/merchant-input.ts';
import { createVirtualAuthenticator } from '../../test/virtual-authenticator.ts';

const run = promisify(execFile);
const SERVER = fileURLToPath(new URL('../..', import.meta.url));
const EMAIL = 'putri@provider.example';
const PASSWORD = 'tujuh-belas-perahu-layar';

let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let data_dir: string;
let port: number;
let server: ChildProcess | undefined;
/** Of the login roles: a process that serves the API does not hold the URL of the owner. */
let urls: { web: string; jobs: string };
const env = () => ({
  PATH: process.env['PATH'] ?? '',
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  DATA_DIR: data_dir,
  PORT: String(port),
  PUBLIC_URL: 'https://dasbor.provider.example',
  BANK_URL: 'https://snap.bank.example',
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  data_dir = mkdtempSync(join(tmpdir(), 'dasbor-production-'));
  // A server of its own, because the one of the tests is not safe enough to start on.
  database = await startEmbeddedPostgres({ data_dir: join(data_dir, 'postgres'), port: 0 });
  // In production the operator provides the secrets.
  const secrets = ensureSecrets(data_dir, 'development');
  ({ urls } = await migrate(database.url, secrets));
  port = await findFreePort();
});
afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  await database?.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

const createAdmin = (...args: string[]) =>
  run(process.execPath, ['src/auth/create-admin-command.ts', ...args], { cwd: SERVER, env: env() });

const post = (path: string, body: object, token = '') =>
  fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

/** Sets a password as the page of the link does: with a solved challenge. */
async function setPassword(token: string, new_password: string): Promise<Response> {
  const challenge = await fetch(`http://127.0.0.1:${port}${API_BASE}/bot-check`);
  const bot_check = await solveBotCheck((await challenge.json()) as BotCheckChallenge);
  return post('/password/reset', { token, new_password, bot_check });
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, ['src/main.ts'], {
    cwd: SERVER,
    env: { ...env(), DATABASE_URL: '', WEB_DATABASE_URL: urls.web, JOBS_DATABASE_URL: urls.jobs },
    stdio: 'inherit',
  });
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('The server did not start.');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await wait(100);
  }
}

test('an empty database: the command prints a link with which the first administrator signs in and creates a merchant', async () => {
  await startServer();
  for (const password of ['sandbox-only-2026', '']) {
    const none = await post('/authenticate/login', { email: 'platform_admin@dasbor.example', password });
    expect([400, 401]).toContain(none.status);
  }
  const { stdout } = await createAdmin('--email', EMAIL, '--name', 'Putri Maharani');
  const [, token = ''] = /https:\/\/dasbor\.provider\.example\/reset-password\/([\w-]{43})/.exec(stdout) ?? [];

  // The link, not the mere account, admits the person.
  expect((await post('/authenticate/login', { email: EMAIL, password: PASSWORD })).status).toBe(401);
  const check = await post('/password/reset-links/check', { token });
  expect(await check.json()).toEqual({ data: { purpose: 'set_up', email: EMAIL } });
  expect((await setPassword(token, PASSWORD)).status).toBe(204);
  expect((await setPassword(token, 'another-long-password')).status).toBe(422);

  const signed_in = await post('/authenticate/login', { email: EMAIL, password: PASSWORD });
  expect(signed_in.status).toBe(200);
  const { access_token } = (await signed_in.json()) as { access_token: string };
  const profile = await fetch(`http://127.0.0.1:${port}${API_BASE}/profile`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(await profile.json()).toMatchObject({
    data: { name: 'Putri Maharani', role: 'platform_admin', merchant_id: null, needs_second_factor: true },
  });
  const token_of_passkey = await signInByPasskey(access_token);
  await createFirstMerchant(token_of_passkey);
});

/** The provider's staff need a second factor before anything else; a passkey then signs in alone. */
async function signInByPasskey(token: string): Promise<string> {
  const getStatus = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(`http://127.0.0.1:${port}${API_BASE}/holidays`, { headers })).status;
  };
  const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
  const authenticator = createVirtualAuthenticator({ origin: 'https://dasbor.provider.example' });
  expect(await getStatus(token)).toBe(403);
  type Options = { data: { options: Record<string, unknown> } };
  const creation = await read<Options>(post('/second-factor/passkeys/options', {}, token));
  const passkey = authenticator.create(creation.data.options);
  expect((await post('/second-factor/passkeys', { name: 'Laptop', passkey }, token)).status).toBe(201);
  const request = await read<Options>(post('/authenticate/passkey/options', {}));
  const answer = await post('/authenticate/passkey', { passkey: authenticator.get(request.data.options) });
  expect(answer.status).toBe(200);
  const { access_token } = (await answer.json()) as { access_token: string };
  expect(await getStatus(access_token)).toBe(200);
  return access_token;
}

/** The first merchant is created with the invitation of its owner, which waits for the mail server. */
async function createFirstMerchant(token: string): Promise<void> {
  const created = await post('/merchants', NEW_MERCHANT, token);
  expect(created.status).toBe(201);
  const listed = await fetch(`http://127.0.0.1:${port}${API_BASE}/merchants`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await listed.json()).toMatchObject({
    data: [{ code: 'SEDAP', status: 'onboarding', owner_email: 'pemilik@sedap.example' }],
  });
}

test('a second administrator needs --another, and an email without an account', async () => {
  await expect(createAdmin('--email', 'second@provider.example')).rejects.toThrow('add --another');
  await expect(createAdmin('--email', EMAIL, '--another')).rejects.toThrow('has an account already');
  await expect(createAdmin('--email', 'nonsense', '--another')).rejects.toThrow('not an email address');
  await expect(createAdmin()).rejects.toThrow('Usage');
  const { stdout } = await createAdmin('--email', 'second@provider.example', '--another', '--language', 'id');
  expect(stdout).toContain('/reset-password/');
});
