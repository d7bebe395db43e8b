/** Client for the SNAP BI services of the partners: obtains a B2B token per partner and sends signed requests. */
import * as duration from '@dasbor/contract/duration';
import {
  accessTokenResponse,
  isSnapSuccess,
  SNAP_HEADERS,
  SNAP_PATHS,
  SNAP_SERVICES,
  type SnapCall,
  snapResponse,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { AttemptResult, Callback } from './callback.ts';
import type { Partner } from './partners.ts';
import { randomDigits, formatTimestamp } from './qr-code.ts';
import { signRequest, signTokenRequest } from './signature.ts';

/** Path prefix of the partner's SNAP BI services. */
const PARTNER_PREFIX = '/snap';
const CHANNEL_ID = '95221';
const TIMEOUT_MS = duration.seconds(10);
/** Tokens are renewed this long before they expire, so that none expires in transit. */
const TOKEN_MARGIN_MS = duration.seconds(10);

export interface PartnerClient {
  /** Sends a callback; never throws. */
  notify(
    partner: Partner,
    callback: Pick<Callback, 'call' | 'body'>,
    attempt: { attempt_id: number; wrong_signature: boolean },
  ): Promise<AttemptResult>;
  /** Sends a request and returns the raw response body. Throws when there is no response. */
  request(partner: Partner, call: SnapCall, body: object): Promise<{ http_status: number; body: unknown }>;
}

interface Request {
  call: SnapCall;
  body: string;
  message_no: string;
  wrong_signature: boolean;
}

export function createPartnerClient(partnerUrl: () => string, clock: () => Date): PartnerClient {
  /** By our client key at the partner. */
  const tokens = new Map<string, { value: string; usable_until: number }>();

  const post = (path: string, body: string, headers: Record<string, string>) =>
    postJson(partnerUrl() + path, body, headers);

  async function accessToken({ bank_client_key, bank_private_key_pem }: Partner['callback']): Promise<string> {
    const at = clock();
    const token = tokens.get(bank_client_key);
    if (token !== undefined && at.getTime() < token.usable_until) return token.value;
    const timestamp = toSnapTime(at);
    const response = await post(
      PARTNER_PREFIX + SNAP_PATHS.access_token,
      JSON.stringify({ grantType: 'client_credentials' }),
      {
        [SNAP_HEADERS.client_key]: bank_client_key,
        [SNAP_HEADERS.timestamp]: timestamp,
        [SNAP_HEADERS.signature]: signTokenRequest(bank_private_key_pem, bank_client_key, timestamp),
      },
    );
    const answer = accessTokenResponse.safeParse(await readJson(response));
    if (!answer.success || !isSnapSuccess(response.status, answer.data.responseCode, SNAP_SERVICES.access_token)) {
      throw new Error(`The partner issued no token: HTTP ${response.status}`);
    }
    const { accessToken: value, expiresIn } = answer.data;
    tokens.set(bank_client_key, {
      value,
      usable_until: at.getTime() + Number(expiresIn) * 1000 - TOKEN_MARGIN_MS,
    });
    return value;
  }

  async function send({ callback }: Partner, { call, body, message_no, wrong_signature }: Request) {
    const { bank_client_key, bank_client_secret } = callback;
    const access_token = await accessToken(callback);
    const relative_url = PARTNER_PREFIX + SNAP_PATHS[call];
    const timestamp = toSnapTime(clock());
    const secret = wrong_signature ? `not ${bank_client_secret}` : bank_client_secret;
    const response = await post(relative_url, body, {
      [SNAP_HEADERS.authorization]: `Bearer ${access_token}`,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signRequest(secret, { method: 'POST', relative_url, access_token, body, timestamp }),
      [SNAP_HEADERS.partner_id]: bank_client_key,
      [SNAP_HEADERS.external_id]: `${formatTimestamp(clock())}${message_no}${randomDigits(6)}`,
      [SNAP_HEADERS.channel_id]: CHANNEL_ID,
    });
    // The partner may have dropped the token, for example after a restart; the next attempt requests a new one.
    if (response.status === 401) tokens.delete(bank_client_key);
    return { http_status: response.status, body: await readJson(response) };
  }

  return {
    async notify(partner, { call, body }, { attempt_id, wrong_signature }) {
      const started = performance.now();
      const latency_ms = () => Math.round(performance.now() - started);
      try {
        const message = { call, body, message_no: String(attempt_id), wrong_signature };
        const { http_status, body: given } = await send(partner, message);
        const answer = snapResponse.safeParse(given);
        const response_code = answer.success ? answer.data.responseCode : null;
        const delivered = response_code !== null && isSnapSuccess(http_status, response_code, SNAP_SERVICES[call]);
        const detail = answer.success ? answer.data.responseMessage : 'The response is not a SNAP response';
        return { delivered, http_status, response_code, detail, latency_ms: latency_ms() };
      } catch (error) {
        const detail = describeError(error);
        return { delivered: false, http_status: null, response_code: null, detail, latency_ms: latency_ms() };
      }
    },
    request: (partner, call, body) =>
      send(partner, { call, body: JSON.stringify(body), message_no: randomDigits(9), wrong_signature: false }),
  };
}

const postJson = (url: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The message `fetch failed` is generic; its cause names the error. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string'
    ? `No response: ${cause.code}`
    : `No response: ${cause.message}`;
}
