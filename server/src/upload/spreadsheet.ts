/**
 * Checks spreadsheets before anything parses them: every part is unpacked once, counted and dropped, so that the parser
 * of the feature never meets more data than the limit.
 */
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { RefusedFileError, UNSAFE_REASONS, damagedFile, unsafeFile } from './problems.ts';

const ENTRIES_MAX = 1_000;
/** Of all parts together: a sheet of 10,000 rows with nine columns unpacks to less than 10 MB. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;
const FORBIDDEN_PART =
  /vbaProject|\/embeddings\/|\/activeX\/|\/externalLinks\/|\/ctrlProps\/|\.(?:bin|exe|dll|js|vbs|zip|jar)$/i;
/** Longer than what is searched for. */
const OVERLAP_CHARACTERS = 16;

/** Whether an archive is an XLSX workbook. Throws when it is damaged, too large when unpacked, or contains active content. */
export async function inspectSpreadsheet(bytes: Buffer): Promise<boolean> {
  try {
    return await inspectParts(await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true }));
  } catch (error) {
    throw error instanceof RefusedFileError ? error : damagedFile();
  }
}

async function inspectParts(zip: ZipFile): Promise<boolean> {
  if (zip.entryCount > ENTRIES_MAX) throw unsafeFile(UNSAFE_REASONS.expands);
  let unpacked_bytes = 0;
  let has_workbook = false;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw unsafeFile(UNSAFE_REASONS.encrypted);
    if (isForbidden(entry.fileName)) throw unsafeFile(UNSAFE_REASONS.macros);
    if (entry.fileName === 'xl/workbook.xml') has_workbook = true;
    unpacked_bytes += await inspectPart(zip, entry, UNPACKED_MAX_BYTES - unpacked_bytes);
  }
  return has_workbook;
}

/** Printer settings are the only binary part of ordinary workbooks. */
const isForbidden = (name: string): boolean =>
  FORBIDDEN_PART.test(name) && !/^xl\/printerSettings\/[\w.]+\.bin$/.test(name);

/** Unpacks a part and returns its size. Entities of XML, which can multiply, are refused: no spreadsheet program writes them. */
async function inspectPart(zip: ZipFile, entry: Entry, max_bytes: number): Promise<number> {
  if (entry.uncompressedSize > max_bytes) throw unsafeFile(UNSAFE_REASONS.expands);
  let size_bytes = 0;
  let before = '';
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const text = before + (chunk as Buffer).toString('latin1');
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unsafeFile(UNSAFE_REASONS.macros);
    before = text.slice(-OVERLAP_CHARACTERS);
    size_bytes += (chunk as Buffer).length;
    if (size_bytes > max_bytes) throw unsafeFile(UNSAFE_REASONS.expands);
  }
  return size_bytes;
}
