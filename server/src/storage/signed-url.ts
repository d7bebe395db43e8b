/** Signed download links: valid for one file until they expire, without a session. */
import { API_BASE } from '@dasbor/contract/route';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { Deps } from '../deps.ts';
import { type KeySource, deriveKey } from '../derived-key.ts';

const AUDIENCE = 'file';
const TYPE = 'file+jwt';
const ALGORITHM = 'HS256';

/** A separate key, so that a link is never accepted as a session token or vice versa. */
const getSigningKey = (keys: KeySource): Buffer => deriveKey(keys, 'link to a stored file');

/** Creates a download URL that anyone who has it can use until `expires_at`. */
export async function createSignedFileUrl(
  deps: Pick<Deps, 'env' | 'secrets'>,
  merchant_id: string,
  file_id: string,
  expires_at: Date,
): Promise<string> {
  const token = await new SignJWT({ mer: merchant_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(file_id)
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(expires_at.getTime() / 1000))
    .sign(getSigningKey(deps.secrets));
  return `${deps.env.PUBLIC_URL.replace(/\/$/, '')}${API_BASE}/files/${token}`;
}

/** Verifies a link; returns null when it is forged, altered, or expired at `now`. */
export async function verifyFileToken(
  keys: KeySource,
  token: string,
  now: Date,
): Promise<{ merchant_id: string; file_id: string } | null> {
  try {
    const { payload } = await jwtVerify(token, getSigningKey(keys), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      currentDate: now,
      requiredClaims: ['sub', 'mer', 'exp'],
    });
    if (typeof payload.sub !== 'string' || typeof payload.mer !== 'string') return null;
    return { merchant_id: payload.mer, file_id: payload.sub };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
