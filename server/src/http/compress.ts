/** Compresses HTML and JSON responses. Built files are compressed by the build. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smaller responses fit into one packet anyway. */
const BYTES_MIN = 1_024;
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

/** Compresses the text of a single response: fast rather than small. */
export async function compressText(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  if (encoding === 'br') return deflate.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? deflate.gzip(bytes, { level: 5 }) : bytes;
}

/**
 * Compresses JSON and HTML of 1 KB and more. Streams (files, live events) and responses that are encoded already are not
 * compressed.
 */
export function compressResponses(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!COMPRESSED_TYPES.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    void reply.header('vary', 'accept-encoding');
    if (reply.hasHeader('content-encoding') || Buffer.byteLength(payload) < BYTES_MIN) return payload;
    const encoding = parseEncoding(request);
    if (encoding === 'identity') return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressText(payload, encoding);
  });
}
