import { type AddressInfo, type Server, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgress } from './egress-client.ts';
import { findFreePort } from '../../test/free-port.ts';
import { listHostileHosts } from '../../test/hostile-hosts.ts';

/** Listens on every address of this machine and counts connections. */
let canary: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => canary.close(resolve)));

/** Every port of the test counts as an SFTP port, so that only the address decides. */
const env = (more: object = {}) => ({ SANDBOX: false, SFTP_PORT: 4003, SFTP_ALLOWED_PORTS: [port], ...more });
const to = (host: string) => ({ host, port, timeout_ms: 2_000 });

test('none of more than 300 hostile hosts reaches the canary', async () => {
  const hosts = listHostileHosts();
  expect(hosts.length).toBeGreaterThanOrEqual(300);
  // Public names can resolve to internal addresses.
  const egress = createEgress(env(), { resolve: () => Promise.resolve(['127.0.0.1']) });
  const answers = await Promise.all(
    hosts.map((host) =>
      egress.connect(to(host)).then(
        () => `${host}: connected`,
        (error: { code: string }) => (error.code === 'host_not_allowed' ? null : `${host}: ${error.code}`),
      ),
    ),
  );
  expect(answers.filter((answer) => answer !== null)).toEqual([]);
  expect(hits).toBe(0);
});

test('one internal address among public ones refuses the host', async () => {
  const egress = createEgress(env(), { resolve: () => Promise.resolve(['93.184.216.34', '10.0.0.1']) });
  await expect(egress.connect(to('sftp.example.com'))).rejects.toMatchObject({ code: 'host_not_allowed' });
});

test('DNS rebinding: alternating public and internal answers never reach an internal address', async () => {
  let asked = 0;
  const resolve = () => Promise.resolve([asked++ % 2 === 0 ? '8.8.8.8' : '127.0.0.1']);
  const egress = createEgress(env(), { resolve });
  const answers = new Set<string>();
  for (let attempt = 0; attempt < 1_000; attempt++) {
    // Every delivery resolves the name again and connects to the address that it checked.
    const answer = await egress.check({ host: 'rebind.example.com', port }).catch((e: { code: string }) => e.code);
    answers.add(String(answer));
  }
  expect(answers).toEqual(new Set(['8.8.8.8', 'host_not_allowed']));
});

test('DNS rebinding: the name is resolved once, and the connection uses the checked address', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  let asked = 0;
  const egress = createEgress(env(), { resolve: () => Promise.resolve(answers[Math.min(asked++, 1)] ?? []) });
  const hits_before = hits;
  await expect(egress.connect({ ...to('rebind.example.com'), timeout_ms: 300 })).rejects.toMatchObject({
    code: expect.stringMatching(/^(timeout|refused)$/),
  });
  expect(asked).toBe(1);
  expect(hits).toBe(hits_before);
});

test('open, closed and filtered internal ports are indistinguishable: each is refused immediately with the same error', async () => {
  const egress = createEgress(env({ SFTP_ALLOWED_PORTS: [port, 1, 2] }));
  const answers = [];
  for (const each of [port, 1, 2]) {
    const begun = performance.now();
    const error = await egress.connect({ host: '127.0.0.1', port: each, timeout_ms: 2_000 }).catch((e: Error) => e);
    answers.push({ message: (error as Error).message, is_instant: performance.now() - begun < 1_000 });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.is_instant).toBe(true);
});

test('a port that is not an SFTP port is refused for every host', async () => {
  const egress = createEgress(env({ SFTP_ALLOWED_PORTS: [22] }), { resolve: () => Promise.resolve(['8.8.8.8']) });
  await expect(egress.check({ host: 'example.com', port: 25 })).rejects.toMatchObject({ code: 'host_not_allowed' });
  await expect(egress.check({ host: 'example.com', port: 22 })).resolves.toEqual(['8.8.8.8']);
});

test('the sandbox may reach its local SFTP server, but no other port or spelling', async () => {
  const egress = createEgress(env({ SANDBOX: true, SFTP_PORT: port }), {
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
    const socket = await egress.connect(to(host));
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  }
  for (const host of ['127.0.0.2', '10.0.0.1', 'rebind.example.com']) {
    await expect(egress.connect(to(host))).rejects.toMatchObject({ code: 'host_not_allowed' });
  }
  await expect(egress.connect({ host: '127.0.0.1', port: port + 1, timeout_ms: 500 })).rejects.toMatchObject({
    code: 'host_not_allowed',
  });
  const outside = createEgress(env({ SANDBOX: false, SFTP_PORT: port }));
  await expect(outside.connect(to('127.0.0.1'))).rejects.toMatchObject({ code: 'host_not_allowed' });
});

test('each failure has its own code: DNS error, refused, timeout', async () => {
  const closed_port = await findFreePort();
  const egress = createEgress(env(), { allow: [{ host: '127.0.0.1', port: closed_port }] });
  await expect(egress.connect(to('no-such-name.invalid'))).rejects.toMatchObject({ code: 'dns_error' });
  await expect(egress.connect({ host: '127.0.0.1', port: closed_port, timeout_ms: 2_000 })).rejects.toMatchObject({
    code: 'refused',
  });
  const silent = createEgress(env(), { resolve: () => Promise.resolve(['8.8.8.8']) });
  await expect(silent.connect({ ...to('example.com'), timeout_ms: 200 })).rejects.toMatchObject({
    code: expect.stringMatching(/^(timeout|refused)$/),
  });
});
