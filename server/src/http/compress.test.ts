import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { compressResponses, createConstantText, sendConstantText } from './compress.ts';

const LONG = { data: 'payment '.repeat(500) };
const fastify = Fastify();
compressResponses(fastify);
fastify.get('/long', () => LONG);
const PAGE = `<!doctype html>${'<p>payment</p>'.repeat(500)}`;
fastify.get('/page', (_request, reply) =>
  reply.header('vary', 'accept-language').type('text/html; charset=utf-8').send(PAGE),
);
const buildText = vi.fn(() => JSON.stringify(LONG));
const readEncoded = createConstantText(buildText);
fastify.get('/constant', (request, reply) =>
  sendConstantText(request, reply.type('application/json; charset=utf-8'), readEncoded),
);
fastify.get('/short', () => ({ data: 1 }));
fastify.get('/stream', (_request, reply) => reply.type('text/event-stream').send(Readable.from(['data: 1\n\n'])));
afterAll(() => fastify.close());

const get = (url: string, accepted?: string) =>
  fastify.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('JSON above 1 KB is sent as brotli or gzip, whichever the client accepts', async () => {
  const br = await get('/long', 'gzip, deflate, br');
  expect(br.headers['content-encoding']).toBe('br');
  expect(br.headers.vary).toContain('accept-encoding');
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(LONG);
  expect(br.rawPayload.length).toBeLessThan(500);
  const gzip = await get('/long', 'gzip, br;q=0');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(LONG);
});

test('a client that accepts no encoding, short answers and streams are sent plain', async () => {
  expect((await get('/long')).json()).toEqual(LONG);
  expect((await get('/short', 'br')).headers['content-encoding']).toBeUndefined();
  const stream = await get('/stream', 'br');
  expect(stream.headers['content-encoding']).toBeUndefined();
  expect(stream.body).toBe('data: 1\n\n');
});

test('HTML is compressed, and still names what else it depends on', async () => {
  const br = await get('/page', 'br');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-language, accept-encoding' });
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(PAGE);
  const plain = await get('/page');
  expect([plain.body, plain.headers.vary]).toEqual([PAGE, 'accept-language, accept-encoding']);
});

test('a constant text is built once, and compressed once for each encoding', async () => {
  expect(buildText).not.toHaveBeenCalled();
  const [br, gzip, plain] = await Promise.all([get('/constant', 'br'), get('/constant', 'gzip'), get('/constant')]);
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(LONG);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(LONG);
  expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, LONG]);
  expect(buildText).toHaveBeenCalledOnce();
  expect(await readEncoded('br')).toBe(await readEncoded('br'));
});
