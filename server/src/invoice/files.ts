/** Lists of invoices and lines as files. */
import { type Invoice, type InvoiceLine, invoiceFields, invoiceLine } from '@dasbor/contract/invoice';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat } from '../db/csv-cells.ts';
import { parseColumns } from '../http/file-columns.ts';
import { buildRowTable } from '../table-file/row-table.ts';
import type { Table } from '../table-file/table.ts';

const INVOICE_NAMES = listFields(invoiceFields.shape);

const formatInvoiceHeader = createHeaderFormat<keyof Invoice>({
  id: 'ID',
  number: 'Nomor',
  kind: 'Jenis',
  merchant_id: 'ID merchant',
  merchant_name: 'Nama merchant',
  period_from: 'Masa dari',
  period_to: 'Masa sampai',
  issue_date: 'Tanggal terbit',
  issued_at: 'Diterbitkan',
  fee_amount: 'Biaya',
  dpp_amount: 'DPP',
  vat_amount: 'PPN',
  total_amount: 'Total',
  currency: 'Mata uang',
  tax_invoice_no: 'Nomor faktur pajak',
  corrects_id: 'ID tagihan yang dikoreksi',
});

const formatLineHeader = createHeaderFormat<keyof InvoiceLine>({
  line_no: 'Nomor baris',
  service: 'Layanan',
  movement: 'Mutasi',
  fee_rule: 'Aturan biaya',
  rate_bps: 'Tarif (per 10.000)',
  flat_amount: 'Biaya tetap',
  count: 'Jumlah',
  fee_amount: 'Biaya',
  dpp_amount: 'DPP',
  vat_rate_bps: 'Tarif PPN (per 10.000)',
  vat_amount: 'PPN',
  total_amount: 'Total',
});

/** Throws 400 for an unknown column. */
export const buildInvoiceTable = (
  rows: AsyncIterable<Invoice>,
  language: Language,
  columns: string | undefined,
  time_zone: TimeZone,
): Table =>
  buildRowTable(rows, {
    shape: invoiceFields.shape,
    names: parseColumns(INVOICE_NAMES, columns),
    formatHeader: formatInvoiceHeader,
    language,
    time_zone,
  });

export const buildLineTable = (rows: readonly InvoiceLine[], language: Language): Table =>
  buildRowTable(rows, {
    shape: invoiceLine.shape,
    names: listFields(invoiceLine.shape),
    formatHeader: formatLineHeader,
    language,
  });
