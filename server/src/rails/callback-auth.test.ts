import { generateKeyPairSync } from 'node:crypto';
import { SNAP_HEADERS } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { describe, expect, test } from 'vitest';
import type { Secrets } from '../secrets.ts';
import { TOKEN_TTL_S, assertTokenRequest, authenticateMessage, issueToken } from './callback-auth.ts';
import { signMessage, signToken } from './signature.ts';

const NOW = new Date('2026-11-22T03:00:00.000Z');
const encoding = {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;
const [partner, bank, former_partner, former_bank] = [0, 1, 2, 3].map(() => generateKeyPairSync('rsa', encoding));
const credentials: Secrets['snap'] = {
  client_key: 'dasbor',
  client_secret: 'our secret',
  partner_private_key_pem: partner!.privateKey,
  bank_client_key: 'bank',
  bank_client_secret: 'secret of the bank',
  bank_public_key_pem: bank!.publicKey,
};
const FORMER = {
  client_secret: 'our former secret',
  partner_private_key_pem: former_partner!.privateKey,
  bank_client_secret: 'former secret of the bank',
  bank_public_key_pem: former_bank!.publicKey,
};
const WINDOW_END = new Date(NOW.getTime() + 600_000);
const rotating = { ...credentials, former: { ...FORMER, valid_until: WINDOW_END.toISOString() } };

function authenticate(
  access_token: string,
  now: Date,
  { accepted = credentials, secret = credentials.bank_client_secret, partner_id = 'bank' } = {},
): string {
  const [method, url, body, timestamp] = ['POST', '/snap/v1.0/x', Buffer.from('{}'), toSnapTime(now)];
  const signature = signMessage(secret, { method, relative_url: url, access_token, body, timestamp });
  const headers = {
    authorization: `Bearer ${access_token}`,
    [SNAP_HEADERS.timestamp]: timestamp,
    [SNAP_HEADERS.signature]: signature,
    [SNAP_HEADERS.partner_id]: partner_id,
    [SNAP_HEADERS.external_id]: '123456789',
  };
  return authenticateMessage({ method, url, headers, body }, accepted, now);
}

function requestToken(private_key_pem: string, accepted: Secrets['snap'], now: Date, client_key = 'bank'): void {
  const timestamp = toSnapTime(now);
  const headers = {
    [SNAP_HEADERS.client_key]: client_key,
    [SNAP_HEADERS.timestamp]: timestamp,
    [SNAP_HEADERS.signature]: signToken(private_key_pem, client_key, timestamp),
  };
  assertTokenRequest({ method: 'POST', url: '/snap', headers, body: Buffer.from('') }, accepted, now);
}

describe('a rotation of the credentials', () => {
  const token = issueToken(credentials, NOW);
  const former_token = issueToken({ ...credentials, ...FORMER }, NOW);
  const former_secret = FORMER.bank_client_secret;

  test('token requests and messages signed with either credentials are accepted during the window', () => {
    for (const { privateKey } of [bank!, former_bank!]) {
      expect(() => requestToken(privateKey, rotating, NOW)).not.toThrow();
    }
    for (const given of [token, former_token]) {
      for (const secret of [credentials.bank_client_secret, former_secret]) {
        expect(authenticate(given, NOW, { accepted: rotating, secret })).toBe('123456789');
      }
    }
  });

  test('after the window, and without one, only the current credentials are accepted', () => {
    for (const [accepted, at] of [
      [rotating, WINDOW_END],
      [credentials, NOW],
    ] as const) {
      expect(() => requestToken(bank!.privateKey, accepted, at)).not.toThrow();
      expect(() => requestToken(former_bank!.privateKey, accepted, at)).toThrow('unauthorized');
      expect(authenticate(token, at, { accepted })).toBe('123456789');
      expect(() => authenticate(token, at, { accepted, secret: former_secret })).toThrow('unauthorized');
      expect(() => authenticate(former_token, at, { accepted })).toThrow('invalid_token');
    }
  });

  test('a former client key is accepted with its own secret and key only', () => {
    const accepted = { ...rotating, former: { ...rotating.former, bank_client_key: 'former bank' } };
    expect(authenticate(token, NOW, { accepted, secret: former_secret, partner_id: 'former bank' })).toBe('123456789');
    expect(() => authenticate(token, NOW, { accepted, partner_id: 'former bank' })).toThrow('partner_not_found');
    expect(() => requestToken(former_bank!.privateKey, accepted, NOW, 'former bank')).not.toThrow();
    expect(() => requestToken(bank!.privateKey, accepted, NOW, 'former bank')).toThrow('Signature');
    expect(() => requestToken(bank!.privateKey, accepted, NOW, 'another')).toThrow('Unknown client');
  });
});

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
