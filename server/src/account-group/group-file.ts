/** The list of account groups as a file. */
import { type AccountGroupRow, accountGroupRow } from '@dasbor/contract/account-group-fields';
import type { Language } from '@dasbor/contract/language';
import { toSnapTime } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat, isFormula } from '../db/csv-cells.ts';
import type { CellKind, Table } from '../table-file/table.ts';

type Field = keyof AccountGroupRow;
const FIELDS = listFields(accountGroupRow.shape);
const KINDS: Partial<Record<Field, CellKind>> = {
  member_count: 'number',
  volume_month_amount: 'number',
  created_at: 'time',
};

const formatHeader = createHeaderFormat<Field>({
  id: 'ID',
  code: 'Kode',
  name: 'Nama',
  type: 'Jenis',
  parent: 'Grup induk',
  owner: 'Merchant pemilik',
  member_count: 'Anggota',
  volume_month_amount: 'Volume bulan ini',
  settlement_mode: 'Cara settlement',
  status: 'Status',
  created_at: 'Dibuat',
});

export function buildGroupTable(rows: AsyncIterable<AccountGroupRow>, language: Language): Table {
  return {
    columns: FIELDS.map((field) => ({
      header: `${formatHeader(field, language)}${field === 'created_at' ? ' (WIB)' : ''}`,
      kind: KINDS[field] ?? 'text',
    })),
    rows: toCells(rows),
  };
}

async function* toCells(rows: AsyncIterable<AccountGroupRow>) {
  for await (const row of rows) yield FIELDS.map((field) => formatCell(row, field));
}

function formatCell(row: AccountGroupRow, field: Field): string | null {
  if (field === 'parent' || field === 'owner') return row[field]?.code ?? null;
  // `2026-11-21 14:05:00`, as in every file.
  if (field === 'created_at') return toSnapTime(new Date(row.created_at)).slice(0, 19).replace('T', ' ');
  const text = String(row[field]);
  // An apostrophe prevents spreadsheets from running a text as a formula.
  return isFormula(text) ? `'${text}` : text;
}
