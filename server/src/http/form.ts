/**
 * Multipart forms as request bodies: POST and PATCH accept them as well as JSON (specification section 7). Fields have the
 * names of the JSON body; a value that is not text is sent as JSON text.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { localized } from '@dasbor/contract/language';
import { Problem } from './problem.ts';

export const FORM_TYPE = 'multipart/form-data';
const METHODS = new Set(['POST', 'PATCH']);

/** Whether routes with this method accept a form. */
export const acceptsForm = ({ method }: { method: string }): boolean => METHODS.has(method);

export const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Parses forms into the object that the same request would send as JSON, with texts as values. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!acceptsForm(request)) throw Object.assign(new Error('Unsupported media type'), { statusCode: 415 });
    return readFields(await parseForm(body, request.headers['content-type'] ?? ''));
  });
}

async function parseForm(body: Buffer, content_type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': content_type } }).formData();
  } catch {
    throw new Problem(
      400,
      'invalid_request',
      localized('The multipart form cannot be read.', 'Formulir multipart tidak dapat dibaca.'),
    );
  }
}

/** A name that occurs several times is a list. */
function readFields(form: FormData): Record<string, unknown> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw fileRefused(name);
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function fileRefused(field: string): Problem {
  const detail = localized('Send text instead of a file.', 'Kirim teks, bukan berkas.');
  const message = localized(`${field}: ${detail.en}`, `${field}: ${detail.id}`);
  return new Problem(400, 'invalid_request', message, { errors: [{ field, detail }] });
}

/**
 * The fields with the values that the schema expects: a text that it rejects is read as JSON, such as `true`, `22` or a
 * list. Text fields therefore keep texts like `007`.
 */
export function convertFields(schema: z.ZodType, fields: unknown): unknown {
  const parsed = schema.safeParse(fields);
  if (parsed.success || typeof fields !== 'object' || fields === null) return fields;
  const rejected = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, rejected.has(name) ? readJson(value) : value]),
  );
}

/** The value itself when it is not JSON; then the schema's own message applies. */
function readJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readJson);
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
