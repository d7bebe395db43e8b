/** Uploads over a connection: files without an end, too large ones, and a thousand at once, in flat memory. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEGABYTE } from '@dasbor/contract/upload';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { LIMIT_BYTES, countFiles, startUploadServer } from '../../test/upload-server.ts';

let t: TestApp;
let fastify: FastifyInstance;
let port: number;
beforeAll(async () => {
  t = await startTestApp();
  fastify = await startUploadServer(t.deps);
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await fastify.close();
  await t.close();
});

const open = (headers: Record<string, string> = {}): ClientRequest =>
  httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/table',
    headers: { authorization: 'key', 'content-type': 'multipart/form-data; boundary=x', ...headers },
  });
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

test('an endless file is cut at the limit, with flat memory', async () => {
  globalThis.gc?.();
  const memory_before = process.memoryUsage.rss();
  const socket = connect(port, '127.0.0.1');
  let is_closed = false;
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined).on('close', () => (is_closed = true));
  const headers = 'Authorization: key\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked';
  socket.write(`POST /api/v1/table HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
  socket.write(`${HEAD.length.toString(16)}\r\n${HEAD}\r\n`);
  const content = 'a'.repeat(64 * 1024);
  let sent_bytes = 0;
  while (!is_closed && sent_bytes < 500 * MEGABYTE) {
    sent_bytes += content.length;
    if (socket.write(`${content.length.toString(16)}\r\n${content}\r\n`)) continue;
    await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  socket.destroy();
  // A connection that is closed while the client still sends can be reset before the client has read the answer.
  expect(received === '' || received.includes('file_too_large')).toBe(true);
  // The server closed the connection. The limit, and what the two ends of the connection buffer:
  expect(sent_bytes).toBeLessThan(LIMIT_BYTES + 16 * MEGABYTE);
  // Far below the 500 MB of the file; other tests of this process leave garbage of their own.
  expect(process.memoryUsage.rss() - memory_before).toBeLessThan(200 * MEGABYTE);
});

test('a stated size above the limit is refused before the file is read', async () => {
  const request = open({ 'content-length': String(900 * MEGABYTE) });
  request.on('error', () => undefined);
  request.write(HEAD);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  request.destroy();
});

const SENDER = fileURLToPath(new URL('../../test/send-files.ts', import.meta.url));
const FILE_BYTES = 400_000;

/** Sends the file many times at once; the answers, and the highest memory of the server meanwhile. */
async function flood(count: number): Promise<{ answers: Record<string, number>; peak_bytes: number }> {
  let peak_bytes = 0;
  const sampling = setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10);
  try {
    const url = `http://127.0.0.1:${port}/api/v1/table`;
    const { stdout } = await promisify(execFile)(process.execPath, [SENDER, url, String(count), String(FILE_BYTES)]);
    return { answers: JSON.parse(stdout) as Record<string, number>, peak_bytes };
  } finally {
    clearInterval(sampling);
  }
}

test('1,000 files at once: accepted or refused with a sentence, nothing stored of the refused, flat memory', async () => {
  // The first files load the code and fill the pools that every later one uses.
  const few = await flood(60);
  const before = await countFiles(t.deps);
  const many = await flood(1_000);
  const { '200 ': accepted = 0, '429 too_many_uploads': refused = 0, reset = 0, ...others } = many.answers;
  expect(others).toEqual({});
  expect(accepted + refused + reset).toBe(1_000);
  expect(accepted).toBeGreaterThan(3);
  expect((await countFiles(t.deps)) - before).toBe(accepted);
  // Together the files are 400 MB. The server holds eight of them, and of a waiting one what a socket buffers, 64 KB.
  expect(many.peak_bytes - few.peak_bytes).toBeLessThan(150 * MEGABYTE);
}, 400_000);
