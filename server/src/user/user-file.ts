/** The list of users as a file. */
import type { Language } from '@dasbor/contract/language';
import { roleLabel } from '@dasbor/contract/labels';
import type { TimeZone } from '@dasbor/contract/time';
import { escapeFormula, formatTimeCell, formatTimeHeader } from '../db/csv-cells.ts';
import type { FileStyle } from '../http/file-style.ts';
import type { Table } from '../table-file/table.ts';
import type { UserRow } from './queries.ts';

/** More users than any merchant has. */
export const USER_FILE_ROWS_MAX = 10_000;

const HEADERS: Record<Language, string[]> = {
  en: ['id', 'name', 'email', 'role', 'status', 'has_second_factor', 'last_login_at', 'invited_by', 'created_at'],
  id: ['ID', 'Nama', 'Email', 'Peran', 'Status', 'Faktor kedua', 'Terakhir masuk', 'Diundang oleh', 'Bergabung'],
};

const TIMES: readonly string[] = ['last_login_at', 'created_at'];

const formatHeaders = (language: Language, zone: TimeZone): string[] =>
  HEADERS[language].map((header, at) =>
    TIMES.includes(HEADERS.en[at] ?? '') ? formatTimeHeader(header, zone) : header,
  );

type Row = Omit<UserRow, 'access' | 'is_masked' | 'role_name'> & Partial<Pick<UserRow, 'role_name'>>;

/** The table of a file of people. */
export const buildUserTable = (rows: readonly Row[], { language, time_zone }: FileStyle): Table => ({
  columns: formatHeaders(language, time_zone).map((header, at) => ({ header, kind: toKind(HEADERS.en[at] ?? '') })),
  rows: rows.map((row) => formatUserRow(row, roleLabel(row.role, language), time_zone)),
});

const toKind = (field: string): Table['columns'][number]['kind'] => (TIMES.includes(field) ? 'time' : 'text');

const escape = (text: string | null): string | null => (text === null ? null : escapeFormula(text));

const formatUserRow = (row: Row, role_label: string, zone: TimeZone): (string | null)[] => [
  row.id,
  escape(row.name),
  escape(row.email),
  escape(row.role_name ?? role_label),
  row.status,
  String(row.has_second_factor),
  row.last_login_at === null ? null : formatTimeCell(row.last_login_at, zone),
  escape(row.invited_by),
  formatTimeCell(row.created_at, zone),
];
