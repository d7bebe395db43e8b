/** The SNAP BI client: signs and sends one request to a bank and classifies its response. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import {
  SNAP_PATHS,
  SNAP_SERVICES,
  type SnapCall,
  isSnapSuccess,
  snapResponse,
  getSnapMethod,
} from '@dasbor/contract/snap';
import { countRejected, reportCircuitState } from './circuit-metrics.ts';
import type { CircuitChange } from './circuit-store.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { type SnapTransportOptions, type RawSnapResponse, createSnapTransport } from './snap-transport.ts';
import { newExternalId } from './external-id.ts';
import { isRefusal } from './response-rules.ts';
import { type RailMessage, redactSecrets } from './rail-message.ts';

/**
 * Result of a request. `refused`: the bank rejected it, and a retry would be rejected again. `unreachable`: the outcome at
 * the bank is unknown (no response, a server error, or an invalid response), so the request may be retried.
 */
export type BankOutcome<Response> = { message: RailMessage } & (
  | { kind: 'ok'; response: Response }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string }
);

/** The provider log of a request that was not sent; a missing latency distinguishes it from one without a response. */
const NOT_SENT = { external_id: '', http_status: null, response_code: null, latency_ms: null, response: null } as const;

interface CallOptions {
  /** X-EXTERNAL-ID of a request that is sent again; a new one by default. */
  external_id?: string;
}

type SnapRequest = <R>(
  name: SnapCall,
  body: object,
  schema: z.ZodType<R>,
  options?: CallOptions,
) => Promise<BankOutcome<R>>;

/** Calls a service; never throws. `schema` validates a successful response. */
export interface SnapClient extends SnapRequest {
  /** Until when requests are not sent, because the bank does not respond; null: they are sent. */
  findReopening: () => Date | null;
  /** The same as a call, sent even while requests are not. */
  probe: SnapRequest;
}

export interface SnapClientOptions extends SnapTransportOptions {
  /** Id of the bank; the only bank of this installation by default. */
  partner?: string;
  log?: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Called on each change of the circuit breaker of this process. */
  on_circuit_change?: (change: CircuitChange) => void;
}

export function createSnapClient(options: SnapClientOptions): SnapClient {
  const { partner = BANK_PARTNER_ID, clock } = options;
  const transport = createSnapTransport(options);
  reportCircuitState(partner, 'closed');
  const breaker = createCircuitBreaker({
    clock,
    on_change: (state) => {
      reportCircuitState(partner, state, options.log);
      options.on_circuit_change?.({ partner, state, reopens_at: breaker.findReopening() });
    },
  });

  async function send<R>(
    { name, body, schema }: { name: SnapCall; body: object; schema: z.ZodType<R> },
    { is_probe, external_id = newExternalId(clock.now()) }: CallOptions & { is_probe: boolean },
  ): Promise<BankOutcome<R>> {
    const started = performance.now();
    const message = {
      at: clock.now(),
      direction: 'out',
      partner,
      endpoint: SNAP_PATHS[name],
      request: redactSecrets(body),
    } as const;
    const latency_ms = () => Math.round(performance.now() - started);
    const allowed = breaker.begin({ is_probe });
    if (allowed === null) {
      countRejected(partner);
      return {
        message: { ...message, ...NOT_SENT },
        kind: 'unreachable',
        detail: 'Not sent: the bank does not respond',
      };
    }
    const sent = await transport.send(
      { method: getSnapMethod(name), path: SNAP_PATHS[name], external_id },
      JSON.stringify(body),
    );
    allowed.complete(sent.reply !== null);
    if (sent.reply === null) {
      const no_response = { http_status: null, response_code: null, latency_ms: latency_ms(), response: null };
      return { message: { ...message, external_id, ...no_response }, kind: 'unreachable', detail: sent.detail };
    }
    const { http_status, body: response } = sent.reply;
    const head = snapResponse.safeParse(response);
    const response_code = head.success ? head.data.responseCode : null;
    const received = { http_status, response_code, latency_ms: latency_ms(), response: redactSecrets(response) };
    return {
      message: { ...message, external_id, ...received },
      ...interpretReply(sent.reply, SNAP_SERVICES[name], schema),
    };
  }
  const call: SnapRequest = (name, body, schema, options) =>
    send({ name, body, schema }, { ...options, is_probe: false });
  const probe: SnapRequest = (name, body, schema, options) =>
    send({ name, body, schema }, { ...options, is_probe: true });
  return Object.assign(call, { findReopening: () => breaker.findReopening(), probe });
}

/** Only an unambiguous rejection counts as `refused`: after anything else, the bank may have executed the request. */
function interpretReply<R>(
  reply: RawSnapResponse,
  service: (typeof SNAP_SERVICES)[SnapCall],
  schema: z.ZodType<R>,
):
  | { kind: 'ok'; response: R }
  | { kind: 'refused'; response_code: string; detail: string }
  | { kind: 'unreachable'; detail: string } {
  const { http_status, body } = reply;
  const head = snapResponse.safeParse(body);
  if (!head.success) return { kind: 'unreachable', detail: `HTTP ${http_status} without a SNAP BI response` };
  const { responseCode: response_code, responseMessage } = head.data;
  if (isSnapSuccess(http_status, response_code, service)) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return { kind: 'ok', response: parsed.data };
    return { kind: 'unreachable', detail: 'The response does not match the SNAP BI schema' };
  }
  if (isRefusal(http_status, response_code)) {
    return { kind: 'refused', response_code, detail: responseMessage };
  }
  return { kind: 'unreachable', detail: `${response_code} ${responseMessage}` };
}
