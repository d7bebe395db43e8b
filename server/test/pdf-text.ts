/** Reads the text of a PDF with a program other than ours. */
import { execFileSync } from 'node:child_process';

export const readPdfText = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();

/** Codes of the API (`pending_settlement`) and negative zeros, which no person should have to read. */
export const findUntranslatedCodes = (text: string): string[] =>
  text.match(
    /\b(?!(?:txn|rfd|dep)_)[a-z]+(?:_[a-z]+)+\b|(?<!\w)-0(?![\d.,])|Rp -|-Rp 0\b|\b(?:qris|undefined|null|NaN)\b/g,
  ) ?? [];

/** Ids that are not on one line: they would be shorter than an id is. */
export const findSplitIds = (text: string): string[] =>
  (text.match(/\b(?:txn|rfd|dep|stl|vac|mer|run)_[0-9a-z]*\b/g) ?? []).filter(
    (id) => id.slice(id.indexOf('_') + 1).length !== 26,
  );
