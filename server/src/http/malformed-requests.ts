/**
 * Error responses to requests that are too malformed to reach a route. They bypass all hooks, so the headers of every
 * response are set here again.
 */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Localized, localized } from '@dasbor/contract/language';
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

/** Answers a request whose URL cannot be decoded or has a parameter above the length limit. */
export function rejectMalformedUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(HEADERS).header('x-request-id', request.id).header('cache-control', 'no-store');
  void sendProblem(request, reply, error);
}

const KNOWN_ERRORS: Record<string, [status: number, reason: string, code: string, detail: Localized]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'headers_too_large',
    localized('The request headers are too large.', 'Header permintaan terlalu besar.'),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'request_timeout',
    localized('The request took too long to arrive.', 'Permintaan terlalu lama diterima.'),
  ],
};
const MALFORMED: [number, string, string, Localized] = [
  400,
  'Bad Request',
  'invalid_request',
  localized('This is not a valid HTTP request.', 'Ini bukan permintaan HTTP yang valid.'),
];

/**
 * Answers bytes that are not HTTP, headers above the limit, and requests that time out while they arrive. Always in
 * English: the Accept-Language header was not parsed.
 */
export function rejectMalformedConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status_code, reason, code, detail] = KNOWN_ERRORS[error.code ?? ''] ?? MALFORMED;
  const request_id = newId('request', new Date());
  const body = JSON.stringify({ detail: detail.en, status_code, code, request_id } satisfies ProblemBody);
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
