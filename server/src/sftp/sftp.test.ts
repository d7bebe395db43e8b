import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgress } from '../egress/egress-client.ts';
import { type Openssh, startOpenssh } from '../../test/openssh.ts';
import { deliverFiles } from './deliver-files.ts';
import { SFTP_ERROR_MESSAGES } from './sftp-error.ts';
import { type SftpTarget, formatFingerprint } from './session.ts';
import { testConnection } from './test-connection.ts';

let openssh: Openssh;
beforeAll(async () => {
  openssh = await startOpenssh();
});
afterAll(() => openssh.remove());

const egressTo = (...ports: number[]) =>
  createEgress(
    { SANDBOX: false, SFTP_PORT: 4003, SFTP_ALLOWED_PORTS: [22] },
    { allow: ports.map((port) => ({ host: '127.0.0.1', port })) },
  );
const target = (more: Partial<SftpTarget> = {}): SftpTarget => ({
  host: '127.0.0.1',
  port: openssh.port,
  username: openssh.username,
  password: openssh.password,
  pinned_host_key: null,
  ...more,
});
const tryConnection = (more: Partial<SftpTarget> = {}, timeout_ms?: number) =>
  testConnection(egressTo(more.port ?? openssh.port), target(more), timeout_ms);
const buildFile = (name: string, content: Buffer) => ({
  name,
  size_bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  read: () => Readable.from([content]),
});
const deliver = (name: string, content: Buffer, more: Partial<SftpTarget> = {}, timeout_ms = 30_000) =>
  deliverFiles(egressTo(more.port ?? openssh.port), target(more), [buildFile(name, content)], timeout_ms);

test('spec §7: a connection test signs in, writes and removes a probe, and returns the host key', async () => {
  const host_key = await tryConnection();
  expect(formatFingerprint(host_key)).toBe(openssh.fingerprint());
  expect(readdirSync(openssh.home).filter((name) => name.includes('probe'))).toEqual([]);
  await expect(tryConnection({ pinned_host_key: host_key })).resolves.toBe(host_key);
});

test('a wrong password is auth_failed', async () => {
  await expect(tryConnection({ password: 'wrong' })).rejects.toMatchObject({ code: 'auth_failed' });
  await expect(tryConnection({ username: 'nobody-here' })).rejects.toMatchObject({ code: 'auth_failed' });
});

test('a name that does not exist is dns_error', async () => {
  await expect(tryConnection({ host: 'no-such-name.invalid', port: 22 })).rejects.toMatchObject({ code: 'dns_error' });
});

test('an internal host is host_not_allowed', async () => {
  await expect(testConnection(egressTo(), target())).rejects.toMatchObject({ code: 'host_not_allowed' });
});

