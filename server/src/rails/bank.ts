/** The bank as we call it over SNAP BI: signs, sends, and tells what came back in words that callers can act on. */
import { randomInt } from 'node:crypto';
import { request as send } from 'undici';
import type { z } from 'zod';
import {
  type QrGenerateAnswer,
  type QrGenerateRequest,
  type QrQueryAnswer,
  SNAP_HEADERS,
  SNAP_PATHS,
  SNAP_SERVICES,
  type SnapCall,
  accessTokenAnswer,
  isSnapSuccess,
  qrGenerateAnswer,
  qrQueryAnswer,
  snapAnswer,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { Clock } from '../db/clock.ts';
import type { Secrets } from '../secrets.ts';
import { BANK_PARTNER, type RailMessage, withoutSecrets } from './message.ts';
import { signMessage, signToken } from './signature.ts';

/**
 * What became of a call. `refused`: the bank said no, and would again. `unreachable`: nobody knows what the bank did
 * (no answer, an answer of its own trouble, or one that makes no sense); the call may be made again.
 */
export type BankOutcome<Answer> = { message: RailMessage } & (
  | { kind: 'ok'; answer: Answer }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string }
);

export interface Bank {
  /** Asks for a dynamic code. Asking again under the same partnerReferenceNo answers the same code. */
  generateQr(request: QrGenerateRequest): Promise<BankOutcome<QrGenerateAnswer>>;
  /** Asks how a code stands. */
  queryQr(partner_reference_no: string): Promise<BankOutcome<QrQueryAnswer>>;
}

interface Options {
  /** Base URL of the bank's SNAP BI service. */
  url: string;
  credentials: Secrets['snap'];
  clock: Clock;
}

const TIMEOUT_MS = 5_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const CHANNEL_ID = '95221';
/** A token is not used in its last seconds: it could expire on the way. */
const TOKEN_MARGIN_MS = 30_000;

interface Reply {
  http_status: number;
  body: unknown;
}

