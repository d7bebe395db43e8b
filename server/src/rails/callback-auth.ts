/** Authenticates incoming SNAP BI requests: timestamp, client key, token and signature. */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import {
  SNAP_CLOCK_SKEW_MS,
  SNAP_EXTERNAL_ID_PATTERN,
  SNAP_HEADERS,
  type SnapResponseKind,
} from '@dasbor/contract/snap';
import { type Secrets, type SnapCredentials, listAcceptedCredentials } from '../secrets.ts';
import { isValidMessageSignature, isValidTokenSignature } from './signature.ts';

export const TOKEN_TTL_S = 900;

/** A SNAP BI error response; `field` completes its message. */
export class SnapError extends Error {
  readonly response: SnapResponseKind;
  readonly field: string;
  constructor(response: SnapResponseKind, field = '') {
    super(`${response} ${field}`.trim());
    this.response = response;
    this.field = field;
  }
}

export interface ReceivedRequest {
  method: string;
  /** Path and query as requested. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The bytes as received. */
  body: Buffer;
}

const timestampSchema = z.iso.datetime({ offset: true });

/** Validates a token request. Throws SnapError. */
export function assertTokenRequest({ headers }: ReceivedRequest, credentials: Secrets['snap'], now: Date): void {
  const client_key = getRequiredHeader(headers, SNAP_HEADERS.client_key);
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const timestamp = getRecentTimestamp(headers, now);
  const known = listAcceptedCredentials(credentials, now).filter((set) => set.bank_client_key === client_key);
  if (known.length === 0) throw new SnapError('unauthorized', 'Unknown client');
  if (!known.some((set) => isValidTokenSignature(set.bank_public_key_pem, client_key, timestamp, signature))) {
    throw new SnapError('unauthorized', 'Signature');
  }
}

/** Authenticates a signed request and returns its X-EXTERNAL-ID, which the receiver records for idempotency. Throws SnapError. */
export function authenticateMessage(request: ReceivedRequest, credentials: Secrets['snap'], now: Date): string {
  const { headers, method, url: relative_url, body } = request;
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const external_id = getRequiredHeader(headers, SNAP_HEADERS.external_id);
  const partner_id = getRequiredHeader(headers, SNAP_HEADERS.partner_id);
  const timestamp = getRecentTimestamp(headers, now);
  const access_token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (access_token === undefined) throw new SnapError('token_not_found');
  const accepted = listAcceptedCredentials(credentials, now);
  // A token of before the rotation may come with a signature of after it.
  if (!accepted.some((set) => isValidToken(access_token, set, now))) throw new SnapError('invalid_token');
  const parts = { method, relative_url, access_token, body, timestamp };
  const signers = accepted.filter((set) => isValidMessageSignature(set.bank_client_secret, parts, signature));
  if (signers.length === 0) throw new SnapError('unauthorized', 'Signature');
  if (!signers.some((set) => set.bank_client_key === partner_id)) throw new SnapError('partner_not_found');
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapError('invalid_format', 'X-EXTERNAL-ID');
  return external_id;
}

/** Issues a stateless bearer token: its expiry and a MAC, so that every process can verify it. */
export function issueToken(credentials: SnapCredentials, now: Date): string {
  const expires_at = String(now.getTime() + TOKEN_TTL_S * 1000);
  return `${expires_at}.${signExpiry(credentials, expires_at)}`;
}

function isValidToken(token: string, credentials: SnapCredentials, now: Date): boolean {
  const match = /^(\d{13,15})\.([\w-]{43})$/.exec(token);
  const [, ends_at = '', given = ''] = match ?? [];
  if (match === null || Number(ends_at) <= now.getTime()) return false;
  // Hashed, so that the look-up takes the same time for every guess.
  const digest = hash('sha256', token);
  const verified = verified_tokens.get(credentials) ?? new Set<string>();
  if (verified.has(digest)) return true;
  const expected = signExpiry(credentials, ends_at);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return false;
  if (verified.size >= VERIFIED_TOKENS_MAX) verified.clear();
  verified_tokens.set(credentials, verified.add(digest));
  return true;
}

/** Hashes of tokens whose MAC was verified: the bank uses one token for thousands of callbacks. */
const verified_tokens = new WeakMap<SnapCredentials, Set<string>>();
const VERIFIED_TOKENS_MAX = 100;

/** The key derives from our private key, which the bank does not know. */
function signExpiry(credentials: SnapCredentials, text: string): string {
  let key = token_keys.get(credentials);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', credentials.partner_private_key_pem, '', 'dasbor callback token', 32));
    token_keys.set(credentials, key);
  }
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Derived keys, cached because every callback needs one. */
const token_keys = new WeakMap<SnapCredentials, Buffer>();

export function getRequiredHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new SnapError('missing_field', name.toUpperCase());
  return value;
}

export function getRecentTimestamp(headers: IncomingHttpHeaders, now: Date): string {
  const timestamp = getRequiredHeader(headers, SNAP_HEADERS.timestamp);
  if (!timestampSchema.safeParse(timestamp).success) throw new SnapError('invalid_format', 'X-TIMESTAMP');
  if (Math.abs(Date.parse(timestamp) - now.getTime()) > SNAP_CLOCK_SKEW_MS) {
    throw new SnapError('unauthorized', 'X-TIMESTAMP is more than five minutes off');
  }
  return timestamp;
}
