/** A notification of the bank as it is kept with what it is about. */
import { type QrNotifyRequest, SNAP_PATHS, SNAP_RESPONSES, SNAP_SERVICES, snapAnswerOf } from '@dasbor/contract/snap';
import type { SnapRefused } from '../rails/access.ts';
import type { Incoming } from '../rails/callbacks.ts';
import { BANK_PARTNER, type RailMessage, withoutSecrets } from '../rails/message.ts';

export function messageOf(
  { at, external_id, body }: Incoming<QrNotifyRequest>,
  response: SnapRefused['response'],
  latency_ms: number,
): RailMessage {
  const answer = snapAnswerOf(response, SNAP_SERVICES.qr_mpm_notify);
  return {
    at,
    direction: 'in',
    partner: BANK_PARTNER,
    endpoint: SNAP_PATHS.qr_mpm_notify,
    external_id,
    http_status: SNAP_RESPONSES[response].http,
    response_code: answer.responseCode,
    latency_ms,
    request: withoutSecrets(body),
    response: answer,
  };
}
