/** Makes one call of a bank over SNAP BI: signs, sends, and tells what came back in words that callers can act on. */
import type { z } from 'zod';
import {
  SNAP_PATHS,
  SNAP_SERVICES,
  type SnapCall,
  isSnapSuccess,
  snapResponse,
  getSnapMethod,
} from '@dasbor/contract/snap';
import { type SnapTransportOptions, type SnapReply, createSnapTransport } from './snap-transport.ts';
import { BANK_PARTNER_ID, type RailMessage, redactSecrets } from './rail-message.ts';

/**
 * What became of a call. `refused`: the bank said no, and would again. `unreachable`: nobody knows what the bank did
 * (no answer, an answer of its own trouble, or one that makes no sense); the call may be made again.
 */
export type BankOutcome<Answer> = { message: RailMessage } & (
  | { kind: 'ok'; response: Answer }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string }
);

/** Calls a service; never throws. `shape`: what a success must look like. */
export type SnapClient = <A>(name: SnapCall, body: object, shape: z.ZodType<A>) => Promise<BankOutcome<A>>;

export function createSnapClient(options: SnapTransportOptions): SnapClient {
  const transport = createSnapTransport(options);

  return async function call<A>(name: SnapCall, body: object, shape: z.ZodType<A>): Promise<BankOutcome<A>> {
    const started = performance.now();
    const message = {
      at: options.clock.now(),
      direction: 'out',
      partner: BANK_PARTNER_ID,
      endpoint: SNAP_PATHS[name],
      request: redactSecrets(body),
    } as const;
    const latency_ms = () => Math.round(performance.now() - started);
    const sent = await transport.send(getSnapMethod(name), SNAP_PATHS[name], JSON.stringify(body));
    const { external_id } = sent;
    if (sent.reply === null) {
      const nothing = { http_status: null, response_code: null, latency_ms: latency_ms(), response: null };
      return { message: { ...message, external_id, ...nothing }, kind: 'unreachable', detail: sent.detail };
    }
    const { http_status, body: response } = sent.reply;
    const head = snapResponse.safeParse(response);
    const response_code = head.success ? head.data.responseCode : null;
    const answer = { http_status, response_code, latency_ms: latency_ms(), response: redactSecrets(response) };
    return {
      message: { ...message, external_id, ...answer },
      ...interpretReply(sent.reply, SNAP_SERVICES[name], shape),
    };
  };
}

/** What an answer means. Only a clear no is a refusal: after anything else the bank may have done what was asked. */
function interpretReply<A>(
  reply: SnapReply,
  service: (typeof SNAP_SERVICES)[SnapCall],
  shape: z.ZodType<A>,
):
  | { kind: 'ok'; answer: A }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string } {
  const { http_status, body } = reply;
  const head = snapResponse.safeParse(body);
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