test('a closed port is refused', async () => {
  const server = await listen(() => undefined);
  const port = getPort(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(tryConnection({ port })).rejects.toMatchObject({ code: 'refused' });
});

test('a silent server times out within the limit', async () => {
  const server = await listen(() => undefined);
  const begun = performance.now();
  await expect(tryConnection({ port: getPort(server) }, 400)).rejects.toMatchObject({ code: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(10_000);
  server.close();
});

test('a server that sends a byte at a time does not extend the timeout', async () => {
  const server = await listen((socket) => {
    const timer = setInterval(() => socket.write('S'), 50);
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
  });
  await expect(tryConnection({ port: getPort(server) }, 500)).rejects.toMatchObject({
    code: expect.stringMatching(/timeout|protocol_error/),
  });
  server.close();
});

test('a server of another protocol is protocol_error', async () => {
  const server = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(tryConnection({ port: getPort(server) })).rejects.toMatchObject({ code: 'protocol_error' });
  server.close();
});

test('a read-only login directory is no_write', async () => {
  const owner = statSync(openssh.home);
  chownSync(openssh.home, 0, 0);
  chmodSync(openssh.home, 0o555);
  try {
    await expect(tryConnection()).rejects.toMatchObject({ code: 'no_write' });
    await expect(deliver('a.csv', Buffer.from('x'))).rejects.toMatchObject({ code: 'no_write' });
  } finally {
    chownSync(openssh.home, owner.uid, owner.gid);
    chmodSync(openssh.home, 0o755);
  }
});

test('every error code has a distinct message in both languages', () => {
  const texts = Object.values(SFTP_ERROR_MESSAGES).flatMap(({ en, id }) => [en, id]);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a changed host key is refused before the user name or the password is sent', async () => {
  const pinned_host_key = await tryConnection();
  await openssh.restart({ new_host_key: true });
  const log_before = openssh.log().length;
  await expect(tryConnection({ pinned_host_key })).rejects.toMatchObject({ code: 'host_key_changed' });
  await expect(deliver('b.csv', Buffer.from('x'), { pinned_host_key })).rejects.toMatchObject({
    code: 'host_key_changed',
  });
  // The server writes its log after the connection has ended: as reset or broken when it was still sending.
  await expect
    .poll(() => openssh.log().slice(log_before), { timeout: 20_000 })
    .toMatch(
      /Connection (closed|reset) by 127\.0\.0\.1|Connection from 127\.0\.0\.1 port \d+: (Broken|Connection)|Disconnected from 127\.0\.0\.1/,
    );
  const logged = openssh.log().slice(log_before);
  expect(logged).not.toMatch(/userauth-request|Failed password|Accepted/);
  expect(logged).not.toContain(openssh.username);
});

test('a delivered file is complete and only its final name remains', async () => {
  const content = randomBytes(300_000);
  await expect(deliver('whole.csv', content)).resolves.toMatchObject({ already_delivered: [] });
  expect(readFileSync(join(openssh.home, 'whole.csv')).equals(content)).toBe(true);
  expect(readdirSync(openssh.home).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('delivery is idempotent and never overwrites a different file', async () => {
  const content = Buffer.from('the report');
  await deliver('again.csv', content);
  const before = statSync(join(openssh.home, 'again.csv')).mtimeMs;
  await expect(deliver('again.csv', content)).resolves.toMatchObject({ already_delivered: ['again.csv'] });
  expect(statSync(join(openssh.home, 'again.csv')).mtimeMs).toBe(before);
  await expect(deliver('again.csv', Buffer.from('the rep0rt'))).rejects.toMatchObject({ code: 'no_write' });
  expect(readFileSync(join(openssh.home, 'again.csv'), 'utf8')).toBe('the report');
});

test('a connection killed in mid-upload leaves nothing under the final name, and the next attempt succeeds', async () => {
  const content = randomBytes(24_000_000);
  const part = join(openssh.home, '.killed.csv.part');
  const killed = deliver('killed.csv', content).then(
    () => 'delivered',
    (error: { code: string }) => error.code,
  );
  while (!existsSync(part) || statSync(part).size === 0) await new Promise((resolve) => setImmediate(resolve));
  await openssh.kill();
  expect(await killed).toBe('protocol_error');
  expect(existsSync(join(openssh.home, 'killed.csv'))).toBe(false);
  expect(statSync(part).size).toBeLessThan(content.length);
  await openssh.restart();
  await deliver('killed.csv', content);
  expect(readFileSync(join(openssh.home, 'killed.csv')).equals(content)).toBe(true);
  expect(existsSync(part)).toBe(false);
});

test('a longer partial file of an earlier attempt does not corrupt the file', async () => {
  const part = join(openssh.home, '.shorter.csv.part');
  writeFileSync(part, 'x'.repeat(1_000));
  const { uid, gid } = statSync(openssh.home);
  chownSync(part, uid, gid);
  await deliver('shorter.csv', Buffer.from('short'));
  expect(readFileSync(join(openssh.home, 'shorter.csv'), 'utf8')).toBe('short');
});

test('files are delivered in order, each completely before the next', async () => {
  const files = [buildFile('first.csv', randomBytes(700_000)), buildFile('first.sum', Buffer.from('totals'))];
  const { already_delivered } = await deliverFiles(egressTo(openssh.port), target(), files, 30_000);
  expect(already_delivered).toEqual([]);
  const [report, totals] = ['first.csv', 'first.sum'].map((name) => statSync(join(openssh.home, name)));
  expect(report?.mtimeMs).toBeLessThanOrEqual(totals?.mtimeMs ?? 0);
  // Killed between the two: the next attempt delivers only the missing file.
  rmSync(join(openssh.home, 'first.sum'));
  await expect(deliverFiles(egressTo(openssh.port), target(), files, 30_000)).resolves.toMatchObject({
    already_delivered: ['first.csv'],
  });
  expect(readFileSync(join(openssh.home, 'first.sum'), 'utf8')).toBe('totals');
});

test('reliability G13: an exhausted quota is reported as such, and no partial file remains', async () => {
  await openssh.restart({ quota_bytes: 102_400 });
  try {
    await expect(deliver('quota.csv', randomBytes(1_500_000))).rejects.toMatchObject({
      code: 'no_write',
      message: expect.stringMatching(
        /stopped accepting the file after [\d,]+ of 1,500,000 bytes.*the quota of this user/,
      ),
    });
    expect(readdirSync(openssh.home).filter((name) => name.includes('quota'))).toEqual([]);
    await deliver('within-quota.csv', randomBytes(100_000));
  } finally {
    await openssh.restart();
  }
});

test.skipIf(!mayMount())('reliability G13: a full disk is reported as such, and no partial file remains', async () => {
  const releaseDisk = openssh.useSmallDisk(512 * 1024);
  try {
    await expect(deliver('full.csv', randomBytes(2_000_000))).rejects.toMatchObject({
      code: 'no_write',
      message: expect.stringMatching(
        /^The disk of the server is full: the file has 2,000,000 bytes, and [\d,]+ bytes are free\.$/,
      ),
    });
    expect(readdirSync(openssh.home)).toEqual([]);
  } finally {
    releaseDisk();
  }
});

test('reliability G13: an upload that becomes too slow times out and reports its progress', async () => {
  const slow = await startSlowProxy(openssh.port, 100_000);
  const begun = performance.now();
  await expect(deliver('slow.csv', randomBytes(3_000_000), { port: slow.port }, 5_000)).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringMatching(
      /^The upload timed out because the server is too slow: [\d,]+ of 3,000,000 bytes written in \d+ s/,
    ),
  });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(existsSync(join(openssh.home, 'slow.csv'))).toBe(false);
  slow.stop();
  await deliver('slow.csv', randomBytes(3_000_000));
});

test('a file that does not match its checksum never appears under its name', async () => {
  const file = { ...buildFile('altered.csv', Buffer.from('as it was stored')), sha256: '0'.repeat(64) };
  await expect(deliverFiles(egressTo(openssh.port), target(), [file], 30_000)).rejects.toThrow('its checksum');
  expect(readdirSync(openssh.home).filter((name) => name.includes('altered'))).toEqual([]);
});

/** Forwards the first `free_bytes` at full speed, then one byte per second. */
async function startSlowProxy(to_port: number, free_bytes: number): Promise<{ port: number; stop: () => void }> {
  const sockets: Socket[] = [];
  const server = await listen((socket) => {
    const beyond = connect(to_port, '127.0.0.1');
    sockets.push(socket, beyond);
    let left = free_bytes;
    socket.on('data', (piece: Buffer) => {
      left -= piece.length;
      beyond.write(left > 0 ? piece : piece.subarray(0, 1));
      if (left > 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), 1_000).unref();
    });
    beyond.pipe(socket);
    for (const each of [socket, beyond]) each.on('error', () => undefined);
  });
  return {
    port: getPort(server),
    stop: () => {
      for (const each of sockets) each.destroy();
      server.close();
    },
  };
}

/** Not every container allows mounts. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'pipe' });
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function listen(onSocket: Parameters<typeof createServer>[1] & object): Promise<Server> {
  const server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const getPort = (server: Server): number => (server.address() as AddressInfo).port;
