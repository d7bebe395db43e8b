import { SignJWT, decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { ACCESS_TOKEN_TTL_S } from './rules.ts';
import { generateOpaqueToken } from '../http/opaque-token.ts';
import { verifyAccessToken, signAccessToken, deriveNextRefreshToken, getSigningKey } from './tokens.ts';

const keys = { access_token_key: Buffer.alloc(32, 7).toString('base64') };
const other_keys = { access_token_key: Buffer.alloc(32, 8).toString('base64') };
const NOW = new Date('2026-11-18T07:05:00.000Z');
const later = (by_s: number) => new Date(NOW.getTime() + by_s * 1000);
const session = { id: 'ses_1', user_id: 'usr_1' };

test('an access token contains only the user and the session, and is valid for at most ten minutes', async () => {
  const token = await signAccessToken(keys, session, NOW);
  const claims = decodeJwt(token);
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'sid', 'sub']);
  expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(600);
  expect(await verifyAccessToken(keys, token, NOW)).toEqual({ session_id: 'ses_1', user_id: 'usr_1' });
  expect(await verifyAccessToken(keys, token, later(ACCESS_TOKEN_TTL_S - 1))).not.toBeNull();
  expect(await verifyAccessToken(keys, token, later(ACCESS_TOKEN_TTL_S))).toBeNull();
});

test('a token that was verified before is refused when it expires, or with another key', async () => {
  const token = await signAccessToken(keys, session, NOW);
  expect(await verifyAccessToken(keys, token, NOW)).not.toBeNull();
  expect(await verifyAccessToken(other_keys, token, NOW)).toBeNull();
  expect(await verifyAccessToken(keys, `${token.slice(0, -2)}AA`, NOW)).toBeNull();
  expect(await verifyAccessToken(keys, token, later(ACCESS_TOKEN_TTL_S))).toBeNull();
});

test('rejects every token that is not a valid access token', async () => {
  const make = (header: { alg: string; typ?: string }, audience: string, key = getSigningKey(keys)) =>
    new SignJWT({ sid: 'ses_1' })
      .setProtectedHeader(header)
      .setSubject('usr_1')
      .setAudience(audience)
      .setIssuedAt(NOW)
      .setExpirationTime(later(600))
      .sign(key);
  const good = await signAccessToken(keys, session, NOW);
  const [header, payload, signature] = good.split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  const wrong = {
    'another key': await signAccessToken(other_keys, session, NOW),
    'the secret itself as the key': await make(
      { alg: 'HS256', typ: 'at+jwt' },
      'access',
      Buffer.from(keys.access_token_key, 'base64'),
    ),
    'another audience': await make({ alg: 'HS256', typ: 'at+jwt' }, 'refresh'),
    'another type': await make({ alg: 'HS256', typ: 'JWT' }, 'access'),
    'another algorithm': await make({ alg: 'HS512', typ: 'at+jwt' }, 'access'),
    'no algorithm': `${none}.${payload}.`,
    'an altered payload': `${header}.${Buffer.from('{"sub":"usr_2"}').toString('base64url')}.${signature}`,
    'not a token': 'x',
    'dots only': '..',
    nothing: '',
  };
  for (const [name, token] of Object.entries(wrong)) expect(await verifyAccessToken(keys, token, NOW), name).toBeNull();
});

test('a new token has 256 bits in letters and digits, so that no part of it begins like a formula', () => {
  for (let each = 0; each < 100; each += 1) expect(generateOpaqueToken()).toMatch(/^[0-9A-Za-z]{43}$/);
});

test('a successor is deterministic, and depends on the token and the key', () => {
  const token = generateOpaqueToken();
  expect(deriveNextRefreshToken(keys, token)).toBe(deriveNextRefreshToken(keys, token));
  expect(Buffer.from(deriveNextRefreshToken(keys, token), 'base64url')).toHaveLength(32);
  expect(deriveNextRefreshToken(keys, token)).not.toBe(deriveNextRefreshToken(other_keys, token));
  expect(deriveNextRefreshToken(keys, token)).not.toBe(deriveNextRefreshToken(keys, generateOpaqueToken()));
});
