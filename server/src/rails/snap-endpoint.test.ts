/** Answers of the SNAP BI services that we serve, when they fail. */
import { SNAP_PATHS } from '@dasbor/contract/snap';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { SnapError } from './callback-auth.ts';
import { registerSnapEndpoint } from './snap-endpoint.ts';

async function answerTo(error: Error) {
  const app = fastify();
  registerSnapEndpoint(app, { call: 'qr_mpm_notify', serve: () => Promise.reject(error) });
  const { statusCode, headers } = await app.inject({ method: 'POST', url: SNAP_PATHS.qr_mpm_notify, payload: {} });
  await app.close();
  return [statusCode, headers['retry-after']];
}

test('a notification that arrives while the database cannot be reached is answered 500 with Retry-After', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(await answerTo(refused)).toEqual([500, '2']);
});

test('a notification that fails otherwise says nothing about a retry', async () => {
  expect(await answerTo(new TypeError('x is undefined'))).toEqual([500, undefined]);
  expect(await answerTo(new SnapError('bad_request'))).toEqual([400, undefined]);
});
