/**
 * Writes the API log. Requests with API keys and SNAP credentials are queued in memory after their response and inserted in batches, so that
 * the log never delays a request. The queue is bounded: when the database cannot keep up, the oldest entries are dropped
 * and counted. A process that is killed loses at most the entries of its last second.
 */
import { LOGGED_BODY_MAX_BYTES } from '@dasbor/contract/api-log';
import { API_BASE } from '@dasbor/contract/route';
import * as duration from '@dasbor/contract/duration';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { publishLiveEvents } from '../db/live-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { insertRequests, type NewApiRequest } from './log-queries.ts';
import { parseResponse, readErrorCode, redactPath, toStoredBody } from './log-rules.ts';

const FLUSH_MS = duration.seconds(1);
const QUEUE_MAX = 5_000;
const BATCH = 200;
const HEADER_MAX = 300;

const dropped = new Counter({
  name: 'dasbor_api_log_dropped_total',
  help: 'Requests that are missing in the API log, because its queue was full or the database refused them',
});

/** A request as it is queued. It is redacted when it is written, outside of the request. */
interface QueuedRequest {
  key: Extract<Principal, { type: 'api_key' }>;
  row: Omit<NewApiRequest, 'request_body' | 'response_body' | 'error_code' | 'path'>;
  url: string;
  request_body: unknown;
  response_text: string | null;
}

/** Bodies of responses between their serialisation and the end of the request. */
const responses = new WeakMap<FastifyRequest, { text: string | null; bytes: number }>();

export interface ApiLogWriter {
  /** Writes everything that is queued. Never throws. */
  flush: () => Promise<void>;
}

const writers = new WeakMap<FastifyInstance, ApiLogWriter>();
/** The writer of an application, for tests that wait for the log. */
export const getApiLogWriter = (fastify: FastifyInstance): ApiLogWriter | undefined => writers.get(fastify);

/** Registers the log. Must come before the compression of responses, which would hide their text. */
export function logApiRequests(fastify: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'log'>): void {
  const queue: QueuedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    written = written.then(() => writeQueue(deps, queue));
    return written;
  };

  fastify.addHook('onSend', async (request, _reply, payload) => {
    if (request.principal?.type === 'api_key') responses.set(request, measure(payload));
    return payload;
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    done();
    const queued = toQueued(request, reply, deps.clock.now());
    if (queued === null) return;
    queue.push(queued);
    if (queue.length > QUEUE_MAX) {
      queue.shift();
      dropped.inc();
    }
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  });
  fastify.addHook('onClose', flush);
  writers.set(fastify, { flush });
}

function measure(payload: unknown): { text: string | null; bytes: number } {
  if (typeof payload !== 'string') return { text: null, bytes: Buffer.isBuffer(payload) ? payload.length : 0 };
  const bytes = Buffer.byteLength(payload);
  return { text: bytes > LOGGED_BODY_MAX_BYTES ? null : payload, bytes };
}

function toQueued(request: FastifyRequest, reply: FastifyReply, now: Date): QueuedRequest | null {
  const { principal, headers } = request;
  const { route_name } = request.routeOptions.config;
  if (principal?.type !== 'api_key' || route_name === undefined) return null;
  const response = responses.get(request) ?? { text: null, bytes: 0 };
  const idempotency_key = headers['idempotency-key'];
  const request_bytes = Number(headers['content-length'] ?? 0) || 0;
  const is_small = request_bytes <= LOGGED_BODY_MAX_BYTES && request_bytes > 0;
  return {
    key: principal,
    url: request.url,
    request_body: is_small ? toBody(request.body) : undefined,
    response_text: response.text,
    row: {
      id: request.id,
      at: new Date(now.getTime() - Math.round(reply.elapsedTime)),
      api_key_id: principal.id,
      api_key_name: principal.name,
      method: request.method,
      route: route_name,
      path_pattern: toPattern(request.routeOptions.url ?? ''),
      status: reply.statusCode,
      elapsed_ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      user_agent: headers['user-agent']?.slice(0, HEADER_MAX) ?? null,
      idempotency_key: typeof idempotency_key === 'string' ? idempotency_key.slice(0, HEADER_MAX) : null,
      is_replay: reply.getHeader('idempotent-replayed') === 'true',
      request_bytes,
      response_bytes: response.bytes,
    },
  };
}

/** SNAP BI services receive raw bodies. */
const toBody = (body: unknown): unknown => (Buffer.isBuffer(body) ? parseResponse(body.toString('utf8')) : body);

/** `/api/v1/refunds/:id` → `/refunds/{id}`, as in the reference. */
const toPattern = (url: string): string => toLoggedPath(url).replaceAll(/:(\w+)/g, '{$1}');

/** Paths below the base of the API; those of SNAP BI are whole. */
const toLoggedPath = (url: string): string => (url.startsWith(API_BASE) ? url.slice(API_BASE.length) : url);

async function writeQueue(deps: Pick<Deps, 'db' | 'log'>, queue: QueuedRequest[]): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, BATCH);
    for (const [merchant_id, requests] of Map.groupBy(batch, ({ key }) => key.merchant_id)) {
      try {
        await asMerchant(deps.db, merchant_id, async (tx) => {
          await insertRequests(tx, requests.map(toRow));
          await publishLiveEvents(tx, ...requests.map(toLiveEvent));
        });
      } catch (error) {
        // The log must not grow without bound while the database is away: these entries are given up.
        dropped.inc(requests.length);
        deps.log.error({ err: error, request_count: requests.length }, 'requests are missing in the API log');
      }
    }
  }
}

const toLiveEvent = ({ row: { id } }: QueuedRequest) => ({ topic: 'api-request', id, change: 'created' }) as const;

function toRow({ row, url, request_body, response_text }: QueuedRequest): NewApiRequest {
  const response = response_text === null ? null : parseResponse(response_text);
  return {
    ...row,
    path: redactPath(toLoggedPath(url)),
    error_code: readErrorCode(row.status, response),
    request_body: toStoredBody(request_body, row.request_bytes),
    response_body: toStoredBody(response, row.response_bytes),
  };
}
