/** Compresses answers on the way out: pages and JSON that are worth it. Built files are compressed when they are built. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smaller answers fit into the first packet anyway. */
const LEAST_BYTES = 1_024;
const COMPRESSED_TYPES = /^(?:application\/(?:[\w.+-]*\+)?json|text\/html)\b/;
const deflate = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The best encoding that the client accepts; a weight of zero refuses one. */
export function parseEncoding(request: FastifyRequest): Encoding {
  const accepted = new Set(
    String(request.headers['accept-encoding'] ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

/** Compresses a text that was made for one answer: fast rather than small. */
export async function compressText(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  if (encoding === 'br') return deflate.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? deflate.gzip(bytes, { level: 5 }) : bytes;
}

/**
 * Compresses JSON and HTML of 1 KB and more. Streams (files, live events) and answers that carry an encoding already are
 * sent as they are.
 */
export function compressResponses(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!COMPRESSED_TYPES.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    void reply.header('vary', 'accept-encoding');
    if (reply.hasHeader('content-encoding') || Buffer.byteLength(payload) < LEAST_BYTES) return payload;
    const encoding = parseEncoding(request);
    if (encoding === 'identity') return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressText(payload, encoding);
  });
}
