/** Validation of the values of one row; other rows, earlier batches and banks are checked elsewhere. Pure. */
import { BANKS } from '@dasbor/contract/bank';
import type { BatchColumn } from '@dasbor/contract/disbursement-batch-fields';
import { DISBURSEMENT_EMAILS_MAX } from '@dasbor/contract/disbursement-fields';
import { AMOUNT_CAP, type Rupiah } from '@dasbor/contract/money';
import { z } from 'zod';
import type { RowCells } from './columns.ts';
import type { IssueCode, RowIssue } from '@dasbor/contract/disbursement-batch-issues';

export interface ParsedRow {
  amount: Rupiah | null;
  bank_code: string | null;
  /** Digits only; null when it is no account number. */
  account_no: string | null;
  issues: RowIssue[];
}

const REFERENCE_CHARS_MAX = 64;
const NAME_CHARS_MAX = 100;
const DESCRIPTION_CHARS_MAX = 35;

/** Characters that statements and messages to banks can contain. */
const PRINTABLE = /^[\x20-\x7e]*$/;

export function parseRow(cells: RowCells): ParsedRow {
  const issues: RowIssue[] = [];
  const report = (field: BatchColumn, code: IssueCode | null, value?: string): void => {
    if (code !== null) issues.push(value === undefined ? { field, code } : { field, code, value });
  };
  report('reference_id', checkReference(cells.reference_id), String(REFERENCE_CHARS_MAX));
  const amount = parseAmount(cells.amount);
  report('amount', checkAmount(cells.amount, amount));
  const bank_code = parseBankCode(cells.bank_code);
  if (bank_code === null) report('bank_code', cells.bank_code === '' ? 'bank_missing' : 'bank_unknown');
  const account_no = parseAccountNumber(cells.account_number);
  if (account_no === null) report('account_number', checkAccountNumber(cells.account_number));
  if (cells.account_name === '') report('account_name', 'account_name_missing');
  reportTooLong(report, cells, 'account_name', NAME_CHARS_MAX);
  reportTooLong(report, cells, 'description', DESCRIPTION_CHARS_MAX);
  for (const field of ['reference_id', 'description'] as const) {
    if (!PRINTABLE.test(cells[field])) report(field, 'characters_not_allowed');
  }
  for (const field of ['email', 'email_cc', 'email_bcc'] as const) {
    const addresses = parseEmails(cells[field]);
    if (addresses.length > DISBURSEMENT_EMAILS_MAX) report(field, 'too_many_emails', String(DISBURSEMENT_EMAILS_MAX));
    const invalid = addresses.find((address) => !z.email().max(254).safeParse(address).success);
    if (invalid !== undefined) report(field, 'email_invalid', invalid);
  }
  return { amount, bank_code, account_no, issues };
}

function reportTooLong(
  report: (field: BatchColumn, code: IssueCode, value: string) => void,
  cells: RowCells,
  field: BatchColumn,
  max: number,
): void {
  if (cells[field].length > max) report(field, 'text_too_long', String(max));
}

function checkReference(reference: string): IssueCode | null {
  if (reference === '') return 'reference_missing';
  return reference.length > REFERENCE_CHARS_MAX ? 'text_too_long' : null;
}

function checkAmount(text: string, amount: Rupiah | null): IssueCode | null {
  if (text === '') return 'amount_missing';
  if (amount === null) return 'amount_invalid';
  if (amount === 0) return 'amount_zero';
  return amount > AMOUNT_CAP ? 'amount_too_large' : null;
}

function checkAccountNumber(text: string): IssueCode {
  if (text === '') return 'account_missing';
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(text) ? 'account_rounded' : 'account_invalid';
}

/**
 * Whole rupiah from `1500000`, `1.500.000`, `1,500,000`, `Rp 1.500.000` and `1500000.00`; null for anything else. One kind
 * of separator before groups of three digits separates thousands.
 */
export function parseAmount(text: string): Rupiah | null {
  const plain = text.replace(/^(?:rp|idr)\.?\s*/i, '').replaceAll(/[\s\u00A0]/g, '');
  const match =
    /^(\d+)(?:[.,]0{1,2})?$/.exec(plain) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,0{1,2})?$/.exec(plain) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.0{1,2})?$/.exec(plain);
  if (match?.[1] === undefined) return null;
  const amount = Number(match[1].replaceAll(/[.,]/g, ''));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Spaces and dashes between digits are removed. */
function parseAccountNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s.-]/g, '');
  return /^\d{5,20}$/.test(digits) ? digits : null;
}

const BANK_CODES = new Map<string, string>(
  BANKS.flatMap(({ code, channel, name, short_name, aliases }) =>
    [code, channel, name, short_name, ...aliases].map((known) => [normaliseBank(known), code] as const),
  ),
);

function normaliseBank(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
    .replace(/^(?:ID|PT|BANK) /, '');
}

/** A bank by its code, with or without leading zeros, its name, or what it is called elsewhere. */
export function parseBankCode(text: string): string | null {
  const known = normaliseBank(text);
  return BANK_CODES.get(/^\d{1,3}$/.test(known) ? known.padStart(3, '0') : known) ?? null;
}

export const parseEmails = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
