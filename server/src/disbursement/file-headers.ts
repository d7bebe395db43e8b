/** Column headers of files in Indonesian. */
import type { Disbursement } from '@dasbor/contract/disbursement-fields';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof Disbursement, string> = {
  id: 'ID',
  created_at: 'Diminta',
  merchant_reference: 'Referensi merchant',
  batch_id: 'ID batch',
  beneficiary_id: 'ID penerima',
  verified_name: 'Nama penerima',
  account_name: 'Nama yang diisi',
  name_match: 'Kecocokan nama',
  bank_code: 'Bank',
  account_last4: 'Rekening',
  amount: 'Jumlah',
  currency: 'Mata uang',
  fee_amount: 'Biaya',
  fee_vat_amount: 'PPN atas biaya',
  total_amount: 'Total didebit',
  rail: 'Layanan transfer',
  rail_choice: 'Layanan yang diminta',
  description: 'Berita',
  status: 'Status',
  queue_reason: 'Alasan antrean',
  schedule_at: 'Jadwal',
  expected_at: 'Perkiraan tiba',
  requested_by: 'Diminta oleh',
  decided_by: 'Diputuskan oleh',
  decided_at: 'Diputuskan',
  decision_note: 'Catatan keputusan',
  failure_code: 'Kode kegagalan',
  failure_message: 'Pesan kegagalan',
  response_code: 'Kode respons bank',
  partner_reference_no: 'Referensi di bank',
  bank_reference: 'Referensi bank',
  retry_of: 'Pengganti dari',
  sent_at: 'Dikirim',
  completed_at: 'Selesai',
  reversed_at: 'Dikembalikan bank',
  updated_at: 'Diperbarui',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
