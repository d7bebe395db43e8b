import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type SignatureInput, calculateSignature, compareSignatures, compareStrings } from './signature.ts';

const INPUT: SignatureInput = {
  method: 'post',
  path: '/snap/v1.0/qr/qr-mpm-query',
  access_token: '1795000000000.token',
  timestamp: '2026-11-22T14:05:00+07:00',
  body: '{\n  "serviceCode": "47",\n  "originalPartnerReferenceNo": "order 1"\n}',
  secret: 'a-client-secret',
  encoding: 'base64',
};
const MINIFIED = '{"serviceCode":"47","originalPartnerReferenceNo":"order 1"}';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sign = (parts: string[], { hash = 'sha512', encoding = 'base64', secret = INPUT.secret } = {}) =>
  createHmac(hash, secret)
    .update(parts.join(':'))
    .digest(encoding as 'base64');
const PARTS = ['POST', INPUT.path, INPUT.access_token, sha256(MINIFIED), INPUT.timestamp];
const replace = (index: number, value: string) => PARTS.map((part, at) => (at === index ? value : part));

test('domain 4.7: each step is that of the standard', async () => {
  expect(await calculateSignature(INPUT)).toEqual({
    minified: MINIFIED,
    body_sha256: sha256(MINIFIED),
    string_to_sign: PARTS.join(':'),
    signature: sign(PARTS),
  });
  const hex = await calculateSignature({ ...INPUT, encoding: 'hex', body: '' });
  expect(hex.body_sha256).toBe(sha256(''));
  expect(hex.signature).toMatch(/^[0-9a-f]{128}$/);
});

test.each([
  ['method', sign(replace(0, 'post'))],
  ['path', sign(replace(1, '/v1.0/qr/qr-mpm-query'))],
  ['path', sign(replace(1, `${window.location.origin}${INPUT.path}`))],
  ['token', sign(replace(2, `Bearer ${INPUT.access_token}`))],
  ['token', sign(PARTS.filter((_part, index) => index !== 2))],
  ['body', sign(replace(3, sha256(INPUT.body)))],
  ['hash_encoding', sign(replace(3, sha256(MINIFIED).toUpperCase()))],
  ['timestamp', sign(replace(4, '2026-11-22T07:05:00Z'))],
  ['algorithm', sign(PARTS, { hash: 'sha256' })],
  ['encoding', sign(PARTS, { encoding: 'hex' })],
  ['secret', sign(PARTS, { secret: `${INPUT.secret}\n` })],
])('a signature with another %s is explained', async (at, signature) => {
  const steps = await calculateSignature(INPUT);
  expect(await compareSignatures(signature, steps, INPUT)).toEqual({ kind: 'different', at });
});

test('a right signature is the same; one that nothing explains is unknown', async () => {
  const steps = await calculateSignature(INPUT);
  expect(await compareSignatures(` ${sign(PARTS)}\n`, steps, INPUT)).toEqual({ kind: 'same' });
  expect(await compareSignatures('bm90aGluZw==', steps, INPUT)).toEqual({ kind: 'unknown' });
});

test.each([
  ['method', replace(0, 'GET')],
  ['path', replace(1, '/v1.0/qr/qr-mpm-query')],
  ['token', replace(2, 'other')],
  ['body', replace(3, sha256('other'))],
  ['timestamp', replace(4, '2026-11-22T07:05:00Z')],
])('a string to sign with another %s names it', async (at, parts) => {
  const steps = await calculateSignature(INPUT);
  expect(compareStrings(parts.join(':'), steps, INPUT)).toEqual({ kind: 'different', at });
  expect(compareStrings(PARTS.join(':'), steps, INPUT)).toEqual({ kind: 'same' });
});
