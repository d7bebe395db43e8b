/** Access tokens that merchants' servers issue to us (service 73), for notifications with a symmetric signature. */
import * as duration from '@dasbor/contract/duration';
import { SNAP_HEADERS, SNAP_PATHS, SNAP_SERVICES, accessTokenResponse, isSnapSuccess } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { signToken } from '../rails/signature.ts';
import type { SendDeps } from './send-event.ts';
import { type WebhookOutcome, sendWebhook } from './send.ts';
import type { WebhookTarget } from './rules.ts';

type TokenResult = { access_token: string; life_ms: number } | { failure: WebhookOutcome };

interface TokenRequest {
  target: WebhookTarget;
  client_key: string;
  /** Our key for the credential, as PEM. */
  private_key: string;
  encode: (signature: string) => string;
}

interface CachedToken {
  value: Promise<TokenResult>;
  usable_until: number;
}

const BODY = JSON.stringify({ grantType: 'client_credentials' });
/** Tokens are renewed this long before they expire, so that none expires in transit. */
const MARGIN_MS = duration.seconds(30);
/** Longer than a request takes: concurrent notifications share it. */
const REQUEST_MS = duration.seconds(20);
const TIMEOUT_MS = duration.seconds(5);
const CACHED_MAX = 5_000;
const tokens = new Map<string, CachedToken>();

/** The token of `key`, requested when none is usable. Concurrent callers share one request. */
export async function getMerchantToken(deps: SendDeps, key: string, request: TokenRequest): Promise<TokenResult> {
  const now_ms = deps.clock.now().getTime();
  const cached = tokens.get(key);
  if (cached !== undefined && now_ms < cached.usable_until) return cached.value;
  if (tokens.size >= CACHED_MAX) tokens.clear();
  const fresh: CachedToken = { value: requestToken(deps, request), usable_until: now_ms + REQUEST_MS };
  tokens.set(key, fresh);
  const result = await fresh.value;
  if ('failure' in result) invalidateMerchantToken(key, fresh);
  else fresh.usable_until = now_ms + result.life_ms - MARGIN_MS;
  return result;
}

/** After a 401 the next attempt requests another token. */
export function invalidateMerchantToken(key: string, only?: CachedToken): void {
  if (only === undefined || tokens.get(key) === only) tokens.delete(key);
}

async function requestToken({ egress, clock }: SendDeps, request: TokenRequest): Promise<TokenResult> {
  const { target, client_key, private_key, encode } = request;
  const timestamp = toSnapTime(clock.now());
  const headers = {
    'content-type': 'application/json',
    [SNAP_HEADERS.client_key]: client_key,
    [SNAP_HEADERS.timestamp]: timestamp,
    [SNAP_HEADERS.signature]: encode(signToken(private_key, client_key, timestamp)),
  };
  const outcome = await sendWebhook(egress, { target, headers, body: BODY }, TIMEOUT_MS);
  const answer = accessTokenResponse.safeParse(parseJson(outcome.response_body));
  const is_issued =
    outcome.is_delivered &&
    answer.success &&
    isSnapSuccess(outcome.http_status ?? 0, answer.data.responseCode, SNAP_SERVICES.access_token);
  if (is_issued) return { access_token: answer.data.accessToken, life_ms: Number(answer.data.expiresIn) * 1_000 };
  const is_answered = outcome.http_status !== null;
  // The response of a token service may contain a secret, so that it is not stored.
  const failure = { ...outcome, is_delivered: false, response_headers: null, response_body: null };
  return { failure: is_answered ? { ...failure, error: 'no_access_token' } : failure };
}

export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** The token service of the merchant whose notification has this path. */
export const toTokenTarget = (target: WebhookTarget, notification_path: string): WebhookTarget => ({
  ...target,
  path: `${target.path.slice(0, -notification_path.length)}${SNAP_PATHS.access_token}`,
});
