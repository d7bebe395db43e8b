/** Reads a multipart form with one file: at most the file's limit is held in memory, and reading stops there. */
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '@dasbor/contract/upload';
import { Problem } from '../http/problem.ts';
import { isForm } from '../http/form.ts';
import {
  fileTooLarge,
  missingFile,
  toUploadProblem,
  tooManyFiles,
  unknownFile,
  unreadableForm,
  unsupportedMediaType,
} from './problems.ts';

const FIELDS_MAX = 60;
const FIELD_MAX_BYTES = 20_000;
/** Of the boundaries, headers and other fields of a form. */
const FORM_OVERHEAD_BYTES = 256 * 1024;

export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** The file name of the sender, not checked. */
  name: string;
  bytes: Buffer;
}

export async function readForm(request: FastifyRequest, upload: Upload): Promise<ReceivedForm> {
  if (!isForm(request)) throw unsupportedMediaType();
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > upload.max_bytes + FORM_OVERHEAD_BYTES) throw toUploadProblem(fileTooLarge(upload), upload.field);
  const limits = {
    fileSize: upload.max_bytes,
    files: 1,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + 1,
    fieldSize: FIELD_MAX_BYTES,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  try {
    return await collectParts(request.parts({ limits }), upload);
  } catch (error) {
    throw toFormProblem(error, upload);
  }
}

async function collectParts(parts: AsyncIterable<Multipart>, upload: Upload): Promise<ReceivedForm> {
  const fields = new Map<string, string[]>();
  let file: { name: string; bytes: Buffer } | null = null;
  for await (const part of parts) {
    if (part.type === 'file') {
      if (part.fieldname !== upload.field) throw unknownFile(part.fieldname.slice(0, 100));
      file = { name: part.filename ?? '', bytes: await readFile(part, upload) };
      continue;
    }
    if (part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string') throw unreadableForm();
    fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value]);
  }
  if (file === null || (file.name === '' && file.bytes.length === 0)) throw missingFile(upload.field);
  const values = [...fields].map(([name, list]) => [name, list.length === 1 ? list[0] : list] as const);
  return { fields: Object.fromEntries(values), ...file };
}

async function readFile({ file }: MultipartFile, upload: Upload): Promise<Buffer> {
  const refused = toUploadProblem(fileTooLarge(upload), upload.field);
  // At the limit nothing more is read: without this the stream would stay silent until the end of the form.
  file.once('limit', () => file.destroy(refused));
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  // A small file reached its limit before the listener was there.
  if (file.truncated) throw refused;
  return Buffer.concat(chunks);
}

function toFormProblem(error: unknown, upload: Upload): unknown {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return tooManyFiles(upload.field);
  return unreadableForm();
}
