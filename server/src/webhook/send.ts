/**
 * One HTTP request of a webhook. It connects through the egress client to the address that was checked, follows no redirect
 * and reads at most 16 KB of the response.
 */
import * as duration from '@dasbor/contract/duration';
import type { WebhookError } from '@dasbor/contract/webhook-fields';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Egress, EgressError } from '../egress/egress-client.ts';
import type { WebhookTarget } from './rules.ts';

const CONNECT_TIMEOUT_MS = duration.seconds(5);
const TOTAL_TIMEOUT_MS = duration.seconds(15);
const RESPONSE_MAX_BYTES = 16_384;
const HEADERS_MAX = 50;
const HEADER_VALUE_MAX = 1_000;

export interface WebhookOutcome {
  is_delivered: boolean;
  error: WebhookError | null;
  http_status: number | null;
  latency_ms: number;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

interface WebhookRequest {
  target: WebhookTarget;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request. Never throws: failures are outcomes. */
export async function sendWebhook(
  egress: Egress,
  { target, headers, body }: WebhookRequest,
  total_ms = TOTAL_TIMEOUT_MS,
): Promise<WebhookOutcome> {
  const started = performance.now();
  const finish = (outcome: Partial<WebhookOutcome>): WebhookOutcome => ({
    is_delivered: false,
    error: null,
    http_status: null,
    response_headers: null,
    response_body: null,
    ...outcome,
    latency_ms: Math.round(performance.now() - started),
  });
  let socket: Socket | undefined;
  try {
    const { host, port } = target;
    const timeout_ms = CONNECT_TIMEOUT_MS;
    socket = await egress.connect({ host, port, purpose: 'webhook', timeout_ms });
    if (target.is_tls) socket = await upgrade(socket, target, CONNECT_TIMEOUT_MS);
    const left_ms = total_ms - (performance.now() - started);
    const response = await exchange(socket, { target, headers, body }, left_ms);
    const is_delivered = response.http_status >= 200 && response.http_status < 300;
    return finish({ ...response, is_delivered, error: is_delivered ? null : 'http_status' });
  } catch (error) {
    return finish({ error: toWebhookError(error) });
  } finally {
    socket?.destroy();
  }
}

class RequestFailure extends Error {
  readonly reason: WebhookError;
  constructor(reason: WebhookError) {
    super(reason);
    this.reason = reason;
  }
}

function toWebhookError(error: unknown): WebhookError {
  if (error instanceof EgressError) return error.code;
  if (error instanceof RequestFailure) return error.reason;
  return 'connection_closed';
}

function upgrade(socket: Socket, { host }: WebhookTarget, timeout_ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
    const secure = connectTls({ socket, servername, host, ALPNProtocols: ['http/1.1'], minVersion: 'TLSv1.2' });
    const timer = setTimeout(() => fail('timeout'), timeout_ms);
    const fail = (reason: WebhookError): void => {
      clearTimeout(timer);
      secure.destroy();
      reject(new RequestFailure(reason));
    };
    secure.once('error', () => fail('tls_error'));
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      secure.removeAllListeners('error');
      resolve(secure);
    });
  });
}

type Response = Pick<WebhookOutcome, 'response_headers' | 'response_body'> & { http_status: number };

function exchange(socket: Socket, { target, headers, body }: WebhookRequest, timeout_ms: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    let received: { response: IncomingMessage; chunks: Buffer[]; size: number } | undefined;
    const timer = setTimeout(() => fail('timeout'), Math.max(timeout_ms, 1));
    const done = (): void => {
      clearTimeout(timer);
      request.destroy();
      if (received === undefined) return;
      const { response, chunks } = received;
      resolve({
        http_status: response.statusCode ?? 0,
        response_headers: toHeaders(response),
        response_body: toText(Buffer.concat(chunks)),
      });
    };
    const fail = (reason: WebhookError): void => {
      clearTimeout(timer);
      request.destroy();
      reject(new RequestFailure(reason));
    };
    const { host, port, is_tls, path } = target;
    const is_default_port = port === (is_tls ? 443 : 80);
    const request = requestHttp({
      createConnection: () => socket,
      method: 'POST',
      host,
      port,
      path,
      setHost: false,
      maxHeaderSize: 16_384,
      headers: {
        ...headers,
        host: is_default_port ? host : `${host}:${port}`,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
    });
    request.once('error', () => fail('connection_closed'));
    request.once('response', (response) => {
      received = { response, chunks: [], size: 0 };
      const current = received;
      response.on('data', (chunk: Buffer) => {
        const room = RESPONSE_MAX_BYTES - current.size;
        current.chunks.push(chunk.subarray(0, room));
        current.size += chunk.length;
        // The status is known: the rest of a long response is of no interest.
        if (current.size >= RESPONSE_MAX_BYTES) done();
      });
      response.once('end', done);
      response.once('aborted', () => fail('connection_closed'));
      response.once('error', () => fail('connection_closed'));
    });
    request.end(body);
  });
}

const toHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, HEADERS_MAX)
      .map(([name, value]) => [name, toText(Buffer.from(String(value).slice(0, HEADER_VALUE_MAX), 'latin1'))]),
  );

/** PostgreSQL stores no NUL characters. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
