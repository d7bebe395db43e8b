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
import type { Partner, Partners } from './partners.ts';
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
  partners: Pick<Partners, 'findByClientKey'>;
  clock: () => Date;
}

const offsetTime = z.iso.datetime({ offset: true });

/** Validates a token request and returns its partner. Throws SnapError. */
export function authenticateTokenRequest({ partners, clock }: AuthContext, { headers }: ReceivedRequest): Partner {
  const client_key = getRequiredHeader(headers, SNAP_HEADERS.client_key);
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const timestamp = getRecentTimestamp(headers, clock());
  const partner = partners.findByClientKey(client_key);
  if (partner === null) throw new SnapError('unauthorized', 'Unknown client');
  const { partner_public_key_pem: key } = partner;
  if (key === null || !verifyTokenRequest(key, client_key, timestamp, signature)) {
    throw new SnapError('unauthorized', 'Signature');
  }
  return partner;
}

/** Issues an access token for one partner; only its hash is stored. */
export function issueToken({ database, clock }: AuthContext, partner: Partner): string {
  const token = randomBytes(32).toString('base64url');
  const now = clock().getTime();
  database.prepare('delete from access_token where expires_at <= ?').run(now);
  database.prepare('insert into access_token values (?, ?)').run(hashToken(token, partner), now + TOKEN_TTL_S * 1000);
  return token;
}

/** Authenticates a request, records its X-EXTERNAL-ID and returns its partner. Throws SnapError. */
export function authenticateRequest({ database, partners, clock }: AuthContext, call: ReceivedRequest): Partner {
  const { headers, method, url: relative_url, body } = call;
  const now = clock();
  const signature = getRequiredHeader(headers, SNAP_HEADERS.signature);
  const partner_id = getRequiredHeader(headers, SNAP_HEADERS.partner_id);
  const external_id = getRequiredHeader(headers, SNAP_HEADERS.external_id);
  getRequiredHeader(headers, SNAP_HEADERS.channel_id);
  const timestamp = getRecentTimestamp(headers, now);
  const access_token = getBearerToken(headers);
  const partner = partners.findByClientKey(partner_id);
  if (partner === null) throw new SnapError('partner_not_found');
  const row = database
    .prepare('select expires_at from access_token where token_sha256 = ?')
    .get(hashToken(access_token, partner));
  if (!row || Number(row.expires_at) <= now.getTime()) throw new SnapError('invalid_token');
  const signed = { method, relative_url, access_token, body, timestamp };
  if (!partner.client_secrets.some((secret) => verifyRequest(secret, signed, signature))) {
    throw new SnapError('unauthorized', 'Signature');
  }
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapError('invalid_format', 'X-EXTERNAL-ID');
  const scope = partner.is_first ? '' : `${partner.client_key}|`;
  assertNewExternalId(database, toBusinessDay(now), scope + external_id);
  return partner;
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

/** The hash covers the partner, so that nobody else can use its token. */
const hashToken = (token: string, { client_key, is_first }: Partner): string =>
  createHash('sha256')
    .update(is_first ? token : `${client_key}|${token}`)
    .digest('hex');
