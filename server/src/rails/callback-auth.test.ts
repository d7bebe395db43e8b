import { generateKeyPairSync } from 'node:crypto';
import { SNAP_HEADERS } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { expect, test } from 'vitest';
import type { Secrets } from '../secrets.ts';
import { TOKEN_TTL_S, authenticateMessage, issueToken } from './callback-auth.ts';
import { signMessage } from './signature.ts';

const NOW = new Date('2026-11-22T03:00:00.000Z');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const credentials = {
  bank_client_key: 'bank',
  bank_client_secret: 'secret of the bank',
  partner_private_key_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
} as Secrets['snap'];

function authenticate(access_token: string, now: Date): string {
  const [method, url, body, timestamp] = ['POST', '/snap/v1.0/x', Buffer.from('{}'), toSnapTime(now)];
  const signature = signMessage(credentials.bank_client_secret, {
    method,
    relative_url: url,
    access_token,
    body,
    timestamp,
  });
  const headers = {
    authorization: `Bearer ${access_token}`,
    [SNAP_HEADERS.timestamp]: timestamp,
    [SNAP_HEADERS.signature]: signature,
    [SNAP_HEADERS.partner_id]: 'bank',
    [SNAP_HEADERS.external_id]: '123456789',
  };
  return authenticateMessage({ method, url, headers, body }, credentials, now);
}

test('a token that was accepted before is refused once it has expired', () => {
  const token = issueToken(credentials, NOW);
  expect(authenticate(token, NOW)).toBe('123456789');
  expect(authenticate(token, NOW)).toBe('123456789');
  expect(authenticate(token, new Date(NOW.getTime() + TOKEN_TTL_S * 1000 - 1))).toBe('123456789');
  expect(() => authenticate(token, new Date(NOW.getTime() + TOKEN_TTL_S * 1000))).toThrow('invalid_token');
});

test('a token with another expiry or another code is refused, also beside an accepted one', () => {
  const token = issueToken(credentials, NOW);
  authenticate(token, NOW);
  const [expires_at = '', code = ''] = token.split('.');
  const flipped = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
  expect(() => authenticate(`${Number(expires_at) + 1}.${code}`, NOW)).toThrow('invalid_token');
  expect(() => authenticate(`${expires_at}.${flipped}`, NOW)).toThrow('invalid_token');
});

test('a token of other credentials is refused', () => {
  const others = { ...credentials, partner_private_key_pem: 'another key' };
  authenticate(issueToken(credentials, NOW), NOW);
  expect(() => authenticate(issueToken(others, NOW), NOW)).toThrow('invalid_token');
});
