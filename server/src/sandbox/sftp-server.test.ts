import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pino from 'pino';
import type { Stats } from 'ssh2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../egress/egress-client.ts';
import { deliverFiles } from '../sftp/deliver-files.ts';
import { type SftpTarget, withSftp } from '../sftp/session.ts';
import { testConnection } from '../sftp/test-connection.ts';
import { SANDBOX_PASSWORD } from './credentials.ts';
import { SANDBOX_SFTP_USER, startSftpServer } from './sftp-server.ts';

const log = pino({ level: 'silent' });
let place: string;
let folder: string;
let server: Awaited<ReturnType<typeof startSftpServer>>;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'dasbor-sftp-'));
  folder = join(place, 'sftp');
  server = await startSftpServer({ host: '127.0.0.1', port: 0, folder, log });
});
afterEach(async () => {
  await server.stop();
  rmSync(place, { recursive: true });
});

const egress = () => createEgress({ SANDBOX: true, SFTP_PORT: server.port, SFTP_ALLOWED_PORTS: [22] });
const target = (more: Partial<SftpTarget> = {}): SftpTarget => ({
  host: 'localhost',
  port: server.port,
  username: SANDBOX_SFTP_USER,
  password: SANDBOX_PASSWORD,
  pinned_host_key: null,
  ...more,
});

test('the trial tests and delivers to it, and finds the file in the data folder', async () => {
  await testConnection(egress(), target());
  const content = Buffer.alloc(200_000, 'x');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { name: 'report.csv', size_bytes: content.length, sha256, read: () => Readable.from([content]) };
  await expect(deliverFiles(egress(), target(), [file], 30_000)).resolves.toMatchObject({ already_delivered: [] });
  await expect(deliverFiles(egress(), target(), [file], 30_000)).resolves.toMatchObject({
    already_delivered: ['report.csv'],
  });
  expect(readdirSync(folder)).toEqual(['report.csv']);
  expect(readFileSync(join(folder, 'report.csv')).equals(content)).toBe(true);
});

test('only its one user gets in', async () => {
  await expect(testConnection(egress(), target({ password: 'wrong' }))).rejects.toMatchObject({ code: 'auth_failed' });
  await expect(testConnection(egress(), target({ username: 'root' }))).rejects.toMatchObject({ code: 'auth_failed' });
});

test('its host key stays the same from start to start', async () => {
  const pinned_host_key = await testConnection(egress(), target());
  await server.stop();
  server = await startSftpServer({ host: '127.0.0.1', port: 0, folder, log });
  await expect(testConnection(egress(), target({ pinned_host_key }))).resolves.toBe(pinned_host_key);
});

test('nothing outside its folder can be named', async () => {
  writeFileSync(join(place, 'secret.txt'), 'secret');
  for (const path of [
    '../secret.txt',
    '/../secret.txt',
    'a/../../secret.txt',
    `..${'/..'.repeat(20)}${place}/secret.txt`,
  ]) {
    const found = withSftp(egress(), target(), 5_000, ({ sftp, run }) => run<Stats>((done) => sftp.stat(path, done)));
    await expect(found).rejects.toMatchObject({ code: 2 });
  }
});
