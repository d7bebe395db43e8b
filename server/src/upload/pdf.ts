/**
 * Checks PDF files. They are stored as they are, because a document must stay what the merchant signed, so anything that
 * a viewer would run or open is refused, and so is what cannot be checked.
 */
import { constants, inflateSync } from 'node:zlib';
import { hasZipTrailer } from './image.ts';
import { type RefusedFileError, UNSAFE_REASONS, damagedFile, unsafeFile } from './problems.ts';

/** Of all object streams of a file together. */
const INFLATED_MAX_BYTES = 32 * 1024 * 1024;
/** The end marker is in the last part of the file (ISO 32000-1, annex H.3). */
const TAIL_BYTES = 1024;

/** Actions that run scripts, start programs, send data, or embed players and forms with scripts (ISO 32000-2, 12.6). */
const ACTIONS =
  /\/(?:JavaScript|Launch|SubmitForm|ImportData|Rendition|RichMedia(?:Execute|Content|Settings)?|GoToE|XFA)(?![A-Za-z0-9])/;
const ATTACHMENTS = /\/(?:EmbeddedFiles?|Collection|FileAttachment)(?![A-Za-z0-9])/;
const ENCRYPTION = /\/Encrypt(?![A-Za-z0-9])/;
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/g;

export function assertSafePdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  assertWhole(text);
  if (hasZipTrailer(bytes)) throw unsafeFile(UNSAFE_REASONS.mixed);
  // Letters of names may be written as #4a.
  const decoded = decodeNames(text);
  assertInactive(decoded);
  const streams = [...text.matchAll(OBJECT_STREAM)];
  if (streams.length !== [...decoded.matchAll(OBJECT_STREAM)].length) throw unsafeFile(UNSAFE_REASONS.unreadable);
  let inflated_bytes = 0;
  for (const { index } of streams) {
    const objects = readObjectStream(bytes, text, index, INFLATED_MAX_BYTES - inflated_bytes);
    inflated_bytes += objects.length;
    assertInactive(decodeNames(objects));
  }
}

function assertWhole(text: string): void {
  if (!/^%PDF-[12]\.\d/.test(text)) throw damagedFile();
  const tail = text.slice(-TAIL_BYTES);
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) throw damagedFile();
  if (/[^\s\0]/.test(tail.slice(end + '%%EOF'.length))) throw unsafeFile(UNSAFE_REASONS.mixed);
}

function assertInactive(text: string): void {
  if (ENCRYPTION.test(text)) throw unsafeFile(UNSAFE_REASONS.encrypted);
  if (ACTIONS.test(text)) throw unsafeFile(UNSAFE_REASONS.scripts);
  if (ATTACHMENTS.test(text)) throw unsafeFile(UNSAFE_REASONS.attachments);
}

const decodeNames = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The objects of an object stream, which are compressed text. `at`: position of its type in the file. */
function readObjectStream(bytes: Buffer, text: string, at: number, max_bytes: number): string {
  const dictionary_start = text.lastIndexOf('obj', at);
  const keyword = /(?<!end)stream\r?\n/g;
  keyword.lastIndex = at;
  const start = keyword.exec(text);
  if (dictionary_start === -1 || start === null) throw damagedFile();
  const dictionary = text.slice(dictionary_start, start.index);
  const end = text.indexOf('endstream', start.index);
  if (end === -1) throw damagedFile();
  const content = bytes.subarray(start.index + start[0].length, end);
  if (!/\/Filter(?![A-Za-z])/.test(dictionary)) return content.toString('latin1');
  // Only the usual compression is checked; writers use no other for object streams.
  if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:[/>]|$)/.test(dictionary))
    throw unsafeFile(UNSAFE_REASONS.unreadable);
  if (/\/Predictor\s+(?!1(?!\d))/.test(dictionary)) throw unsafeFile(UNSAFE_REASONS.unreadable);
  return inflate(content, max_bytes);
}

function inflate(content: Buffer, max_bytes: number): string {
  if (max_bytes <= 0) throw unsafeFile(UNSAFE_REASONS.expands);
  try {
    return inflateSync(content, { maxOutputLength: max_bytes, finishFlush: constants.Z_FINISH }).toString('latin1');
  } catch (error) {
    throw toInflateRefusal(error);
  }
}

const toInflateRefusal = (error: unknown): RefusedFileError =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    ? unsafeFile(UNSAFE_REASONS.expands)
    : damagedFile();