export function createBank({ url, credentials, clock }: Options): Bank {
  const base = url.replace(/\/$/, '');
  let token: { value: Promise<string>; usable_until: number } | null = null;

  async function post(path: string, body: string, headers: Record<string, string>): Promise<Reply> {
    const answer = await send(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await answer.body.text();
    return { http_status: answer.statusCode, body: text.length > ANSWER_MAX_BYTES ? null : parseJson(text) };
  }

  async function requestToken(at: Date): Promise<string> {
    const { client_key, partner_private_key_pem } = credentials;
    const timestamp = toSnapTime(at);
    const reply = await post(SNAP_PATHS.access_token, JSON.stringify({ grantType: 'client_credentials' }), {
      [SNAP_HEADERS.client_key]: client_key,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signToken(partner_private_key_pem, client_key, timestamp),
    });
    const answer = accessTokenAnswer.safeParse(reply.body);
    if (!answer.success || !isSnapSuccess(reply.http_status, answer.data.responseCode, SNAP_SERVICES.access_token)) {
      throw new Error(`The bank gave no token (HTTP ${reply.http_status})`);
    }
    if (token) token.usable_until = at.getTime() + Number(answer.data.expiresIn) * 1000 - TOKEN_MARGIN_MS;
    return answer.data.accessToken;
  }

  /** One request for a token serves all calls that need it at the time. */
  function accessToken(): Promise<string> {
    const at = clock.now();
    if (token && at.getTime() < token.usable_until) return token.value;
    const fresh = { value: Promise.resolve(''), usable_until: at.getTime() + TIMEOUT_MS };
    token = fresh;
    fresh.value = requestToken(at).catch((error: unknown) => {
      if (token === fresh) token = null;
      throw error;
    });
    return fresh.value;
  }

  async function sendSigned(path: string, body: string, external_id: string): Promise<Reply> {
    const access_token = await accessToken();
    const timestamp = toSnapTime(clock.now());
    const parts = { method: 'POST', relative_url: new URL(base + path).pathname, access_token, body, timestamp };
    const reply = await post(path, body, {
      [SNAP_HEADERS.authorization]: `Bearer ${access_token}`,
      [SNAP_HEADERS.timestamp]: timestamp,
      [SNAP_HEADERS.signature]: signMessage(credentials.client_secret, parts),
      [SNAP_HEADERS.partner_id]: credentials.client_key,
      [SNAP_HEADERS.external_id]: external_id,
      [SNAP_HEADERS.channel_id]: CHANNEL_ID,
    });
    // The bank may have forgotten the token; the next call asks for another.
    if (reply.http_status === 401) token = null;
    return reply;
  }

  async function call<A>(name: SnapCall, body: object, shape: z.ZodType<A>): Promise<BankOutcome<A>> {
    const at = clock.now();
    const path = SNAP_PATHS[name];
    const external_id = newExternalId(at);
    const started = performance.now();
    const message = (reply: Reply | null, response_code: string | null): RailMessage => ({
      at,
      direction: 'out',
      partner: BANK_PARTNER,
      endpoint: path,
      external_id,
      http_status: reply?.http_status ?? null,
      response_code,
      latency_ms: Math.round(performance.now() - started),
      request: withoutSecrets(body),
      response: withoutSecrets(reply?.body ?? null),
    });
    try {
      const text = JSON.stringify(body);
      let reply = await sendSigned(path, text, external_id);
      if (reply.http_status === 401) reply = await sendSigned(path, text, newExternalId(clock.now()));
      const head = snapAnswer.safeParse(reply.body);
      const response_code = head.success ? head.data.responseCode : null;
      return { message: message(reply, response_code), ...judge(reply, SNAP_SERVICES[name], shape) };
    } catch (error) {
      return { message: message(null, null), kind: 'unreachable', detail: reasonOf(error) };
    }
  }

  return {
    generateQr: (request) => call('qr_mpm_generate', request, qrGenerateAnswer),
    queryQr: (originalPartnerReferenceNo) =>
      call('qr_mpm_query', { originalPartnerReferenceNo, serviceCode: SNAP_SERVICES.qr_mpm_generate }, qrQueryAnswer),
  };
}

/** What an answer means. Only a clear no is a refusal: after anything else the bank may have done what was asked. */
function judge<A>(
  reply: Reply,
  service: (typeof SNAP_SERVICES)[SnapCall],
  shape: z.ZodType<A>,
):
  | { kind: 'ok'; answer: A }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string } {
  const { http_status, body } = reply;
  const head = snapAnswer.safeParse(body);
  if (!head.success) return { kind: 'unreachable', detail: `HTTP ${http_status}, and no SNAP BI answer` };
  const { responseCode: response_code, responseMessage } = head.data;
  if (isSnapSuccess(http_status, response_code, service)) {
    const answer = shape.safeParse(body);
    if (answer.success) return { kind: 'ok', answer: answer.data };
    return { kind: 'unreachable', detail: 'The answer lacks what the standard requires' };
  }
  // Our own standing (401), our pace (429) and a clash of X-EXTERNAL-ID (409xx00) say nothing about this payment.
  const is_about_us = http_status === 401 || http_status === 429 || response_code === `409${service}00`;
  if (http_status >= 400 && http_status < 500 && !is_about_us) {
    return { kind: 'refused', response_code, detail: responseMessage };
  }
  return { kind: 'unreachable', detail: `${response_code} ${responseMessage}` };
}

/** Digits, unique per day: milliseconds of the day's clock, then twelve at random. */
const newExternalId = (at: Date): string => `${at.getTime()}${String(randomInt(1e12)).padStart(12, '0')}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No answer within ${TIMEOUT_MS / 1000} s`;
  return 'code' in error && typeof error.code === 'string' ? `No answer: ${error.code}` : error.message;
}
