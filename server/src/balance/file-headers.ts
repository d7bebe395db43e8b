/** Column headers of files in Indonesian. */
import type { BalanceEntry } from '@dasbor/contract/balance';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof BalanceEntry, string> = {
  posted_at: 'Waktu',
  id: 'ID',
  journal_id: 'ID jurnal',
  kind: 'Mutasi',
  status: 'Status',
  reference_type: 'Jenis referensi',
  reference_id: 'Referensi',
  description: 'Deskripsi',
  debit: 'Debit',
  credit: 'Kredit',
  balance_after: 'Saldo',
  reverses_id: 'Membalik ID',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
