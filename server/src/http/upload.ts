/** Interface of uploaded files for routes. The pipeline itself is in `upload/`; the application passes it in. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import * as duration from '@dasbor/contract/duration';
import type { Upload, UploadType } from '@dasbor/contract/upload';
import type { Deps } from '../deps.ts';
import { FORM_TYPE } from './form.ts';

/**
 * A file that was inspected and stored for the merchant of the request. It is deleted when the handler throws, and after
 * a day unless the handler keeps it: call `retainFile(tx, id)` in the transaction that refers to it.
 */
export interface UploadedFile {
  /** Id of the stored file. */
  id: string;
  /** The sender's file name, made safe, with the extension of its type. */
  name: string;
  type: UploadType;
  content_type: string;
  /** Of the stored file: images are re-encoded. */
  size_bytes: number;
  sha256: string;
  /** Of the file as it was sent: part of the fingerprint of the request. */
  sent_sha256: string;
  /** The content of a file that is not stored (`is_transient`). */
  content?: Buffer;
  /** Images only. */
  width_px?: number;
  height_px?: number;
}

export interface UploadRequest<Body> {
  deps: Deps;
  request: FastifyRequest;
  upload: Upload;
  /** The merchant that the file is stored for; the person, where it is not stored. */
  merchant_id: string;
  /** Validates the other fields of the form; called before the file is inspected. */
  parseFields: (fields: Record<string, unknown>) => Body;
}

/** Reads the form of a request within its limits, validates its fields, then inspects and stores its file. */
export type AcceptUpload = <Body>(request: UploadRequest<Body>) => Promise<AcceptedUpload<Body>>;

export interface AcceptedUpload<Body> {
  body: Body;
  file: UploadedFile;
  /** Deletes the stored file. Never throws. */
  discard: () => Promise<void>;
}

/**
 * Bytes of a refused request that are still read and dropped before its connection is closed: clients that send before they
 * read would lose the response if it closed at once.
 */
const DRAIN_MAX_BYTES = 8 * 1024 * 1024;
const DRAIN_MAX_MS = duration.seconds(10);

/** Registers routes whose forms are read by their handlers, after the access checks, instead of before them. */
export function registerUploadRoutes(fastify: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  fastify.register(async (scope) => {
    scope.removeContentTypeParser(FORM_TYPE);
    // The size is checked while the file is read.
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addHook('onSend', async (request) => closeUnread(request));
    register(scope);
  });
}

/** A response before the end of the request: a rest of it is read and dropped, then the connection closes. */
function closeUnread({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.complete) return;
  let dropped_bytes = 0;
  const timer = setTimeout(() => raw.socket.destroy(), DRAIN_MAX_MS);
  raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  // After the parser let go of the request, which pauses it.
  setImmediate(() => {
    raw.on('data', (chunk: Buffer) => {
      dropped_bytes += chunk.length;
      if (dropped_bytes > DRAIN_MAX_BYTES) raw.socket.destroy();
    });
    raw.resume();
  });
}
