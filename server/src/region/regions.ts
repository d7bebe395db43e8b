/**
 * Regions of Indonesia from the package idn-area-data (data: Open Database License). Its files are sorted by code, so the
 * regions inside one are found by binary search, and 84,000 villages stay 3 MB of bytes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Region } from '@dasbor/contract/region';

/** File of each level, by the number of parts of a code: `31`, `31.74`, `31.74.01`, `31.74.01.1001`. */
const FILES = ['provinces', 'regencies', 'districts', 'villages'] as const;
const NEWLINE = 0x0a;

const files = new Map<number, Buffer>();

/** The bytes of a level; read when they are first needed. */
function getFile(level: number): Buffer {
  const known = files.get(level);
  if (known !== undefined) return known;
  const path = fileURLToPath(import.meta.resolve(`idn-area-data/data/${FILES[level - 1]}.csv`));
  const content = Buffer.from(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  files.set(level, content);
  return content;
}

const getLevel = (code: string): number => code.split('.').length;

/** The regions inside a region, by code; the provinces for null. Empty for an unknown code. */
export function listRegionsIn(parent: string | null): Region[] {
  const content = getFile(parent === null ? 1 : getLevel(parent) + 1);
  const prefix = parent === null ? '' : `${parent}.`;
  const regions: Region[] = [];
  for (let at = findFirstRow(content, prefix); at < content.length; at = getRowEnd(content, at) + 1) {
    const line = readRow(content, at);
    if (!line.startsWith(prefix)) break;
    regions.push(parseRow(line));
  }
  return regions;
}

/** The name of a region; null when the code is unknown. */
export function findRegionName(code: string | null): string | null {
  if (code === null) return null;
  const content = getFile(getLevel(code));
  const line = readRow(content, findFirstRow(content, `${code},`));
  return line.startsWith(`${code},`) ? parseRow(line).name : null;
}

/** Offset of the first row that does not sort before `prefix`, by binary search; the size of the file when there is none. */
function findFirstRow(content: Buffer, prefix: string): number {
  // Offsets of rows: the first one follows the header.
  let low = getRowEnd(content, 0) + 1;
  let high = content.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = Math.max(low, content.lastIndexOf(NEWLINE, middle - 1) + 1);
    if (readRow(content, start).slice(0, prefix.length) < prefix) low = getRowEnd(content, start) + 1;
    else high = start;
  }
  return low;
}

function getRowEnd(content: Buffer, start: number): number {
  const end = content.indexOf(NEWLINE, start);
  return end === -1 ? content.length : end;
}

const readRow = (content: Buffer, start: number): string => content.toString('utf8', start, getRowEnd(content, start));

/** `code,name` of a province, `code,parent,name` of the others. */
function parseRow(line: string): Region {
  const [code = '', ...rest] = line.split(',');
  const name = rest.slice(getLevel(code) === 1 ? 0 : 1).join(',');
  return { code, name: name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') };
}
