/** Column headers of files in Indonesian. */
import type { QrisPaymentRow } from '@dasbor/contract/qris-payment';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof QrisPaymentRow, string> = {
  id: 'ID transaksi',
  created_at: 'Dibuat',
  qris_payment_id: 'ID QRIS',
  type: 'Jenis',
  code_name: 'Nama kode',
  merchant_reference: 'Referensi merchant',
  amount: 'Jumlah',
  tip_amount: 'Tip',
  status: 'Status',
  paid_at: 'Dibayar',
  issuer: 'Penerbit',
  issuer_code: 'Kode penerbit',
  payer_name: 'Nama pembayar',
  approval_code: 'Kode persetujuan',
  rrn: 'RRN',
  nmid: 'NMID',
  store: 'Toko',
  terminal: 'Terminal',
  mdr_rate_bps: 'Tarif MDR (bps)',
  mdr_amount: 'MDR',
  fee_vat_amount: 'PPN atas biaya',
  net_amount: 'Jumlah neto',
  refunded_amount: 'Jumlah dikembalikan',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
