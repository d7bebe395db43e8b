/** Common parts of the SNAP BI services that we serve: raw bodies, validation by field, and responses with their codes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  type SnapCall,
  type SnapResponse,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { findUnstorableText } from '@dasbor/contract/text';
import type { z } from 'zod';
import { toProblem } from '../http/problem.ts';
import { type ReceivedRequest, SnapError } from './callback-auth.ts';

/** Path of all SNAP BI services of this server. */
export const SNAP_PREFIX = '/snap';
const BODY_MAX_BYTES = 64 * 1024;

/** Handles a request and returns the response without its first two fields. Throws SnapError to reject the request. */
export type ServeSnap = (received: ReceivedRequest, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

export interface SnapEndpoint {
  call: SnapCall;
  serve: ServeSnap;
  /** Runs before the response to a rejected request. */
  onRefused?: (refused: SnapError, response: SnapResponse, request: FastifyRequest) => Promise<void>;
  /** Converts errors other than SnapError; an internal error by default. */
  toRefusal?: (error: unknown) => SnapError | null;
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** The signature covers the raw bytes, so bodies are not parsed on arrival. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}

export function registerSnapEndpoint(
  scope: FastifyInstance,
  { call, serve, onRefused, toRefusal, onRequest }: SnapEndpoint,
): void {
  const service = SNAP_SERVICES[call];
  const errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = error instanceof SnapError ? error : (toRefusal?.(error) ?? toSnapError(error));
    if (refused.response === 'internal_error') request.log.error({ err: error }, 'SNAP BI request failed');
    else request.log.warn({ reason: refused.message }, 'SNAP BI request refused');
    const answer = buildSnapResponse(refused.response, service, refused.field);
    await onRefused?.(refused, answer, request);
    // SNAP BI has no 503: a database that cannot be reached is a 500 with the time to send the request again.
    const { retry_after_s } = toProblem(error);
    if (refused.response === 'internal_error' && retry_after_s !== undefined)
      void reply.header('retry-after', String(retry_after_s));
    return reply.code(SNAP_RESPONSES[refused.response].http).send(answer);
  };
  const config = { route_name: `snap_${call}` };
  const hooks = onRequest === undefined ? {} : { onRequest: buildHook(onRequest) };
  scope.post(SNAP_PATHS[call], { errorHandler, config, ...hooks }, async (request, reply) => {
    const answer = await serve(toReceivedRequest(request), request, reply);
    return { ...buildSnapResponse('successful', service), ...answer };
  });
}

const buildHook =
  (check: (request: FastifyRequest, reply: FastifyReply) => void) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    check(request, reply);

export const toReceivedRequest = ({ method, url, headers, body }: FastifyRequest): ReceivedRequest => ({
  method,
  url,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

/** Parses the body; the first validation error names its field as missing or malformed. */
export function parseSnapBody<S extends z.ZodType>(schema: S, { body }: ReceivedRequest): z.output<S> {
  const given = parseJson(body);
  if (given === undefined) throw new SnapError('bad_request');
  const unstorable = findUnstorableText(given);
  if (unstorable !== null) throw new SnapError('invalid_format', unstorable.join('.'));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const at_path = path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
  throw new SnapError(at_path === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

/** undefined when it is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** HTTP errors such as an oversized body are client errors; anything else is an internal error, which the client retries. */
function toSnapError(error: unknown): SnapError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new SnapError(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
