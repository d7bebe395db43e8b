/**
 * Reads the first sheet of an Excel workbook. The archive is streamed: only the shared texts are held in memory, within a
 * limit. Cells with formulas have the value that Excel calculated last.
 */
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { CELL_CHARS_MAX, COLUMNS_MAX, type SheetRow, UnreadableFileError, isBlankRow } from './sheet-row.ts';

/** Maximum uncompressed size of all parts of a workbook. A sheet of 10,000 rows with nine columns has about 10 MB. */
const EXPANDED_BYTES_MAX = 60_000_000;
const ENTRIES_MAX = 1_000;
const SHARED_TEXTS_MAX = 200_000;
const SHARED_CHARS_MAX = 20_000_000;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED_TEXTS = 'xl/sharedStrings.xml';

export async function* readXlsxRows(file: Buffer): AsyncGenerator<SheetRow> {
  const archive = await openArchive(file);
  try {
    const shared = await readSharedTexts(archive);
    const sheet = archive.entries.get(await findSheetPath(archive));
    if (sheet === undefined) throw new UnreadableFileError('The workbook has no sheet');
    yield* readSheet(await openEntry(archive.zip, sheet), shared);
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError(String(error));
  } finally {
    archive.zip.close();
  }
}

interface Archive {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

async function openArchive(file: Buffer): Promise<Archive> {
  const { promise, resolve, reject } = Promise.withResolvers<Archive>();
  const fail = (error: Error) => reject(new UnreadableFileError(error.message));
  // Sizes are verified while an entry is read: an archive that expands to more than it declares fails.
  yauzl.fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
    if (error !== null || zip === undefined) return fail(error ?? new Error('The file is not a workbook'));
    const entries = new Map<string, Entry>();
    let expanded_bytes = 0;
    zip.on('error', fail);
    zip.on('entry', (entry: Entry) => {
      expanded_bytes += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
      if (expanded_bytes > EXPANDED_BYTES_MAX || entries.size > ENTRIES_MAX)
        fail(new Error('The workbook is too large'));
      else zip.readEntry();
    });
    zip.on('end', () => resolve({ zip, entries }));
    zip.readEntry();
  });
  return promise;
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  zip.openReadStream(entry, (error, stream) =>
    error === null && stream !== undefined ? resolve(stream) : reject(error ?? new Error('The entry cannot be read')),
  );
  return promise;
}

interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Parses XML chunk by chunk; yields after each chunk. Document types are refused, and entities with them. */
async function* parseXml(stream: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new UnreadableFileError('Document types are not allowed');
  });
  parser.on('error', (error) => {
    throw new UnreadableFileError(error.message);
  });
  parser.on('opentag', (tag) => open?.(toLocalName(tag.name), tag.attributes as Record<string, string>));
  parser.on('text', (part) => text?.(part));
  parser.on('closetag', (tag) => close?.(toLocalName(tag.name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** Some programs write `x:row` instead of `row`. */
const toLocalName = (name: string): string => name.slice(name.indexOf(':') + 1);

async function readPart({ zip, entries }: Archive, path: string, handlers: XmlHandlers): Promise<void> {
  const entry = entries.get(path);
  if (entry === undefined) return;
  for await (const _ of parseXml(await openEntry(zip, entry), handlers));
}

/** The path of the first sheet: the workbook names its relation, and the relations name its file. */
async function findSheetPath(archive: Archive): Promise<string> {
  let relation: string | undefined;
  await readPart(archive, WORKBOOK, {
    open: (name, attributes) => {
      if (name === 'sheet') relation ??= attributes['r:id'] ?? Object.entries(attributes).find(isRelation)?.[1];
    },
  });
  let target = 'worksheets/sheet1.xml';
  await readPart(archive, RELATIONS, {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === relation) target = attributes['Target'] ?? target;
    },
  });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const isRelation = ([name]: [string, string]): boolean => name.endsWith(':id');

async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let current: string | null = null;
  let is_text = false;
  let chars = 0;
  await readPart(archive, SHARED_TEXTS, {
    open: (name) => {
      if (name === 'si') current = '';
      is_text = name === 't';
    },
    text: (text) => {
      if (current === null || !is_text) return;
      current += text;
      chars += text.length;
      if (chars > SHARED_CHARS_MAX) throw new UnreadableFileError('The workbook has too much text');
    },
    close: (name) => {
      is_text = false;
      if (name !== 'si' || current === null) return;
      texts.push(current);
      current = null;
      if (texts.length > SHARED_TEXTS_MAX) throw new UnreadableFileError('The workbook has too many texts');
    },
  });
  return texts;
}

async function* readSheet(stream: Readable, shared: readonly string[]): AsyncGenerator<SheetRow> {
  let waiting: SheetRow[] = [];
  let row: string[] = [];
  let cell: { column: number; type: string; text: string } | null = null;
  let is_value = false;
  const chunks = parseXml(stream, {
    open: (name, attributes) => {
      if (name === 'row') row = [];
      if (name === 'c') {
        const column = toColumnIndex(attributes['r']) ?? row.length;
        cell = { column, type: attributes['t'] ?? 'n', text: '' };
      }
      is_value = name === 'v' || name === 't';
    },
    text: (text) => {
      if (cell === null || !is_value) return;
      cell.text += text;
      if (cell.text.length > CELL_CHARS_MAX) throw new UnreadableFileError('A cell is too long');
    },
    close: (name) => {
      is_value = false;
      if (name === 'c' && cell !== null) {
        if (cell.column < COLUMNS_MAX) {
          while (row.length < cell.column) row.push('');
          row[cell.column] = toCellText(cell, shared);
        }
        cell = null;
      }
      if (name === 'row' && !isBlankRow(row)) waiting.push(row);
    },
  });
  try {
    for await (const _ of chunks) {
      yield* waiting;
      waiting = [];
    }
  } finally {
    stream.destroy();
  }
}

/** 0 for `A1`, 27 for `AB3`. */
function toColumnIndex(reference: string | undefined): number | null {
  const column = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (column === undefined) return null;
  return [...column].reduce((sum, digit) => sum * 26 + (digit.codePointAt(0) ?? 0) - 64, 0) - 1;
}

function toCellText({ type, text }: { type: string; text: string }, shared: readonly string[]): string {
  if (type === 's') return (shared[Number(text)] ?? '').trim();
  if (type !== 'n') return text.trim();
  // Whole numbers may be stored as `1.5E+9` or `15000.0`. Beyond 15 digits, Excel has already rounded them.
  const number = Number(text);
  return /[.eE]/.test(text) && Number.isSafeInteger(number) ? String(number) : text.trim();
}
