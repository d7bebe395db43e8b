import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isValidMessageSignature, isValidTokenSignature, signMessage, signToken } from './signature.ts';
import { redactSecrets } from './rail-message.ts';

const TIME = '2026-11-21T14:05:00+07:00';
const parts = { method: 'POST', relative_url: '/v1.0/qr/qr-mpm-query', access_token: 'tok', timestamp: TIME };
const body = '{"a":1,"b":"x y"}';

test('a message signs METHOD:url:token:sha256(body):timestamp under HMAC-SHA512, in base64 (domain 4.7)', () => {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const text = `POST:/v1.0/qr/qr-mpm-query:tok:${sha256}:${TIME}`;
  expect(signMessage('secret', { ...parts, body })).toBe(createHmac('sha512', 'secret').update(text).digest('base64'));
});

test('a signature is valid only for its body, secret, path, token, method and timestamp', () => {
  const signature = signMessage('secret', { ...parts, body });
  expect(isValidMessageSignature('secret', { ...parts, body: Buffer.from(body) }, signature)).toBe(true);
  expect(isValidMessageSignature('other', { ...parts, body }, signature)).toBe(false);
  for (const change of [
    { body: body.replace('1', '2') },
    { relative_url: '/other' },
    { access_token: 'other' },
    { timestamp: '2026-11-21T14:05:01+07:00' },
    { method: 'PUT' },
  ]) {
    expect(isValidMessageSignature('secret', { ...parts, body, ...change }, signature)).toBe(false);
  }
  for (const wrong of ['', 'AAAA', signature.slice(4), `${signature}AAAA`]) {
    expect(isValidMessageSignature('secret', { ...parts, body }, wrong)).toBe(false);
  }
});

test('an indented body may be signed minified; white space inside strings is significant', () => {
  const indented = '{\n  "a": 1,\n  "b": "x y"\n}';
  const signature = signMessage('secret', { ...parts, body });
  expect(isValidMessageSignature('secret', { ...parts, body: indented }, signature)).toBe(true);
  expect(isValidMessageSignature('secret', { ...parts, body: indented.replace('x y', 'xy') }, signature)).toBe(false);
});

test('a token request signs key|timestamp with SHA256withRSA, in base64', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const signature = signToken(privateKey, 'client', TIME);
  expect(createVerify('sha256').update(`client|${TIME}`).verify(publicKey, signature, 'base64')).toBe(true);
  expect(isValidTokenSignature(publicKey, 'client', TIME, signature)).toBe(true);
  expect(isValidTokenSignature(publicKey, 'other', TIME, signature)).toBe(false);
  expect(isValidTokenSignature(publicKey, 'client', TIME, 'no signature')).toBe(false);
});

test('a logged message has its secrets redacted, no NUL characters and a limited length', () => {
  const deep = { accessToken: 'x', a: { clientSecret: 'y', list: [{ signature: 'z' }] }, text: 'a\u0000b' };
  expect(redactSecrets(deep)).toEqual({
    accessToken: '[removed]',
    a: { clientSecret: '[removed]', list: [{ signature: '[removed]' }] },
    text: 'ab',
  });
  expect(JSON.stringify(redactSecrets({ text: 'x'.repeat(100_000) })).length).toBeLessThan(2_100);
});
