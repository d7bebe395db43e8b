/** The tokens of a session: a signed access token of ten minutes and an opaque refresh token, rotated each time. */
import { createHmac, hkdfSync } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { Secrets } from '../secrets.ts';
import { ACCESS_TOKEN_LIFE_S } from './rules.ts';

const AUDIENCE = 'access';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

type Keys = Pick<Secrets, 'access_token_key'>;

/** Signs an access token. It names the user and the session and nothing else: rights are read from the records. */
export function signAccessToken(keys: Keys, session: { id: string; user_id: string }, now: Date): Promise<string> {
  const issued_s = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(session.user_id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued_s)
    .setExpirationTime(issued_s + ACCESS_TOKEN_LIFE_S)
    .sign(Buffer.from(keys.access_token_key, 'base64'));
}

/** Reads an access token; null when it is not ours, altered, of another kind or expired. */
export async function verifyAccessToken(
  keys: Keys,
  token: string,
  now: Date,
): Promise<{ session_id: string; user_id: string } | null> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(keys.access_token_key, 'base64'), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null;
    return { session_id: payload.sid, user_id: payload.sub };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The one successor of a refresh token. It is derived, so that a repeated request within the grace is answered
 * the same token although only hashes are stored; without our key nobody can compute it.
 */
export function deriveSuccessor(keys: Keys, refresh_token: string): string {
  const key = hkdfSync('sha256', Buffer.from(keys.access_token_key, 'base64'), '', 'refresh token successor', 32);
  return createHmac('sha256', Buffer.from(key)).update(refresh_token).digest('base64url');
}
