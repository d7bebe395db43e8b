/** Column headers of files: field names in English, which integrations read, and labels in Indonesian. */
import type { Language } from '@dasbor/contract/language';
import type { TransactionField } from './queries.ts';

const INDONESIAN: Record<TransactionField, string> = {
  id: 'ID',
  created_at: 'Dibuat',
  merchant_reference: 'Referensi merchant',
  customer_name: 'Nama pelanggan',
  customer_email: 'Email pelanggan',
  customer_phone: 'Telepon pelanggan',
  method: 'Metode',
  channel_code: 'Bank atau jaringan',
  currency: 'Mata uang',
  amount: 'Jumlah',
  tip_amount: 'Tip',
  fee_amount: 'Biaya',
  fee_vat_amount: 'PPN atas biaya',
  net_amount: 'Jumlah neto',
  status: 'Status',
  settlement_status: 'Status settlement',
  settlement_date: 'Tanggal settlement',
  refund_status: 'Status pengembalian dana',
  refunded_amount: 'Jumlah dikembalikan',
  source: 'Sumber',
  description: 'Deskripsi',
  issuer: 'Penerbit',
  payer_name: 'Nama pembayar',
  approval_code: 'Kode persetujuan',
  rrn: 'RRN',
  provider_reference: 'Referensi penyedia',
  failure_code: 'Kode kegagalan',
  failure_message: 'Pesan kegagalan',
  late_payment: 'Pembayaran terlambat',
  duplicate_payment: 'Pembayaran ganda',
  qris_payment_id: 'ID QRIS',
  virtual_account_id: 'ID virtual account',
  va_number: 'Nomor virtual account',
  payment_link_id: 'ID payment link',
  expires_at: 'Batas waktu',
  expired_at: 'Kedaluwarsa',
  paid_at: 'Dibayar',
  settled_at: 'Dicairkan',
  metadata: 'Metadata',
  updated_at: 'Diperbarui',
};

/** The header of a column. */
export const formatFileHeader = (field: TransactionField, language: Language): string =>
  language === 'en' ? field : INDONESIAN[field];
