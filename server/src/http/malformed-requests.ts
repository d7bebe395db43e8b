/**
 * Refusals of requests that are too broken to reach a route: they pass none of the hooks, so what every answer carries
 * is written here once more.
 */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem as ProblemBody } from '@dasbor/contract/problem';
import { newId } from '../db/new-id.ts';
import { sendProblem } from './problem.ts';

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A URL that cannot be decoded, or with a parameter that is far too long. */
export function rejectMalformedUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(HEADERS).header('x-request-id', request.id).header('cache-control', 'no-store');
  void sendProblem(request, reply, error);
}

const KNOWN_ERRORS: Record<string, [status: number, reason: string, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request_timeout', 'The request took too long to arrive.'],
};
const MALFORMED: [number, string, string, string] = [
  400,
  'Bad Request',
  'invalid_request',
  'This is not an HTTP request.',
];

/** Bytes that are no HTTP request, headers that are too large, or a request that takes for ever to arrive. */
export function rejectMalformedConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status_code, reason, code, detail] = KNOWN_ERRORS[error.code ?? ''] ?? MALFORMED;
  const request_id = newId('request', new Date());
  const body = JSON.stringify({ detail, status_code, code, request_id } satisfies ProblemBody);
  const headers = {
    ...HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': request_id,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status_code} ${reason}\r\n${lines.join('')}\r\n${body}`);
}
