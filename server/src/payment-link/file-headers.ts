/** Column headers of files: field names in English, which integrations read, and labels in Indonesian. */
import type { Language } from '@dasbor/contract/language';

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

/** The header of a column. */
export const formatFileHeader = (field: string, language: Language): string =>
  language === 'en' ? field : (INDONESIAN[field] ?? field);
