/** The lines of a statement as a file. */
import { type StatementLine, statementLine } from '@dasbor/contract/bank-statement';
import type { Language } from '@dasbor/contract/language';
import { createHeaderFormat } from '../db/csv-cells.ts';
import { buildRowTable } from '../table-file/row-table.ts';
import type { Table } from '../table-file/table.ts';

const NAMES = ['line_no', 'value_day', 'amount', 'cents', 'reference', 'description', 'status', 'match_count'] as const;

const formatHeader = createHeaderFormat<(typeof NAMES)[number]>({
  line_no: 'Nomor baris',
  value_day: 'Tanggal valuta',
  amount: 'Jumlah',
  cents: 'Sen',
  reference: 'Referensi',
  description: 'Keterangan',
  status: 'Status',
  match_count: 'Jumlah mutasi',
});

export const buildLineTable = (rows: AsyncIterable<StatementLine>, language: Language): Table =>
  buildRowTable(rows, { shape: statementLine.shape, names: NAMES, formatHeader, language });
