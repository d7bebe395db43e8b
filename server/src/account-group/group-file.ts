/** The list of account groups as a file. */
import { type AccountGroupRow, accountGroupRow } from '@dasbor/contract/account-group-fields';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat, escapeFormula, formatTimeCell, formatTimeHeader } from '../db/csv-cells.ts';
import type { CellKind, Table } from '../table-file/table.ts';

type Field = keyof AccountGroupRow;
const FIELDS = listFields(accountGroupRow.shape);
const KINDS: Partial<Record<Field, CellKind>> = {
  member_count: 'number',
  volume_month_amount: 'number',
  commission_month_amount: 'number',
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
  commission_month_amount: 'Komisi bulan ini',
  settlement_mode: 'Cara settlement',
  status: 'Status',
  created_at: 'Dibuat',
});

export function buildGroupTable(rows: AsyncIterable<AccountGroupRow>, language: Language, time_zone: TimeZone): Table {
  const format = (field: Field): string => {
    const header = formatHeader(field, language);
    return field === 'created_at' ? formatTimeHeader(header, time_zone) : header;
  };
  return {
    columns: FIELDS.map((field) => ({ header: format(field), kind: KINDS[field] ?? 'text' })),
    rows: toCells(rows, time_zone),
  };
}

async function* toCells(rows: AsyncIterable<AccountGroupRow>, time_zone: TimeZone) {
  for await (const row of rows) yield FIELDS.map((field) => formatCell(row, field, time_zone));
}

function formatCell(row: AccountGroupRow, field: Field, time_zone: TimeZone): string | null {
  if (field === 'parent' || field === 'owner') return row[field]?.code ?? null;
  if (field === 'created_at') return formatTimeCell(row.created_at, time_zone);
  if (row[field] === null) return null;
  return escapeFormula(String(row[field]));
}
