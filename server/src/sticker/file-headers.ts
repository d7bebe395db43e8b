/** Column headers of files in Indonesian. */
import type { QrisSticker } from '@dasbor/contract/sticker';
import { createHeaderFormat } from '../db/csv-cells.ts';

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

export const formatFileHeader = createHeaderFormat(INDONESIAN_HEADERS);
