/** What the server refuses at its start, before it opens a connection (decision 0151). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let data_dir: string;
/** In place of the database: counts connections. */
let listener: Server;
let connections = 0;

beforeAll(async () => {
  data_dir = mkdtempSync(path.join(os.tmpdir(), 'dasbor-main-test-'));
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => {
  listener.close();
  rmSync(data_dir, { recursive: true });
});

async function start(role: string, settings: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [MAIN, '--role', role], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://dashboard.example',
      BANK_URL: 'https://snap.bank.example',
      DATA_DIR: data_dir,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (part) => (text += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

const buildUrl = () => `postgres://owner@127.0.0.1:${(listener.address() as AddressInfo).port}/dasbor`;

test.each<[string, string, () => Record<string, string>, string]>([
  ['the URL of the owner', 'api', () => ({ DATABASE_URL: buildUrl() }), 'must not hold DATABASE_URL'],
  ['the URL of the owner', 'all', () => ({ DATABASE_URL: buildUrl() }), 'must not hold DATABASE_URL'],
  ['the sandbox', 'api', () => ({ WEB_DATABASE_URL: buildUrl(), SANDBOX: '1' }), 'SANDBOX=1'],
  ['the sandbox', 'worker', () => ({ DATABASE_URL: buildUrl(), SANDBOX: '1' }), 'SANDBOX=1'],
  ['incomplete secrets', 'api', () => ({ WEB_DATABASE_URL: buildUrl() }), 'Missing or invalid: web_password'],
])('a process in production refuses %s: --role %s', async (_name, role, settings, sentence) => {
  const { code, text } = await start(role, settings());
  expect([code, connections]).toEqual([1, 0]);
  expect(text).toContain(sentence);
  // Nothing is generated, for the sandbox neither.
  expect(readdirSync(data_dir)).toEqual([]);
});
