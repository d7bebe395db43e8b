/** The list of users as a file. */
import type { Language } from '@dasbor/contract/language';
import { toSnapTime } from '@dasbor/contract/time';
import { isFormula } from '../db/csv-cells.ts';
import type { UserRow } from './queries.ts';

/** More users than any merchant has. */
export const USER_FILE_ROWS_MAX = 10_000;

const HEADERS: Record<Language, string[]> = {
  en: [
    'id',
    'name',
    'email',
    'role',
    'status',
    'has_second_factor',
    'last_login_at (WIB)',
    'invited_by',
    'created_at (WIB)',
  ],
  id: [
    'ID',
    'Nama',
    'Email',
    'Peran',
    'Status',
    'Faktor kedua',
    'Terakhir masuk (WIB)',
    'Diundang oleh',
    'Bergabung (WIB)',
  ],
};

export const formatUserHeaders = (language: Language): string[] => HEADERS[language];

/** `2026-11-21 14:05:00`, as in every file. */
const toWibText = (at: string): string => toSnapTime(new Date(at)).slice(0, 19).replace('T', ' ');

/** An apostrophe prevents spreadsheets from running a text as a formula. */
const escape = (text: string | null): string | null => (text !== null && isFormula(text) ? `'${text}` : text);

export const formatUserRow = (row: UserRow, role_label: string): (string | null)[] => [
  row.id,
  escape(row.name),
  escape(row.email),
  escape(row.role_name ?? role_label),
  row.status,
  String(row.has_second_factor),
  row.last_login_at === null ? null : toWibText(row.last_login_at),
  escape(row.invited_by),
  toWibText(row.created_at),
];
