/** The list of merchants as a file. */
import type { Language } from '@dasbor/contract/language';
import type { MerchantRow, CurrentTerm } from '@dasbor/contract/merchant-fields';
import { merchantRow } from '@dasbor/contract/merchant-fields';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat, escapeFormula, formatTimeCell, formatTimeHeader, getCellKind } from '../db/csv-cells.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { CellKind, Table } from '../table-file/table.ts';

type Field = keyof MerchantRow;
const FIELDS = listFields(merchantRow.shape);
const AMOUNTS: readonly Field[] = ['volume_amount', 'balance_amount'];

const formatHeader = createHeaderFormat<Field>({
  id: 'ID',
  code: 'Kode',
  brand_name: 'Nama merek',
  legal_name: 'Nama badan hukum',
  entity_type: 'Bentuk usaha',
  account_groups: 'Grup akun',
  status: 'Status',
  verification_status: 'Verifikasi',
  risk_level: 'Tingkat risiko',
  mcc: 'MCC',
  province_code: 'Kode provinsi',
  volume_amount: 'Volume 30 hari',
  balance_amount: 'Saldo',
  settlement_terms: 'Ketentuan settlement',
  owner_email: 'Email pemilik',
  payments_enabled: 'Pembayaran aktif',
  payouts_enabled: 'Pencairan aktif',
  holds_settlements: 'Settlement ditahan',
  created_at: 'Dibuat',
});

/** The rows as a table with the requested columns in their order. */
export function buildMerchantTable(
  rows: AsyncIterable<MerchantRow>,
  language: Language,
  columns: string | undefined,
  time_zone: TimeZone,
): Table {
  const fields = parseColumns(FIELDS, columns);
  return {
    columns: fields.map((field) => {
      const header = formatHeader(field, language);
      const is_time = getCellKind(merchantRow.shape[field]) === 'time';
      return { header: is_time ? formatTimeHeader(header, time_zone) : header, kind: getKind(field) };
    }),
    rows: toCells(rows, fields, time_zone),
  };
}

const getKind = (field: Field): CellKind =>
  AMOUNTS.includes(field) ? 'number' : field === 'created_at' ? 'time' : 'text';

async function* toCells(rows: AsyncIterable<MerchantRow>, fields: readonly Field[], time_zone: TimeZone) {
  for await (const row of rows) yield fields.map((field) => formatCell(row, field, time_zone));
}

function formatCell(row: MerchantRow, field: Field, time_zone: TimeZone): string | null {
  if (field === 'settlement_terms') return formatTerms(row.settlement_terms);
  if (field === 'account_groups')
    return escapeFormula(row.account_groups.map(({ name, code }) => `${name} (${code})`).join(', '));
  if (field === 'created_at') return formatTimeCell(row.created_at, time_zone);
  const value = row[field];
  if (value === null) return null;
  return typeof value === 'string' ? escapeFormula(value) : String(value);
}

/** `qris T+1, virtual_account BCA T+2 (calendar)`. */
const formatTerms = (terms: readonly CurrentTerm[]): string =>
  terms
    .map(({ method, channel_code, days, basis }) => {
      const channel = channel_code === null ? '' : ` ${channel_code}`;
      return `${method}${channel} T+${days}${basis === 'calendar' ? ' (calendar)' : ''}`;
    })
    .join(', ');
