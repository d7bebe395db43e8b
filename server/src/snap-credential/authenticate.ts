/**
 * Authenticates merchants' servers over SNAP BI: an RSA signature obtains an access token, and the token, an HMAC with the
 * client secret and a fresh X-EXTERNAL-ID authenticate every other request. Credentials are read on each request, so that a
 * revocation counts at once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { SNAP_EXTERNAL_ID_PATTERN, SNAP_HEADERS } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { findMerchantState } from '../db/merchant-activity.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { deriveKey } from '../derived-key.ts';
import type { Principal } from '../http/principal.ts';
import {
  type ReceivedRequest,
  SnapError,
  TOKEN_TTL_S,
  getRecentTimestamp,
  getRequiredHeader,
} from '../rails/callback-auth.ts';
import { insertExternalId } from '../rails/queries.ts';
import { isValidMessageSignature, isValidTokenSignature } from '../rails/signature.ts';
import { type UsableCredential, findByClientKey, touchCredential } from './queries.ts';
import { toSnapAccess, toSnapScopes } from './rules.ts';
import { CLIENT_KEY_PATTERN, openSecrets } from '../rails/merchant-credential.ts';

type AuthDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'vault'>;
export type SnapPrincipal = Extract<Principal, { type: 'api_key' }>;

/** Validates a token request; `ip` is stored as the last use. Throws SnapError. */
export async function authenticateTokenRequest(
  deps: AuthDeps,
  { headers }: ReceivedRequest,
  ip: string,
): Promise<{ principal: SnapPrincipal; access_token: string }> {
  const now = deps.clock.now();
  const client_key = getRequiredHeader(headers, SNAP_HEADERS.client_key);
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const timestamp = getRecentTimestamp(headers, now);
  const credential = await getCredential(deps, client_key);
  const { partner_public_key: pem } = credential;
  if (pem === null) throw new SnapError('unauthorized', 'No public key is uploaded for this client');
  if (!isValidTokenSignature(pem, client_key, timestamp, toBase64(credential, signature))) {
    throw new SnapError('unauthorized', 'Signature');
  }
  const principal = await readPrincipal(deps, credential);
  await storeUse(deps, credential, ip);
  return { principal, access_token: issueAccessToken(deps, credential, now) };
}

/** Authenticates a signed request and consumes its X-EXTERNAL-ID. Throws SnapError. */
export async function authenticateRequest(
  deps: AuthDeps,
  request: ReceivedRequest,
  ip: string,
): Promise<{ principal: SnapPrincipal; consumeExternalId: () => Promise<void> }> {
  const { headers, method, url: relative_url, body } = request;
  const now = deps.clock.now();
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const external_id = getRequiredHeader(headers, SNAP_HEADERS.external_id);
  const client_key = getRequiredHeader(headers, SNAP_HEADERS.partner_id);
  const channel_id = getRequiredHeader(headers, SNAP_HEADERS.channel_id);
  const timestamp = getRecentTimestamp(headers, now);
  const access_token = /^Bearer (\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1];
  if (access_token === undefined) throw new SnapError('token_not_found');
  const credential = await getCredential(deps, client_key);
  if (!isValidToken(deps, access_token, credential, now)) throw new SnapError('invalid_token');
  const parts = { method, relative_url, access_token, body, timestamp };
  const given = toBase64(credential, signature);
  if (!openSecrets(deps.vault, credential, now).some((secret) => isValidMessageSignature(secret, parts, given))) {
    throw new SnapError('unauthorized', 'Signature');
  }
  if (channel_id !== credential.channel_id) throw new SnapError('unauthorized', 'CHANNEL-ID');
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapError('invalid_format', 'X-EXTERNAL-ID');
  const principal = await readPrincipal(deps, credential);
  await storeUse(deps, credential, ip);
  // By the day of the signed timestamp: a copy that is sent after midnight meets the same day.
  const message = { partner: credential.id, business_day: toBusinessDay(new Date(timestamp)), external_id };
  const consumeExternalId = async (): Promise<void> => {
    const is_new = await asMerchant(deps.db, credential.merchant_id, (tx) => insertExternalId(tx, message));
    if (!is_new) throw new SnapError('duplicate_external_id');
  };
  return { principal, consumeExternalId };
}

/** The principal of a client key, read again; null when the credential was revoked meanwhile. */
export async function reloadPrincipal(deps: AuthDeps, client_key: string): Promise<SnapPrincipal | null> {
  const credential = await asPlatform(deps.db, (tx) => findByClientKey(tx, client_key));
  return credential === undefined ? null : readPrincipal(deps, credential);
}

/** Unknown and revoked clients get the same response. */
async function getCredential(deps: AuthDeps, client_key: string): Promise<UsableCredential> {
  const found = CLIENT_KEY_PATTERN.test(client_key)
    ? await asPlatform(deps.db, (tx) => findByClientKey(tx, client_key))
    : undefined;
  if (found === undefined) throw new SnapError('unauthorized', 'Unknown client');
  return found;
}

/** The access of a credential, and what its merchant may do now. Role access that is disabled overrides it. */
async function readPrincipal(deps: AuthDeps, credential: UsableCredential): Promise<SnapPrincipal> {
  const { merchant_id, id, name, owner_id } = credential;
  const found = await findMerchantState(deps.db, merchant_id);
  const identity = { type: 'api_key', id, name, merchant_id, owner_id } as const;
  if (found === undefined) return { ...identity, access: 'disabled' };
  const { role_access, requires_second_factor: _for_people_only, ...merchant } = found;
  const access = role_access === 'disabled' ? role_access : toSnapAccess(toSnapScopes(credential.services));
  return { ...identity, merchant, access };
}

async function storeUse({ db, clock }: AuthDeps, credential: UsableCredential, ip: string): Promise<void> {
  const minute = new Date(Math.floor(clock.now().getTime() / duration.minutes(1)) * duration.minutes(1));
  const { last_used_at } = credential;
  if (last_used_at !== null && Date.parse(last_used_at) >= minute.getTime()) return;
  await asPlatform(db, (tx) => touchCredential(tx, credential, { last_used_at: minute, last_used_ip: ip }));
}

/** A signature in the encoding of the credential as base64; empty when it has another encoding. */
function toBase64({ signature_encoding }: UsableCredential, signature: string): string {
  if (signature_encoding === 'base64') return signature;
  return /^([0-9a-f]{2})+$/i.test(signature) ? Buffer.from(signature, 'hex').toString('base64') : '';
}

/** A stateless bearer token: its expiry and a MAC. It ends with its credential and with the public key that obtained it. */
function issueAccessToken(deps: AuthDeps, credential: UsableCredential, now: Date): string {
  const expires_at = String(now.getTime() + TOKEN_TTL_S * 1000);
  return `${expires_at}.${signExpiry(deps, credential, expires_at)}`;
}

function isValidToken(deps: AuthDeps, token: string, credential: UsableCredential, now: Date): boolean {
  const [, expires_at = '', given = ''] = /^(\d{13,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires_at === '' || Number(expires_at) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signExpiry(deps, credential, expires_at)));
}

function signExpiry({ secrets }: AuthDeps, credential: UsableCredential, expires_at: string): string {
  const { client_key, public_key_fingerprint } = credential;
  const text = [client_key, public_key_fingerprint, expires_at].join('|');
  return createHmac('sha256', deriveKey(secrets, 'dasbor snap merchant token')).update(text).digest('base64url');
}
