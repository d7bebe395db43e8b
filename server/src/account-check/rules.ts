/** Rules of account checks: banks, and how well two names of a holder match. Pure. */
import { BANKS, type BankInfo } from '@dasbor/contract/bank';

export function getBank(code: string): BankInfo {
  const found = BANKS.find((bank) => bank.code === code);
  if (found === undefined) throw new Error(`No bank ${code}`);
  return found;
}

/** Titles and legal forms that people leave out or add. */
const IGNORED_WORDS: ReadonlySet<string> = new Set([
  'pt',
  'cv',
  'ud',
  'tbk',
  'tb',
  'yayasan',
  'koperasi',
  'bapak',
  'bpk',
  'ibu',
  'sdr',
  'sdri',
  'haji',
  'hj',
  'h',
  'dr',
  'drs',
  'ir',
  'se',
  'sh',
  'st',
]);

const toWords = (name: string): string[] => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const kept = words.filter((word) => !IGNORED_WORDS.has(word));
  return kept.length > 0 ? kept : words;
};

/**
 * Match of two names, 0 to 100, regardless of case, order, titles and legal forms. Each word of the shorter name
 * counts by its best counterpart: the same word, an initial, or a similar spelling; words that are left over count half.
 */
export function scoreNameMatch(given: string, reported: string): number {
  const [short, long] = [toWords(given), toWords(reported)].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return 0;
  const open = [...long];
  let sum = 0;
  for (const word of short) {
    const scores = open.map((other) => scoreWord(word, other));
    const best = Math.max(...scores);
    sum += best;
    open.splice(scores.indexOf(best), 1);
  }
  return Math.round((100 * sum) / (short.length + open.length * LEFT_OVER_WEIGHT));
}

/** A middle name that is left out counts less than a wrong one. */
const LEFT_OVER_WEIGHT = 0.3;
const INITIAL_SCORE = 0.8;
/** Share of equal characters below which two words are different words. */
const SIMILAR_FROM = 0.7;

function scoreWord(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  // Banks cut long names off.
  if (long.startsWith(short))
    return short.length === 1 ? INITIAL_SCORE : Math.max(INITIAL_SCORE, short.length / long.length);
  const similarity = 1 - countEdits(a, b) / long.length;
  return similarity >= SIMILAR_FROM ? similarity : 0;
}

/** Edit distance of two short words (Levenshtein). */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1);
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
