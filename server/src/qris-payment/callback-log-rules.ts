/** The provider log entry of a callback. Pure. */
import {
  type QrNotifyRequest,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import type { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { type RailMessage, redactSecrets } from '../rails/rail-message.ts';

export function buildCallbackLog(
  { at, external_id, credential, body }: CallbackMessage<QrNotifyRequest>,
  response: SnapError['response'],
  latency_ms: number,
): RailMessage {
  const answer = buildSnapResponse(response, SNAP_SERVICES.qr_mpm_notify);
  return {
    at,
    direction: 'in',
    partner: credential.partner,
    endpoint: SNAP_PATHS.qr_mpm_notify,
    external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms,
    request: redactSecrets(body),
    response: answer,
  };
}
