/** Session tokens: a signed access token valid for ten minutes and an opaque refresh token, rotated on every use. */
import { createHmac } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { MOBILE_CODE_DIGITS } from '@dasbor/contract/mobile-verification';
import { type KeySource, deriveKey } from '../derived-key.ts';
import { setBounded } from '../http/bounded-map.ts';
import { ACCESS_TOKEN_TTL_S } from './rules.ts';

const AUDIENCE = 'access';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

/** The token of a link that a request asked for: the same whenever the job that sends it is repeated. */
export function deriveLinkToken(keys: KeySource, request_id: string): string {
  return createHmac('sha256', deriveKey(keys, 'account link')).update(request_id).digest('base64url');
}

/** The digits of a code in a text message: the same whenever the job that sends it is repeated. */
export function deriveMobileCode(keys: KeySource, code_id: string): string {
  const mac = createHmac('sha256', deriveKey(keys, 'mobile code')).update(code_id).digest();
  // 48 bits modulo a million: the bias is below one in a hundred million.
  return String(mac.readUIntBE(0, 6) % 10 ** MOBILE_CODE_DIGITS).padStart(MOBILE_CODE_DIGITS, '0');
}

/** The key of access tokens. */
export const getSigningKey = (keys: KeySource): Buffer => deriveKey(keys, 'access token');

/** Signs an access token. It contains only the user and the session; access is read from the database. */
export function signAccessToken(keys: KeySource, session: { id: string; user_id: string }, now: Date): Promise<string> {
  const issued_s = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(session.user_id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued_s)
    .setExpirationTime(issued_s + ACCESS_TOKEN_TTL_S)
    .sign(getSigningKey(keys));
}

/** The user and the session of a token. */
export interface AccessClaims {
  session_id: string;
  user_id: string;
}

interface VerifiedToken {
  claims: AccessClaims;
  expires_s: number;
  /** The key that verified it. */
  signing_key: Buffer;
}

/** Tokens that were verified before: a signature stays valid, and the requests of a page use the same one. */
const verified_tokens = new Map<string, VerifiedToken>();
const VERIFIED_MAX = 10_000;

/** Verifies an access token; null when it is foreign, altered, of another type or expired. */
export async function verifyAccessToken(keys: KeySource, token: string, now: Date): Promise<AccessClaims | null> {
  const signing_key = getSigningKey(keys);
  const known = verified_tokens.get(token);
  if (known?.signing_key === signing_key && known.expires_s > Math.floor(now.getTime() / 1000)) {
    return known.claims;
  }
  try {
    const { payload } = await jwtVerify(token, signing_key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null;
    const claims = { session_id: payload.sid, user_id: payload.sub };
    const verified = { claims, expires_s: payload.exp ?? 0, signing_key };
    setBounded(verified_tokens, token, verified, VERIFIED_MAX);
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The successor of a refresh token. It is derived with the server's key, so that a repeated request in the grace period
 * gets the same token although only hashes are stored.
 */
export function deriveNextRefreshToken(keys: KeySource, refresh_token: string): string {
  return createHmac('sha256', deriveKey(keys, 'refresh token successor')).update(refresh_token).digest('base64url');
}
