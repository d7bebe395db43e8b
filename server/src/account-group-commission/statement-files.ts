/** The list of commission statements and the lines of one as files. */
import {
  type CommissionStatement,
  type CommissionStatementLine,
  commissionStatementFields,
  commissionStatementLine,
} from '@dasbor/contract/commission-statement';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat } from '../db/csv-cells.ts';
import { parseColumns } from '../http/file-columns.ts';
import { buildRowTable } from '../table-file/row-table.ts';
import type { Table } from '../table-file/table.ts';

const STATEMENT_NAMES = listFields(commissionStatementFields.shape);

const AMOUNTS = {
  transaction_count: 'Jumlah pembayaran',
  gross_amount: 'Nilai bruto',
  fee_amount: 'Biaya',
  commission_amount: 'Komisi',
  adjustment_amount: 'Penyesuaian',
  payable_amount: 'Terutang',
} as const;

const formatStatementHeader = createHeaderFormat<keyof CommissionStatement>({
  id: 'ID',
  number: 'Nomor',
  created_at: 'Dibuat',
  rule_id: 'ID aturan',
  rule_name: 'Nama aturan',
  group_id: 'ID grup akun',
  group_name: 'Nama grup akun',
  beneficiary_id: 'ID penerima komisi',
  beneficiary_name: 'Penerima komisi',
  cycle: 'Siklus',
  period_from: 'Periode dari',
  period_to: 'Periode sampai',
  status: 'Status',
  ...AMOUNTS,
  carried_amount: 'Pindahan dari laporan sebelumnya',
  tax_rate_ppm: 'Tarif PPh (per sejuta)',
  tax_amount: 'PPh dipotong',
  net_amount: 'Jumlah dibayar',
  currency: 'Mata uang',
  bank_code: 'Kode bank',
  account_last4: 'Empat digit terakhir rekening',
  bank_reference: 'Referensi bank',
  paid_at: 'Dibayar',
});

const formatLineHeader = createHeaderFormat<keyof CommissionStatementLine>({
  merchant_id: 'ID merchant',
  merchant_name: 'Nama merchant',
  ...AMOUNTS,
});

/** Throws 400 for an unknown column. */
export const buildStatementTable = (
  rows: AsyncIterable<CommissionStatement>,
  language: Language,
  columns: string | undefined,
  time_zone: TimeZone,
): Table =>
  buildRowTable(rows, {
    shape: commissionStatementFields.shape,
    names: parseColumns(STATEMENT_NAMES, columns),
    formatHeader: formatStatementHeader,
    language,
    time_zone,
  });

export const buildStatementLineTable = (rows: readonly CommissionStatementLine[], language: Language): Table =>
  buildRowTable(rows, {
    shape: commissionStatementLine.shape,
    names: listFields(commissionStatementLine.shape),
    formatHeader: formatLineHeader,
    language,
  });
