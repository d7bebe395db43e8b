/**
 * Signs and sends a notification over SNAP BI (domain 4.7). Each attempt has a new X-EXTERNAL-ID, because the standard
 * allows one use a day; a receiver recognises a redelivery by the reference of the payment.
 */
import * as duration from '@dasbor/contract/duration';
import { SNAP_HEADERS, SNAP_PATHS, SNAP_SERVICES, isSnapSuccess, snapResponse } from '@dasbor/contract/snap';
import type { SnapNotification } from '@dasbor/contract/snap-credential';
import { toSnapTime } from '@dasbor/contract/time';
import { newExternalId } from '../rails/external-id.ts';
import { openSecret, openSecrets } from '../rails/merchant-credential.ts';
import { signMessage, signWithoutToken } from '../rails/signature.ts';
import { getMerchantToken, invalidateMerchantToken, parseJson, toTokenTarget } from './merchant-token.ts';
import type { WebhookTarget } from './rules.ts';
import { MASK } from './secret.ts';
import type { SendDeps } from './send-event.ts';
import { type WebhookOutcome, sendWebhook } from './send.ts';
import type { NotifyingCredential } from './snap-queries.ts';

/** With the request for a token before it, no longer than a webhook. */
const SYMMETRIC_TIMEOUT_MS = duration.seconds(10);

export interface SnapNotificationInput {
  endpoint_id: string;
  service: SnapNotification;
  credential: NotifyingCredential;
  target: WebhookTarget;
  body: string;
  /** Attempts before this one. */
  attempts: number;
}

interface Sent {
  outcome: WebhookOutcome;
  /** Without the access token. */
  request_headers: Record<string, string>;
}

export async function sendNotification(deps: SendDeps, input: SnapNotificationInput, at: Date): Promise<Sent> {
  const { credential, target, body, service } = input;
  const timestamp = toSnapTime(at);
  const encode = (signature: string): string =>
    credential.signature_encoding === 'hex' ? Buffer.from(signature, 'base64').toString('hex') : signature;
  const common = {
    'content-type': 'application/json',
    'user-agent': 'Dasbor-SNAP/1.0',
    [SNAP_HEADERS.timestamp]: timestamp,
    [SNAP_HEADERS.partner_id]: credential.client_key,
    [SNAP_HEADERS.external_id]: newExternalId(at),
    [SNAP_HEADERS.channel_id]: credential.channel_id,
  };
  const private_key = openPrivateKey(deps, credential);
  const parts = { method: 'POST', relative_url: target.path, body, timestamp };
  if (credential.notify_signature === 'asymmetric') {
    const headers = { ...common, [SNAP_HEADERS.signature]: encode(signWithoutToken(private_key, parts)) };
    const outcome = await sendWebhook(deps.egress, { target, headers, body });
    return { outcome: judge(outcome, service), request_headers: headers };
  }
  const { client_key } = credential;
  const token_key = `${input.endpoint_id}:${client_key}:${target.host}:${target.port}${target.path}`;
  const token_target = toTokenTarget(target, SNAP_PATHS[service]);
  const token = await getMerchantToken(deps, token_key, { target: token_target, client_key, private_key, encode });
  if ('failure' in token) return { outcome: token.failure, request_headers: common };
  const { access_token } = token;
  const secret = chooseSecret(deps, input, at);
  const headers = { ...common, [SNAP_HEADERS.signature]: encode(signMessage(secret, { ...parts, access_token })) };
  const authorized = { ...headers, [SNAP_HEADERS.authorization]: `Bearer ${access_token}` };
  const outcome = await sendWebhook(deps.egress, { target, headers: authorized, body }, SYMMETRIC_TIMEOUT_MS);
  if (outcome.http_status === 401) invalidateMerchantToken(token_key);
  return {
    outcome: judge(outcome, service),
    request_headers: { ...headers, [SNAP_HEADERS.authorization]: `Bearer ${MASK}` },
  };
}

/** Delivered only when the HTTP status and the response code of the service say so. */
function judge(outcome: WebhookOutcome, service: SnapNotification): WebhookOutcome {
  if (!outcome.is_delivered) return outcome;
  const response = snapResponse.safeParse(parseJson(outcome.response_body));
  const is_delivered =
    response.success && isSnapSuccess(outcome.http_status ?? 0, response.data.responseCode, SNAP_SERVICES[service]);
  return is_delivered ? outcome : { ...outcome, is_delivered, error: 'response_code' };
}

function openPrivateKey({ vault }: SendDeps, credential: NotifyingCredential): string {
  const sealed = credential.notify_private_key_sealed;
  if (sealed === null) throw new Error(`${credential.id} has no key for notifications`);
  return openSecret(vault, credential, 'notify_private_key_sealed', sealed);
}

/** During the overlap of a rotation attempts alternate, because a receiver may know only one of the secrets. */
function chooseSecret({ vault }: SendDeps, { credential, attempts }: SnapNotificationInput, at: Date): string {
  const secrets = openSecrets(vault, credential, at);
  return secrets[attempts % secrets.length] ?? '';
}
