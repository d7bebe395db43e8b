/** Column headers of settlement files: field names in English, which integrations read, and labels in Indonesian. */
import type { Language } from '@dasbor/contract/language';
import type { SettlementBatch, SettlementLine } from '@dasbor/contract/settlement-fields';

const INDONESIAN: Record<keyof SettlementBatch | keyof SettlementLine, string> = {
  id: 'ID',
  batch_no: 'Nomor batch',
  settlement_date: 'Tanggal settlement',
  is_early: 'Settlement lebih awal',
  period_from: 'Pembayaran pertama',
  period_to: 'Pembayaran terakhir',
  transaction_count: 'Jumlah pembayaran',
  gross_amount: 'Jumlah bruto',
  refund_amount: 'Pengembalian dana',
  fee_amount: 'Biaya',
  fee_vat_amount: 'PPN atas biaya',
  commission_amount: 'Komisi',
  adjustment_amount: 'Penyesuaian',
  net_amount: 'Jumlah neto',
  currency: 'Mata uang',
  destination: 'Tujuan',
  bank_account: 'Rekening bank',
  rail: 'Jalur pembayaran',
  bank_reference: 'Referensi bank',
  status: 'Status',
  sent_at: 'Dikirim ke bank',
  paid_at: 'Dikreditkan',
  failure_code: 'Kode kegagalan',
  failure_message: 'Pesan kegagalan',
  held_reason: 'Alasan penahanan',
  line_count: 'Jumlah baris',
  created_at: 'Dibuat',
  updated_at: 'Diperbarui',
  line_no: 'Nomor baris',
  line_type: 'Jenis baris',
  type: 'Produk',
  transaction_id: 'ID transaksi',
  reference_id: 'ID referensi',
  merchant_reference: 'Referensi merchant',
  method: 'Metode',
  channel_code: 'Bank atau jaringan',
  occurred_at: 'Waktu',
  mdr_rate_bps: 'Tarif MDR (bps)',
  flat_fee: 'Biaya tetap',
  rrn: 'RRN',
  dispute_status: 'Status sanggahan',
  dispute_reason: 'Alasan sanggahan',
  dispute_answer: 'Jawaban sanggahan',
  dispute_adjustment_amount: 'Penyesuaian sanggahan',
};

/** The header of a column. */
export const formatFileHeader = (field: string, language: Language): string =>
  language === 'en' ? field : (INDONESIAN[field as keyof typeof INDONESIAN] ?? field);
