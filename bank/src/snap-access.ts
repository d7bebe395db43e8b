/** Who may call the bank's SNAP services: headers, clock, token, signature and the one use of X-EXTERNAL-ID. */
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
import { verifyCall, verifyTokenRequest } from './signature.ts';

export const TOKEN_LIFE_S = 900;

/** A refusal in the words of SNAP BI. `field` completes its message. */
export class SnapRefused extends Error {
  readonly response: SnapResponseKind;
  readonly field: string;
  constructor(response: SnapResponseKind, field = '') {
    super(`${response} ${field}`);
    this.response = response;
    this.field = field;
  }
}

/** What the checks need of a request. */
export interface ReceivedCall {
  method: string;
  /** Path and query as requested. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The text as received. */
  body: string;
}

interface Door {
  database: DatabaseSync;
  credentials: BankCredentials;
  clock: () => Date;
}

const offsetTime = z.iso.datetime({ offset: true });

/** Checks a token request; throws SnapRefused. */
export function admitTokenRequest({ credentials, clock }: Door, { headers }: ReceivedCall): void {
  const client_key = required(headers, SNAP_HEADERS.client_key);
  const signature = required(headers, SNAP_HEADERS.signature);
  const timestamp = timely(headers, clock());
  if (client_key !== credentials.client_key) throw new SnapRefused('unauthorized', 'Unknown client');
  if (!verifyTokenRequest(credentials.partner_public_key_pem, client_key, timestamp, signature)) {
    throw new SnapRefused('unauthorized', 'Signature');
  }
}

/** A new token of the partner; only its hash is kept. */
export function issueToken({ database, clock }: Door): string {
  const token = randomBytes(32).toString('base64url');
  const now = clock().getTime();
  database.prepare('delete from access_token where expires_at <= ?').run(now);
  database.prepare('insert into access_token values (?, ?)').run(hashOf(token), now + TOKEN_LIFE_S * 1000);
  return token;
}

/** Checks a call of a transaction service and spends its X-EXTERNAL-ID; throws SnapRefused. */
export function admitCall({ database, credentials, clock }: Door, call: ReceivedCall): void {
  const { headers, method, url: relative_url, body } = call;
  const now = clock();
  const signature = required(headers, SNAP_HEADERS.signature);
  const partner_id = required(headers, SNAP_HEADERS.partner_id);
  const external_id = required(headers, SNAP_HEADERS.external_id);
  required(headers, SNAP_HEADERS.channel_id);
  const timestamp = timely(headers, now);
  const access_token = bearerOf(headers);
  const row = database.prepare('select expires_at from access_token where token_sha256 = ?').get(hashOf(access_token));
  if (!row || Number(row.expires_at) <= now.getTime()) throw new SnapRefused('invalid_token');
  const signed = { method, relative_url, access_token, body, timestamp };
  if (!verifyCall(credentials.client_secret, signed, signature)) throw new SnapRefused('unauthorized', 'Signature');
  if (partner_id !== credentials.client_key) throw new SnapRefused('partner_not_found');
  if (!SNAP_EXTERNAL_ID_PATTERN.test(external_id)) throw new SnapRefused('invalid_format', 'X-EXTERNAL-ID');
  spendExternalId(database, toBusinessDay(now), external_id);
}

function spendExternalId(database: DatabaseSync, day: string, external_id: string): void {
  database.prepare('delete from external_id where day < ?').run(day);
  const { changes } = database.prepare('insert or ignore into external_id values (?, ?)').run(day, external_id);
  if (changes === 0) throw new SnapRefused('duplicate_external_id');
}

function required(headers: ReceivedCall['headers'], name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new SnapRefused('missing_field', name.toUpperCase());
  return value;
}

function timely(headers: ReceivedCall['headers'], now: Date): string {
  const timestamp = required(headers, SNAP_HEADERS.timestamp);
  if (!offsetTime.safeParse(timestamp).success) throw new SnapRefused('invalid_format', 'X-TIMESTAMP');
  if (Math.abs(Date.parse(timestamp) - now.getTime()) > SNAP_CLOCK_SKEW_MS) {
    throw new SnapRefused('unauthorized', 'X-TIMESTAMP is more than five minutes away');
  }
  return timestamp;
}

function bearerOf(headers: ReceivedCall['headers']): string {
  const match = /^Bearer (\S+)$/i.exec(String(headers[SNAP_HEADERS.authorization] ?? ''));
  if (!match?.[1]) throw new SnapRefused('token_not_found');
  return match[1];
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
