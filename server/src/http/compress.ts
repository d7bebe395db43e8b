/** Compresses HTML and JSON responses. Built files are compressed by the build. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    addVary(reply, 'accept-encoding');
    if (reply.hasHeader('content-encoding') || Buffer.byteLength(payload) < BYTES_MIN) return payload;
    const encoding = parseEncoding(request);
    if (encoding === 'identity') return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressText(payload, encoding);
  });
}

/** Names one more header that the response depends on. */
function addVary(reply: FastifyReply, name: string): void {
  const named = String(reply.getHeader('vary') ?? '')
    .split(/, */)
    .filter(Boolean);
  if (!named.includes(name)) void reply.header('vary', [...named, name].join(', '));
}

/** Sends a text that is the same for every request (createConstantText). */
export async function sendConstantText(
  request: FastifyRequest,
  reply: FastifyReply,
  readEncoded: (encoding: Encoding) => Promise<Buffer>,
): Promise<FastifyReply> {
  const encoding = parseEncoding(request);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(await readEncoded(encoding));
}

/** A text that is built when it is first read, and compressed once for each encoding. */
export function createConstantText(build: () => string): (encoding: Encoding) => Promise<Buffer> {
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  const read = (encoding: Encoding): Promise<Buffer> =>
    (encoded[encoding] ??=
      encoding === 'identity'
        ? Promise.resolve(Buffer.from(build(), 'utf8'))
        : read('identity').then((bytes) => compressText(bytes, encoding)));
  return read;
}
