/** Column headers of files: field names in English, which integrations read, and labels in Indonesian. */
import type { Language } from '@dasbor/contract/language';
import type { QrisSticker } from '@dasbor/contract/sticker';

/** In the order of the columns. */
export const INDONESIAN_HEADERS: Record<keyof QrisSticker, string> = {
  id: 'ID',
  created_at: 'Dibuat',
  name: 'Nama',
  store: 'Toko',
  terminal: 'Terminal',
  status: 'Status',
  today_count: 'Pembayaran hari ini',
  today_amount: 'Total hari ini',
  last_paid_at: 'Pembayaran terakhir',
  tip_mode: 'Jenis tip',
  tip_value: 'Nilai tip',
  nmid: 'NMID',
  qr_content: 'Isi QR',
};

/** The header of a column. */
export const formatFileHeader = (field: keyof QrisSticker, language: Language): string =>
  language === 'en' ? field : INDONESIAN_HEADERS[field];
