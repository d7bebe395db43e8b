/** Column headers of files in Indonesian. */
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Readonly<Record<string, string>> = {
  created_at: 'Dibuat',
  title: 'Judul',
  id: 'ID',
  link_code: 'Kode tautan',
  url: 'URL',
  type: 'Jenis',
  status: 'Status',
  amount: 'Jumlah',
  min_amount: 'Jumlah minimum',
  max_amount: 'Jumlah maksimum',
  paid_count: 'Jumlah pembayaran',
  usage_limit: 'Batas pemakaian',
  collected_amount: 'Jumlah terkumpul',
  starts_at: 'Mulai berlaku',
  expires_at: 'Kedaluwarsa',
  merchant_reference: 'Referensi merchant',
  customer_name: 'Nama pelanggan',
  customer_email: 'Email pelanggan',
  customer_phone: 'Telepon pelanggan',
  channels: 'Metode pembayaran',
  fee_bearer: 'Penanggung biaya',
  created_by: 'Dibuat oleh',
};

export const formatFileHeader = createHeaderFormat<string>(INDONESIAN);
