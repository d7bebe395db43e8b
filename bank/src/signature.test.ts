import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BANK_KEYS, PARTNER_KEYS } from '../test/harness.ts';
import { signRequest, signTokenRequest, verifyRequest, verifyTokenRequest } from './signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'bank-signature-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const TIME = '2026-11-21T14:05:00+07:00';
const SECRET = 'secret-0123456789abcdef0123456789abcdef';
const CALL = {
  method: 'POST',
  relative_url: '/snap/v1.0/qr/qr-mpm-notify',
  access_token: 'token',
  body: '{"amount":{"value":"50000.00","currency":"IDR"}}',
  timestamp: TIME,
};

test('openssl verifies a signed token request', () => {
  const signature = Buffer.from(signTokenRequest(BANK_KEYS.privateKey, 'bank', TIME), 'base64');
  const key = file('public.pem', BANK_KEYS.publicKey);
  const text = file('text', `bank|${TIME}`);
  const output = execFileSync('openssl', [
    'dgst',
    '-sha256',
    '-verify',
    key,
    '-signature',
    file('sig', signature),
    text,
  ]);
  expect(output.toString()).toContain('Verified OK');
});

test('only token requests signed with the key verify', () => {
  const key = file('private.pem', PARTNER_KEYS.privateKey);
  const made = execFileSync('openssl', ['dgst', '-sha256', '-sign', key, file('text', `dasbor|${TIME}`)]);
  const signature = made.toString('base64');
  expect(verifyTokenRequest(PARTNER_KEYS.publicKey, 'dasbor', TIME, signature)).toBe(true);
  expect(verifyTokenRequest(PARTNER_KEYS.publicKey, 'another', TIME, signature)).toBe(false);
  expect(verifyTokenRequest(BANK_KEYS.publicKey, 'dasbor', TIME, signature)).toBe(false);
  expect(verifyTokenRequest(PARTNER_KEYS.publicKey, 'dasbor', TIME, 'no signature')).toBe(false);
});

test('openssl computes the same HMAC for a request', () => {
  const hash = execFileSync('openssl', ['dgst', '-sha256', '-r', file('body', CALL.body)])
    .toString()
    .slice(0, 64);
  const text = file('text', `POST:${CALL.relative_url}:token:${hash}:${TIME}`);
  const made = execFileSync('openssl', [
    'dgst',
    '-sha512',
    '-mac',
    'HMAC',
    '-macopt',
    `key:${SECRET}`,
    '-binary',
    text,
  ]);
  expect(signRequest(SECRET, CALL)).toBe(made.toString('base64'));
});

test.each([
  ['method', { method: 'PUT' }],
  ['path', { relative_url: '/v1.0/qr/qr-mpm-notify' }],
  ['token', { access_token: 'other' }],
  ['body', { body: CALL.body.replace('5', '6') }],
  ['time', { timestamp: '2026-11-21T14:05:01+07:00' }],
])('a call with another %s does not verify', (_what, change) => {
  const signature = signRequest(SECRET, CALL);
  expect(verifyRequest(SECRET, CALL, signature)).toBe(true);
  expect(verifyRequest(SECRET, { ...CALL, ...change }, signature)).toBe(false);
});

test('white space between JSON tokens is not significant', () => {
  const pretty = JSON.stringify(JSON.parse(CALL.body), null, 2);
  expect(verifyRequest(SECRET, { ...CALL, body: pretty }, signRequest(SECRET, CALL))).toBe(true);
});
test.each(['', 'short', '!!!'])('%j is not a valid signature', (signature) =>
  expect(verifyRequest(SECRET, CALL, signature)).toBe(false),
);
