/** Reads MT940 of SWIFT in the dialects of banks: with and without envelope, free and structured information. Pure. */
import {
  type ParsedLine,
  type ParsedStatement,
  StatementError,
  assertComplete,
  assertDay,
  parseSen,
  splitSen,
  unreadable,
} from './parse-statement.ts';

/** `261120` → `2026-11-20`; throws for a day that does not exist. */
function toDay(text: string, line: string): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return assertDay(day, line);
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)$/;
/** Value date, entry date, mark, funds code, amount, type, references. Some banks fill the type with spaces. */
const ENTRY = /^(\d{6})(?:\d{4})?(R?[CD])[A-Z]?([\d.,]+)([A-Z][A-Z0-9 ]{3})(.*)$/;

interface Field {
  tag: string;
  text: string;
}

/** End of a message: `-`, `-}` of SWIFT, possibly with its trailer, or `-XXX`. */
const END = /^-(?:\}.*|X{3}.*)?$/;

/** Fields with their continuation lines. Headers and trailers around the messages are ignored. */
function readFields(text: string): Field[] {
  const fields: Field[] = [];
  let last: Field | null = null;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    const start = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line);
    if (start) {
      last = { tag: start[1] ?? '', text: (start[2] ?? '').trim() };
      fields.push(last);
    } else if (END.test(line)) last = null;
    else if (last !== null && line !== '' && !line.startsWith('{')) last.text += `\n${line}`;
  }
  return fields;
}

/** Subfields in their order, `?20` or `>20`; the code of the transaction is before the first. */
const SUBFIELD = /[?>](\d{2})/;
/** Posting text, purpose, and the other party with its bank and account. */
const isText = (code: string): boolean => /^(?:00|2\d|6[0-3]|3[0-3])$/.test(code);

/**
 * Text of a field 86: with spaces at the breaks of lines and subfields, and without, because a reference continues behind
 * a break.
 */
function readInformation(text: string): { description: string; unwrapped: string } {
  const unbroken = text.replaceAll('\n', '');
  const parts = /^\d{3}[?>]\d{2}/.test(unbroken) ? unbroken.split(SUBFIELD).slice(1) : null;
  if (parts === null) return { description: collapse(text), unwrapped: collapse(unbroken) };
  const texts = parts.flatMap((code, index) => (index % 2 === 0 && isText(code) ? [parts[index + 1] ?? ''] : []));
  return { description: collapse(texts.join(' ')), unwrapped: collapse(texts.join('')) };
}
const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function parseBalance({ text }: Field): ReturnType<typeof splitSen> {
  const match = BALANCE.exec(text);
  const sen = match === null ? null : parseSen(match[4] ?? '');
  if (match === null || sen === null) throw unreadable(text);
  if (match[3] !== 'IDR') {
    throw new StatementError('The statement is not in rupiah (IDR).', 'Rekening koran tidak dalam rupiah (IDR).');
  }
  return splitSen(match[1] === 'D' ? 0 - sen : sen);
}

function parseEntry({ text }: Field): ParsedLine {
  const [first = '', ...more] = text.split('\n');
  const match = ENTRY.exec(first);
  const sen = parseSen(match?.[3] ?? '');
  if (match === null || sen === null || sen === 0) throw unreadable(first);
  const [, value, mark, , , references = ''] = match;
  // A reversed credit (RC) is a debit, and a reversed debit a credit.
  const is_credit = mark === 'C' || mark === 'RD';
  return {
    value_day: toDay(value ?? '', first),
    ...splitSen(is_credit ? sen : 0 - sen),
    reference: references
      .split('//')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'NONREF')
      .join(' '),
    description: more.join(' '),
  };
}

/** Statements of one account; further pages and messages in the file continue the first one. */
export function parseMt940(text: string): ParsedStatement {
  const fields = readFields(text);
  const accounts = new Set(fields.filter(({ tag }) => tag === '25' || tag === '25P').map((field) => field.text));
  const [account_no] = accounts;
  const balances = fields.filter(({ tag }) => /^6[02][FM]$/.test(tag));
  const [opening, closing] = [balances.find(({ tag }) => tag === '60F'), balances.findLast(({ tag }) => tag === '62F')];
  if (account_no === undefined || opening === undefined || closing === undefined) {
    throw new StatementError(
      'This is not a complete MT940 statement: the account, the opening or the closing balance is missing.',
      'Ini bukan rekening koran MT940 yang lengkap: rekening, saldo awal, atau saldo akhir tidak ada.',
    );
  }
  if (accounts.size > 1) {
    throw new StatementError(
      'The file has statements of several accounts. Upload one account at a time.',
      'Berkas memuat beberapa rekening. Unggah satu rekening setiap kali.',
    );
  }
  const lines: ParsedLine[] = [];
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    const line = parseEntry(field);
    const next = fields[index + 1];
    if (next?.tag !== '86') lines.push(line);
    else {
      const { description, unwrapped } = readInformation(next.text);
      lines.push({ ...line, description: collapse(`${line.description} ${description}`), unwrapped });
    }
  }
  const number = [
    ...new Set(fields.filter(({ tag }) => /^28C?$/.test(tag)).map((field) => field.text.split('/')[0] ?? '')),
  ];
  const [first, last] = [parseBalance(opening), parseBalance(closing)];
  return assertComplete({
    account_no,
    number: number.length > 1 ? `${number[0]}-${number.at(-1)}` : (number[0] ?? ''),
    opening_balance: first.amount,
    opening_cents: first.cents,
    closing_balance: last.amount,
    closing_cents: last.cents,
    lines,
  });
}
