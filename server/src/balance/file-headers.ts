/** Column headers of files: field names in English, which integrations read, and labels in Indonesian. */
import type { BalanceEntry } from '@dasbor/contract/balance';
import type { Language } from '@dasbor/contract/language';

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

/** The header of a column. */
export const formatFileHeader = (field: keyof BalanceEntry, language: Language): string =>
  language === 'en' ? field : INDONESIAN[field];
