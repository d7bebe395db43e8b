/** Passkeys by WebAuthn: options for the browser, verification of its answers. */
import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server';
import * as duration from '@dasbor/contract/duration';
import type { PasskeyAssertion, PasskeyRegistration } from '@dasbor/contract/passkey';
import { ISSUER } from './factor-rules.ts';
import type { StoredPasskey } from './passkey-queries.ts';

/** Validity of a challenge. */
export const CHALLENGE_TTL_MS = duration.minutes(5);

type Transports = ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[];

const toDescriptor = ({ credential_id, transports }: { credential_id: string; transports: string | null }) => ({
  id: credential_id,
  ...(transports === null ? {} : { transports: transports.split(',') as Transports }),
});

/** The site that passkeys belong to: the host name of the dashboard. */
const getSite = (public_url: string) => ({ rpID: new URL(public_url).hostname, origin: new URL(public_url).origin });

/** Loaded by the first use of a passkey (decision 0139). */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Options to create a passkey. User verification is required, so that a passkey alone is two factors. */
export const buildRegistrationOptions = async (
  public_url: string,
  user: { id: string; email: string; name: string },
  existing: { credential_id: string; transports: string | null }[],
) =>
  (await loadWebAuthn()).generateRegistrationOptions({
    rpName: ISSUER,
    rpID: getSite(public_url).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CHALLENGE_TTL_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // ES256, EdDSA and RS256: what browsers and authenticators have.
    supportedAlgorithmIDs: [-7, -8, -257],
  });

/** Options to use a passkey: one of `credentials`, or any of the site when there are none. */
export const buildAuthenticationOptions = async (
  public_url: string,
  credentials: { credential_id: string; transports: string | null }[] = [],
) =>
  (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: getSite(public_url).rpID,
    timeout: CHALLENGE_TTL_MS,
    userVerification: 'required',
    ...(credentials.length > 0 ? { allowCredentials: credentials.map(toDescriptor) } : {}),
  });

/** The challenge that the browser signed; null when its data is malformed. */
export function readChallenge({ response }: PasskeyAssertion | PasskeyRegistration): string | null {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as unknown;
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}

export interface NewCredential {
  credential_id: string;
  public_key: string;
  sign_count: number;
  transports: string | null;
  is_synced: boolean;
}

/** Verifies a new passkey against a challenge that was used up; null when it is not valid. */
export async function verifyRegistration(
  public_url: string,
  passkey: PasskeyRegistration,
  challenge: string,
): Promise<NewCredential | null> {
  const { rpID, origin } = getSite(public_url);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verifyRegistrationResponse({
    response: passkey as VerifyRegistrationResponseOpts['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: passkey.response.transports?.join(',') || null,
    is_synced: credentialBackedUp,
  };
}

/** Verifies the use of a passkey against a challenge that was used up; null when it is not valid or a copy. */
export async function verifyAssertion(
  public_url: string,
  passkey: PasskeyAssertion,
  { stored, challenge }: { stored: StoredPasskey; challenge: string },
): Promise<{ sign_count: number } | null> {
  const { rpID, origin } = getSite(public_url);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: passkey as VerifyAuthenticationResponseOpts['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
      counter: stored.sign_count,
    },
    requireUserVerification: true,
  }).catch(() => null);
  return result?.verified ? { sign_count: result.authenticationInfo.newCounter } : null;
}
