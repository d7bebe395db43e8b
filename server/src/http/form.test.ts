/** Multipart forms as request bodies (specification section 7). */
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../db/new-id.ts';
import { acceptForms, convertFields, isForm } from './form.ts';
import { sendProblem } from './problem.ts';

const schema = z.strictObject({
  name: z.string(),
  port: z.int().min(1, 'Enter a port.').optional(),
  enabled: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  amounts: z.array(z.int()).optional(),
  note: z.string().nullable().optional(),
});

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = Fastify({ bodyLimit: 10_000, genReqId: () => newId('request', new Date()) });
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  acceptForms(fastify);
  for (const method of ['POST', 'PATCH', 'PUT'] as const) {
    fastify.route({
      method,
      url: '/things',
      handler: (request) => schema.parse(isForm(request) ? convertFields(schema, request.body) : request.body),
    });
  }
  await fastify.ready();
});
afterAll(() => fastify.close());

async function send(method: 'POST' | 'PATCH' | 'PUT', fields: [string, string | Blob][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await encoded.arrayBuffer());
  return fastify.inject({ method, url: '/things', headers, payload } satisfies InjectOptions);
}

test.each(['POST', 'PATCH'] as const)('spec §7: %s accepts a multipart form', async (method) => {
  const answer = await send(method, [
    ['name', '007'],
    ['port', '22'],
    ['enabled', 'true'],
    ['tags', 'a'],
    ['tags', '7'],
    ['amounts', '1'],
    ['amounts', '2'],
    ['note', ''],
  ]);
  expect(answer.json()).toEqual({
    name: '007',
    port: 22,
    enabled: true,
    tags: ['a', '7'],
    amounts: [1, 2],
    note: '',
  });
});

test('PUT takes JSON only', async () => {
  expect((await send('PUT', [['name', 'x']])).statusCode).toBe(415);
});

test('a file and a form that cannot be read are refused with a sentence', async () => {
  const file = await send('POST', [['name', new Blob(['x'])]]);
  expect([file.statusCode, file.json<{ detail: string }>().detail]).toEqual([
    400,
    'name: Send text instead of a file.',
  ]);
  const broken = await fastify.inject({
    method: 'POST',
    url: '/things',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'nothing',
  });
  expect([broken.statusCode, broken.json<{ detail: string }>().detail]).toEqual([
    400,
    'The multipart form cannot be read.',
  ]);
  expect((await send('POST', [['name', 'x'.repeat(10_000)]])).statusCode).toBe(413);
});

test('a value that is not JSON stays as it is, for the message of its field', () => {
  expect(convertFields(schema, { name: 'x', port: 'ssh' })).toEqual({ name: 'x', port: 'ssh' });
  expect(convertFields(schema, { name: '1' })).toEqual({ name: '1' });
});
