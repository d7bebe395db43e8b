/** Column headers of files in Indonesian. */
import type { Deposit } from '@dasbor/contract/deposit-va';
import { createHeaderFormat } from '../db/csv-cells.ts';

const INDONESIAN: Record<keyof Deposit, string> = {
  id: 'ID',
  received_at: 'Diterima',
  paid_at: 'Dibayar',
  deposit_va_id: 'ID deposit VA',
  va_number: 'Nomor virtual account',
  bank: 'Bank',
  amount: 'Jumlah',
  fee_amount: 'Biaya',
  fee_vat_amount: 'PPN atas biaya',
  net_amount: 'Jumlah neto',
  sender_name: 'Nama pengirim',
  sender_bank: 'Bank pengirim',
  bank_reference: 'Referensi bank',
  payment_request_id: 'paymentRequestId',
  status: 'Status',
  review_reason: 'Alasan peninjauan',
  decision_note: 'Catatan keputusan',
  ended_at: 'Selesai',
};

export const formatFileHeader = createHeaderFormat(INDONESIAN);
