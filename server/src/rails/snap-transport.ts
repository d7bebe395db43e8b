/** SNAP BI over HTTP: obtains and caches an access token, and signs and sends requests with it. */
import { request as undiciRequest } from 'undici';
import * as duration from '@dasbor/contract/duration';
import {
  SNAP_HEADERS,
  SNAP_PATHS,
  SNAP_SERVICES,
  type SnapMethod,
  accessTokenResponse,
  isSnapSuccess,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { Clock } from '../db/clock.ts';
import type { SnapCredentials } from '../secrets.ts';
import { signMessage, signToken } from './signature.ts';

/** Signing keys of requests to the bank. */
export type OutgoingCredentials = Pick<SnapCredentials, 'client_key' | 'client_secret' | 'partner_private_key_pem'>;

export interface SnapTransportOptions {
  /** Base URL of the bank's SNAP BI service. */
  url: string;
  credentials: OutgoingCredentials;
  clock: Clock;
  /** Wait for a response; 5 s by default. */
  timeout_ms?: number;
}

export interface RawSnapResponse {
  http_status: number;
  /** null when it is not JSON. */
  body: unknown;
}

/** `reply` is null when no response arrived; `detail` then contains the reason. */
type SendResult = { reply: RawSnapResponse } | { reply: null; detail: string };

interface SnapCallHead {
  method: SnapMethod;
  path: string;
  external_id: string;
}

export interface SnapTransport {
  /** Obtains an access token unless a usable one is cached. Throws SnapTokenError when the bank issues none. */
  obtainToken(): Promise<string>;
  /**
   * Sends a JSON text to a SNAP BI path; never throws. A 401 renews the access token and retries once, under the same
   * X-EXTERNAL-ID: it is one request.
   */
  send(head: SnapCallHead, text: string): Promise<SendResult>;
}

const DEFAULT_TIMEOUT_MS = duration.seconds(5);
const RESPONSE_MAX_CHARACTERS = 64 * 1024;
const CHANNEL_ID = '95221';
/** Tokens are renewed this long before they expire, so that none expires in transit. */
const TOKEN_MARGIN_MS = duration.seconds(30);

export function createSnapTransport(options: SnapTransportOptions): SnapTransport {
  const { url, credentials, clock, timeout_ms = DEFAULT_TIMEOUT_MS } = options;
  const base = url.replace(/\/$/, '');
  let token: { value: Promise<string>; usable_until: number; client_key: string } | null = null;

  /** Concurrent requests share one token request. */
  function accessToken(): Promise<string> {
    const now_ms = clock.now().getTime();
    const { client_key } = credentials;
    // A rotation may replace the client key.
    if (token && token.client_key === client_key && now_ms < token.usable_until) return token.value;
    const fresh = { value: Promise.resolve(''), usable_until: now_ms + timeout_ms, client_key };
    token = fresh;
    fresh.value = requestToken({ base, credentials, timeout_ms }, clock.now()).then(
      ({ value, life_ms }) => {
        fresh.usable_until = now_ms + life_ms - TOKEN_MARGIN_MS;
        return value;
      },
      (error: unknown) => {
        if (token === fresh) token = null;
        throw error;
      },
    );
    return fresh.value;
  }

  async function sendSigned({ method, path, external_id }: SnapCallHead, body: string): Promise<RawSnapResponse> {
    const access_token = await accessToken();
    const timestamp = toSnapTime(clock.now());
    const parts = { method, relative_url: new URL(base + path).pathname, access_token, body, timestamp };
    return request(
      { method, url: base + path, body, timeout_ms },
      {
        [SNAP_HEADERS.authorization]: `Bearer ${access_token}`,
        [SNAP_HEADERS.timestamp]: timestamp,
        [SNAP_HEADERS.signature]: signMessage(credentials.client_secret, parts),
        [SNAP_HEADERS.partner_id]: credentials.client_key,
        [SNAP_HEADERS.external_id]: external_id,
        [SNAP_HEADERS.channel_id]: CHANNEL_ID,
      },
    );
  }

  return {
    obtainToken: accessToken,
    send: async (head, text) => {
      try {
        let reply = await sendSigned(head, text);
        if (reply.http_status === 401) {
          token = null;
          reply = await sendSigned(head, text);
        }
        return { reply };
      } catch (error) {
        return { reply: null, detail: describeError(error, timeout_ms) };
      }
    },
  };
}

/** The bank responded to a token request with an error. */
export class SnapTokenError extends Error {
  readonly http_status: number;
  constructor(http_status: number) {
    super(`The bank issued no access token (HTTP ${http_status})`);
    this.http_status = http_status;
  }
}

async function requestToken(
  { base, credentials, timeout_ms }: { base: string; credentials: OutgoingCredentials; timeout_ms: number },
  at: Date,
): Promise<{ value: string; life_ms: number }> {
  const { client_key, partner_private_key_pem } = credentials;
  const timestamp = toSnapTime(at);
  const body = JSON.stringify({ grantType: 'client_credentials' });
  const reply = await request(
    { method: 'POST', url: base + SNAP_PATHS.access_token, body, timeout_ms },
    {
      [SNAP_HEADERS.client_key]: client_key,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signToken(partner_private_key_pem, client_key, timestamp),
    },
  );
  const answer = accessTokenResponse.safeParse(reply.body);
  if (!answer.success || !isSnapSuccess(reply.http_status, answer.data.responseCode, SNAP_SERVICES.access_token)) {
    throw new SnapTokenError(reply.http_status);
  }
  return { value: answer.data.accessToken, life_ms: Number(answer.data.expiresIn) * 1000 };
}

interface SnapRequest {
  method: SnapMethod;
  url: string;
  body: string;
  timeout_ms: number;
}

async function request(
  { method, url, body, timeout_ms }: SnapRequest,
  headers: Record<string, string>,
): Promise<RawSnapResponse> {
  const answer = await undiciRequest(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(timeout_ms),
  });
  const text = await answer.body.text();
  return { http_status: answer.statusCode, body: text.length > RESPONSE_MAX_CHARACTERS ? null : parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeError(error: unknown, timeout_ms: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No response within ${timeout_ms / 1000} s`;
  return 'code' in error && typeof error.code === 'string' ? `No response: ${error.code}` : error.message;
}
