/** The activity of staff as a file. */
import type { Language } from '@dasbor/contract/language';
import { type ProviderEvent, providerEvent } from '@dasbor/contract/operations';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat, escapeFormula, formatTimeCell, formatTimeHeader } from '../db/csv-cells.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { Table } from '../table-file/table.ts';

type Field = keyof ProviderEvent;
const FIELDS = listFields(providerEvent.shape);

const formatHeader = createHeaderFormat<Field>({
  id: 'ID',
  at: 'Waktu',
  actor_type: 'Jenis pelaku',
  actor_id: 'ID pelaku',
  actor_name: 'Pelaku',
  actor_email: 'Email pelaku',
  actor_role: 'Peran pelaku',
  ip: 'Alamat IP',
  user_agent: 'Peramban',
  session_id: 'ID sesi',
  action: 'Tindakan',
  object_type: 'Jenis objek',
  object_id: 'ID objek',
  merchant_id: 'ID merchant',
  result: 'Hasil',
  before: 'Sebelum',
  after: 'Sesudah',
});

/** `columns`: as the client selected them; all by default. */
export function buildEventTable(
  rows: AsyncIterable<ProviderEvent>,
  columns: string | undefined,
  { language, time_zone }: { language: Language; time_zone: TimeZone },
): Table {
  const fields = parseColumns(FIELDS, columns);
  const format = (field: Field): string => {
    const header = formatHeader(field, language);
    return field === 'at' ? formatTimeHeader(header, time_zone) : header;
  };
  return {
    columns: fields.map((field) => ({ header: format(field), kind: field === 'at' ? 'time' : 'text' })),
    rows: toCells(rows, fields, time_zone),
  };
}

async function* toCells(rows: AsyncIterable<ProviderEvent>, fields: readonly Field[], time_zone: TimeZone) {
  for await (const row of rows) yield fields.map((field) => formatCell(row, field, time_zone));
}

function formatCell(row: ProviderEvent, field: Field, time_zone: TimeZone): string | null {
  if (field === 'at') return formatTimeCell(row.at, time_zone);
  const value = row[field];
  if (value === null || value === undefined) return null;
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
}
