/** SNAP BI over HTTP: obtains and caches an access token, and signs and sends requests with it. */
import { randomInt } from 'node:crypto';
import { request as undiciRequest } from 'undici';
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
import type { Secrets } from '../secrets.ts';
import { signMessage, signToken } from './signature.ts';

export interface SnapTransportOptions {
  /** Base URL of the bank's SNAP BI service. */
  url: string;
  credentials: Secrets['snap'];
  clock: Clock;
}

export interface SnapReply {
  http_status: number;
  /** null when it is not JSON. */
  body: unknown;
}

/** `reply` is null when no response arrived; `detail` then says why. */
type SendResult = { external_id: string } & ({ reply: SnapReply } | { reply: null; detail: string });

export interface SnapTransport {
  /** Sends a JSON text to a SNAP BI path; never throws. A 401 renews the access token and retries once. */
  send(method: SnapMethod, path: string, text: string): Promise<SendResult>;
}

const TIMEOUT_MS = 5_000;
const RESPONSE_MAX_CHARACTERS = 64 * 1024;
const CHANNEL_ID = '95221';
/** Tokens are renewed this long before they expire, so that none expires in transit. */
const TOKEN_MARGIN_MS = 30_000;

export function createSnapTransport({ url, credentials, clock }: SnapTransportOptions): SnapTransport {
  const base = url.replace(/\/$/, '');
  let token: { value: Promise<string>; usable_until: number } | null = null;

  /** Concurrent requests share one token request. */
  function accessToken(): Promise<string> {
    const now_ms = clock.now().getTime();
    if (token && now_ms < token.usable_until) return token.value;
    const fresh = { value: Promise.resolve(''), usable_until: now_ms + TIMEOUT_MS };
    token = fresh;
    fresh.value = requestToken(base, credentials, clock.now()).then(
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

  async function sendSigned(method: SnapMethod, path: string, body: string, external_id: string): Promise<SnapReply> {
    const access_token = await accessToken();
    const timestamp = toSnapTime(clock.now());
    const parts = { method, relative_url: new URL(base + path).pathname, access_token, body, timestamp };
    return request(method, base + path, body, {
      [SNAP_HEADERS.authorization]: `Bearer ${access_token}`,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signMessage(credentials.client_secret, parts),
      [SNAP_HEADERS.partner_id]: credentials.client_key,
      [SNAP_HEADERS.external_id]: external_id,
      [SNAP_HEADERS.channel_id]: CHANNEL_ID,
    });
  }

  return {
    send: async (method, path, text) => {
      let external_id = newExternalId(clock.now());
      try {
        let reply = await sendSigned(method, path, text, external_id);
        if (reply.http_status === 401) {
          token = null;
          external_id = newExternalId(clock.now());
          reply = await sendSigned(method, path, text, external_id);
        }
        return { external_id, reply };
      } catch (error) {
        return { external_id, reply: null, detail: describeError(error) };
      }
    },
  };
}

async function requestToken(
  base: string,
  { client_key, partner_private_key_pem }: Secrets['snap'],
  at: Date,
): Promise<{ value: string; life_ms: number }> {
  const timestamp = toSnapTime(at);
  const reply = await request(
    'POST',
    base + SNAP_PATHS.access_token,
    JSON.stringify({ grantType: 'client_credentials' }),
    {
      [SNAP_HEADERS.client_key]: client_key,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signToken(partner_private_key_pem, client_key, timestamp),
    },
  );
  const answer = accessTokenResponse.safeParse(reply.body);
  if (!answer.success || !isSnapSuccess(reply.http_status, answer.data.responseCode, SNAP_SERVICES.access_token)) {
    throw new Error(`The bank issued no access token (HTTP ${reply.http_status})`);
  }
  return { value: answer.data.accessToken, life_ms: Number(answer.data.expiresIn) * 1000 };
}

async function request(
  method: SnapMethod,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<SnapReply> {
  const answer = await undiciRequest(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.body.text();
  return { http_status: answer.statusCode, body: text.length > RESPONSE_MAX_CHARACTERS ? null : parseJson(text) };
}

/** Digits, unique per day: the time in milliseconds followed by twelve random digits. */
const newExternalId = (at: Date): string => `${at.getTime()}${String(randomInt(1e12)).padStart(12, '0')}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No response within ${TIMEOUT_MS / 1000} s`;
  return 'code' in error && typeof error.code === 'string' ? `No response: ${error.code}` : error.message;
}
