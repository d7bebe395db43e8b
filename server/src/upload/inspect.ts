/** Recognises the type of a file by its content and checks it. The name and the type that the sender states prove nothing. */
import { type Upload, type UploadType, hasMatchingExtension } from '@dasbor/contract/upload';
import { IMAGE_MAX_PX, reencodeImage } from './image.ts';
import { assertSafePdf } from './pdf.ts';
import { damagedFile, fileTypeNotAllowed, wrongExtension } from './problems.ts';
import { inspectSpreadsheet } from './spreadsheet.ts';

export interface InspectedFile {
  type: UploadType;
  /** The content to store. */
  bytes: Buffer;
  width_px?: number;
  height_px?: number;
}

/** Throws a RefusedFileError with the reason. */
export async function inspectFile(
  { name, bytes }: { name: string; bytes: Buffer },
  upload: Pick<Upload, 'types' | 'image_max_px' | 'image_max_bytes'>,
): Promise<InspectedFile> {
  const type = await recogniseType(name, bytes);
  if (type === null || !upload.types.includes(type)) throw fileTypeNotAllowed(upload.types);
  if (!hasMatchingExtension(name, type)) throw wrongExtension(type);
  if (type === 'png' || type === 'jpeg') {
    const { image_max_px: max_px = IMAGE_MAX_PX, image_max_bytes: max_bytes = Number.POSITIVE_INFINITY } = upload;
    return { type, ...(await reencodeImage(bytes, type, { max_px, max_bytes })) };
  }
  if (type === 'pdf') assertSafePdf(bytes);
  if (type === 'csv') assertText(bytes);
  // In the encoding of the bank; PostgreSQL stores every character but this one.
  if (type === 'mt940' && bytes.includes(0)) throw damagedFile();
  return { type, bytes };
}

const TYPE_BY_CONTENT_TYPE: Record<string, UploadType> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'application/pdf': 'pdf',
};
/** The recognition of other formats needs no more. */
const HEAD_BYTES = 4_100;
const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');

async function recogniseType(name: string, bytes: Buffer): Promise<UploadType | null> {
  if (bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) return (await inspectSpreadsheet(bytes)) ? 'xlsx' : null;
  const { fileTypeFromBuffer } = await import('file-type');
  const recognised = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES));
  if (recognised !== undefined) return TYPE_BY_CONTENT_TYPE[recognised.mime] ?? null;
  // Text has no signature. Markup, such as SVG, is no table.
  const is_markup = /^[\s\uFEFF]*</.test(bytes.subarray(0, HEAD_BYTES).toString('utf8'));
  if (is_markup) return null;
  if (hasMatchingExtension(name, 'csv')) return 'csv';
  return hasMatchingExtension(name, 'mt940') && /:20:/.test(bytes.subarray(0, HEAD_BYTES).toString('latin1'))
    ? 'mt940'
    : null;
}

/** Tables are UTF-8 text without control characters. */
function assertText(bytes: Buffer): void {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
    if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) throw damagedFile();
  } catch (error) {
    throw error instanceof TypeError ? damagedFile() : error;
  }
}
