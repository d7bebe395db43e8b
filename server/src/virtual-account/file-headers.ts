/** Column headers of files in Indonesian. */
import type { VaPayment, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof VirtualAccount | keyof VaPayment, string> = {
  id: 'ID',
  created_at: 'Dibuat',
  va_number: 'Nomor virtual account',
  bank: 'Bank',
  holder_name: 'Nama pemegang',
  type: 'Jenis',
  amount_type: 'Jenis jumlah',
  expected_amount: 'Jumlah tagihan',
  amount_min: 'Jumlah minimum',
  amount_max: 'Jumlah maksimum',
  paid_amount: 'Jumlah dibayar',
  payments_count: 'Jumlah pembayaran',
  mismatches_count: 'Ketidaksesuaian',
  last_paid_at: 'Pembayaran terakhir',
  merchant_reference: 'Referensi merchant',
  description: 'Deskripsi',
  customer_name: 'Nama pelanggan',
  customer_email: 'Email pelanggan',
  customer_phone: 'Telepon pelanggan',
  status: 'Status',
  expires_at: 'Kedaluwarsa',
  transaction_id: 'ID transaksi',
  payment_link_id: 'ID payment link',
  metadata: 'Metadata',
  updated_at: 'Diperbarui',
  paid_at: 'Dibayar',
  received_at: 'Diterima',
  amount: 'Jumlah',
  match: 'Kecocokan',
  detail: 'Keterangan',
  sender_name: 'Nama pengirim',
  sender_bank: 'Bank pengirim',
  payment_request_id: 'paymentRequestId',
  trx_id: 'trxId',
  reference_no: 'Nomor referensi',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
