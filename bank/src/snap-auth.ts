/** Authenticates SNAP BI requests: headers, timestamp, token, signature and unique X-EXTERNAL-ID. */
import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  SNAP_CLOCK_SKEW_MS,
  SNAP_EXTERNAL_ID_PATTERN,
  SNAP_HEADERS,
  type SnapResponseKind,
} from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { z } from 'zod';
import type { BankCredentials } from './credentials.ts';
import { verifyRequest, verifyTokenRequest } from './signature.ts';

export const TOKEN_TTL_S = 900;

/** A SNAP BI error response; `field` completes its message. */
export class SnapError extends Error {
  readonly response: SnapResponseKind;
  readonly field: string;
  constructor(response: SnapResponseKind, field = '') {
    super(`${response} ${field}`);
    this.response = response;
    this.field = field;
  }
}

/** The parts of a request that authentication needs. */
export interface ReceivedRequest {
  method: string;
  /** Path and query as requested. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The text as received. */
  body: string;
}

interface AuthContext {
  database: DatabaseSync;
  credentials: BankCredentials;
  clock: () => Date;
}

const offsetTime = z.iso.datetime({ offset: true });

/** Validates a token request. Throws SnapError. */
export function assertTokenRequest({ credentials, clock }: AuthContext, { headers }: ReceivedRequest): void {
  const client_key = getRequiredHeader(headers, SNAP_HEADERS.client_key);
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const timestamp = getRecentTimestamp(headers, clock());
  if (client_key !== credentials.client_key) throw new SnapError('unauthorized', 'Unknown client');
  if (!verifyTokenRequest(credentials.partner_public_key_pem, client_key, timestamp, signature)) {
    throw new SnapError('unauthorized', 'Signature');
  }
}

/** Issues an access token; only its hash is stored. */
export function issueToken({ database, clock }: AuthContext): string {
  const token = randomBytes(32).toString('base64url');
  const now = clock().getTime();
  database.prepare('delete from access_token where expires_at <= ?').run(now);
  database.prepare('insert into access_token values (?, ?)').run(hashToken(token), now + TOKEN_TTL_S * 1000);
  return token;
}

/** Validates a request and records its X-EXTERNAL-ID. Throws SnapError. */
export function assertRequest({ database, credentials, clock }: AuthContext, call: ReceivedRequest): void {
  const { headers, method, url: relative_url, body } = call;
  const now = clock();
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const partner_id = getRequiredHeader(headers, SNAP_HEADERS.partner_id);
  const external_id = getRequiredHeader(headers, SNAP_HEADERS.external_id);
  getRequiredHeader(headers, SNAP_HEADERS.channel_id);
  const timestamp = getRecentTimestamp(headers, now);
  const access_token = getBearerToken(headers);
  const row = database
    .prepare('select expires_at from access_token where token_sha256 = ?')
    .get(hashToken(access_token));
  if (!row || Number(row.expires_at) <= now.getTime()) throw new SnapError('invalid_token');
  const signed = { method, relative_url, access_token, body, timestamp };
  if (!verifyRequest(credentials.client_secret, signed, signature)) throw new SnapError('unauthorized', 'Signature');
  if (partner_id !== credentials.client_key) throw new SnapError('partner_not_found');
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapError('invalid_format', 'X-EXTERNAL-ID');
  assertNewExternalId(database, toBusinessDay(now), external_id);
}

function assertNewExternalId(database: DatabaseSync, day: string, external_id: string): void {
  database.prepare('delete from external_id where day < ?').run(day);
  const { changes } = database.prepare('insert or ignore into external_id values (?, ?)').run(day, external_id);
  if (changes === 0) throw new SnapError('duplicate_external_id');
}

function getRequiredHeader(headers: ReceivedRequest['headers'], name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new SnapError('missing_field', name.toUpperCase());
  return value;
}

function getRecentTimestamp(headers: ReceivedRequest['headers'], now: Date): string {
  const timestamp = getRequiredHeader(headers, SNAP_HEADERS.timestamp);
  if (!offsetTime.safeParse(timestamp).success) throw new SnapError('invalid_format', 'X-TIMESTAMP');
  if (Math.abs(Date.parse(timestamp) - now.getTime()) > SNAP_CLOCK_SKEW_MS) {
    throw new SnapError('unauthorized', 'X-TIMESTAMP is more than five minutes off');
  }
  return timestamp;
}

function getBearerToken(headers: ReceivedRequest['headers']): string {
  const match = /^Bearer (\S+)$/i.exec(String(headers[SNAP_HEADERS.authorization] ?? ''));
  if (!match?.[1]) throw new SnapError('token_not_found');
  return match[1];
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
