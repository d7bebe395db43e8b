/** The settlements of a group by day as a file. */
import { type GroupSettlementDay, groupSettlementDay } from '@dasbor/contract/account-group-fields';
import type { Language } from '@dasbor/contract/language';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat } from '../db/csv-cells.ts';
import { buildRowTable } from '../table-file/row-table.ts';
import type { Table } from '../table-file/table.ts';

const formatHeader = createHeaderFormat<keyof GroupSettlementDay>({
  day: 'Tanggal (WIB)',
  merchant_count: 'Jumlah merchant',
  settlement_count: 'Jumlah settlement',
  gross_amount: 'Bruto',
  refund_amount: 'Pengembalian dana',
  fees_amount: 'Biaya termasuk PPN',
  net_amount: 'Neto',
  paid_amount: 'Dibayar',
  failed_amount: 'Gagal atau dikembalikan',
  group_amount: 'Ke rekening pemilik grup',
});

export const buildSettlementTable = (days: readonly GroupSettlementDay[], language: Language): Table =>
  buildRowTable(days, {
    shape: groupSettlementDay.shape,
    names: listFields(groupSettlementDay.shape),
    formatHeader,
    language,
  });
