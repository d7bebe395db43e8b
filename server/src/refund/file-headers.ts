/** Column headers of files in Indonesian. */
import type { Refund } from '@dasbor/contract/refund-fields';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof Refund, string> = {
  id: 'ID',
  created_at: 'Diminta',
  transaction_id: 'ID transaksi',
  transaction_amount: 'Jumlah transaksi',
  transaction_method: 'Metode transaksi',
  channel_code: 'Bank atau jaringan',
  merchant_reference: 'Referensi merchant',
  currency: 'Mata uang',
  amount: 'Jumlah',
  reason: 'Alasan',
  reason_text: 'Keterangan alasan',
  note: 'Catatan',
  method: 'Metode pengembalian',
  status: 'Status',
  beneficiary_bank: 'Bank penerima',
  beneficiary_account_last4: 'Rekening penerima',
  beneficiary_name: 'Nama penerima',
  fee_amount: 'Biaya',
  fee_vat_amount: 'PPN atas biaya',
  fee_reversed_amount: 'Biaya dikembalikan',
  fee_vat_reversed_amount: 'PPN dikembalikan',
  requested_by: 'Diminta oleh',
  decided_by: 'Diputuskan oleh',
  decided_at: 'Diputuskan',
  decision_note: 'Catatan keputusan',
  rejected_reason: 'Alasan penolakan',
  error_code: 'Kode kegagalan',
  error_message: 'Pesan kegagalan',
  provider_reference: 'Referensi penyedia',
  sent_at: 'Dikirim',
  completed_at: 'Selesai',
  updated_at: 'Diperbarui',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
