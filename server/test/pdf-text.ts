/** Reads the text of a PDF with a program other than ours. */
import { execFileSync } from 'node:child_process';
import { ID_PREFIXES } from '@dasbor/contract/id';
import { buildOpenapi } from '../src/http/openapi.ts';

export const readPdfText = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();

/**
 * What no person should have to read: codes of the API, either of several words (`pending_settlement`) anywhere or of
 * one word (`paid`) in a place of its own, and negative zeros.
 */
export const findUntranslatedCodes = (text: string): string[] => [
  ...(text.match(
    /\b(?!(?:txn|rfd|dep)_)[a-z]+(?:_[a-z]+)+\b|(?<!\w)-0(?![\d.,])|Rp -|-Rp 0\b|\b(?:qris|undefined|null|NaN)\b/g,
  ) ?? []),
  ...listCells(text).filter((cell) => readCodes().has(cell)),
];

/**
 * Cells of rows and fields. Two spaces divide them, or one after a time or an id, which may fill its column. An
 * indented line and one of a single cell continue the line above, whose words may be those of codes.
 */
const listCells = (text: string): string[] =>
  text
    .split(/[\n\f]+/)
    .filter((line) => !line.startsWith(' '))
    .map((line) => line.trim().split(/ {2,}|(?<=\d\d:\d\d:\d\d|_[0-9a-z]{26}) /))
    .filter((cells) => cells.length > 1)
    .flat();

let codes: Set<string> | undefined;
/** Enumerated values of one word in the API. */
const readCodes = (): Set<string> => (codes ??= new Set(listEnums(buildOpenapi('')).filter(isWord)));
const isWord = (value: string): boolean => /^[a-z]{3,}$/.test(value);

function listEnums(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'enum' ? (value as unknown[]).map(String) : name === 'const' ? [String(value)] : listEnums(value),
  );
}

const ID = new RegExp(`\\b(?:${Object.values(ID_PREFIXES).join('|')})_[0-9a-z]*\\b`, 'g');

/** Ids that are not on one line: they would be shorter than an id is. */
export const findSplitIds = (text: string): string[] =>
  (text.match(ID) ?? []).filter((id) => id.slice(id.indexOf('_') + 1).length !== 26);
