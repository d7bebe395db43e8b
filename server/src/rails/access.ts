/** Who may call our SNAP BI side: clock, key, token and signature, in the words of the standard. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { SNAP_CLOCK_SKEW_MS, SNAP_EXTERNAL_ID_PATTERN, SNAP_HEADERS, type SnapResponse } from '@dasbor/contract/snap';
import type { Secrets } from '../secrets.ts';
import { isMessageSignature, isTokenSignature } from './signature.ts';

export const TOKEN_LIFE_S = 900;

/** A refusal in the words of SNAP BI; `field` completes its message. */
export class SnapRefused extends Error {
  readonly response: SnapResponse;
  readonly field: string;
  constructor(response: SnapResponse, field = '') {
    super(`${response} ${field}`.trim());
    this.response = response;
    this.field = field;
  }
}

export interface Received {
  method: string;
  /** Path and query as requested. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The bytes as received. */
  body: Buffer;
}

const offset_time = z.iso.datetime({ offset: true });

/** Checks a token request; throws SnapRefused. */
export function admitTokenRequest({ headers }: Received, credentials: Secrets['snap'], now: Date): void {
  const client_key = required(headers, SNAP_HEADERS.client_key);
  const signature = required(headers, SNAP_HEADERS.signature);
  const timestamp = timely(headers, now);
  if (client_key !== credentials.bank_client_key) throw new SnapRefused('unauthorized', 'Unknown client');
  if (!isTokenSignature(credentials.bank_public_key_pem, client_key, timestamp, signature)) {
    throw new SnapRefused('unauthorized', 'Signature');
  }
}

/** Checks a signed message and answers its X-EXTERNAL-ID, whose single use the receiver records; throws SnapRefused. */
export function admitMessage(received: Received, credentials: Secrets['snap'], now: Date): string {
  const { headers, method, url: relative_url, body } = received;
  const signature = required(headers, SNAP_HEADERS.signature);
  const external_id = required(headers, SNAP_HEADERS.external_id);
  const partner_id = required(headers, SNAP_HEADERS.partner_id);
  const timestamp = timely(headers, now);
  const access_token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (access_token === undefined) throw new SnapRefused('token_not_found');
  if (!isToken(access_token, credentials, now)) throw new SnapRefused('invalid_token');
  const parts = { method, relative_url, access_token, body, timestamp };
  if (!isMessageSignature(credentials.bank_client_secret, parts, signature)) {
    throw new SnapRefused('unauthorized', 'Signature');
  }
  if (partner_id !== credentials.bank_client_key) throw new SnapRefused('partner_not_found');
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapRefused('invalid_format', 'X-EXTERNAL-ID');
  return external_id;
}

/** A bearer token for the bank: its end and our seal, so that every process accepts it and nothing is stored. */
export function issueToken(credentials: Secrets['snap'], now: Date): string {
  const ends_at = String(now.getTime() + TOKEN_LIFE_S * 1000);
  return `${ends_at}.${seal(credentials, ends_at)}`;
}

function isToken(token: string, credentials: Secrets['snap'], now: Date): boolean {
  const match = /^(\d{13,15})\.([\w-]{43})$/.exec(token);
  const [, ends_at = '', given = ''] = match ?? [];
  if (match === null || Number(ends_at) <= now.getTime()) return false;
  const wanted = seal(credentials, ends_at);
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** Under a key that only we can derive: the bank knows its own secret but not our private key. */
function seal(credentials: Secrets['snap'], text: string): string {
  let key = seal_keys.get(credentials);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', credentials.partner_private_key_pem, '', 'dasbor callback token', 32));
    seal_keys.set(credentials, key);
  }
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Worked out once: every callback is checked with it. */
const seal_keys = new WeakMap<Secrets['snap'], Buffer>();

function required(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new SnapRefused('missing_field', name.toUpperCase());
  return value;
}

function timely(headers: IncomingHttpHeaders, now: Date): string {
  const timestamp = required(headers, SNAP_HEADERS.timestamp);
  if (!offset_time.safeParse(timestamp).success) throw new SnapRefused('invalid_format', 'X-TIMESTAMP');
  if (Math.abs(Date.parse(timestamp) - now.getTime()) > SNAP_CLOCK_SKEW_MS) {
    throw new SnapRefused('unauthorized', 'X-TIMESTAMP is more than five minutes away');
  }
  return timestamp;
}
