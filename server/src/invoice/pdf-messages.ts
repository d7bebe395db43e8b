/** Texts of invoices as PDF, in both languages. */
import type { Language } from '@dasbor/contract/language';

export interface InvoiceMessages {
  billed_to: string;
  number: string;
  issue_date: string;
  period: string;
  tax_invoice_no: string;
  not_yet: string;
  corrects: string;
  reason: string;
  npwp: string;
  npwp_missing: string;
  columns: [description: string, count: string, fees: string, dpp: string, vat: string, total: string];
  fees: string;
  dpp: string;
  vat: string;
  total: string;
  in_words: string;
  paid: string;
  already_paid: string;
  returned: string;
  vat_rule: string;
  automatic: (at: string) => string;
}

export const INVOICE_MESSAGES: Record<Language, InvoiceMessages> = {
  en: {
    billed_to: 'Billed to',
    number: 'Number',
    issue_date: 'Date',
    period: 'Period (WIB)',
    tax_invoice_no: 'Tax invoice (e-Faktur)',
    not_yet: 'to follow',
    corrects: 'Corrects invoice',
    reason: 'Reason',
    npwp: 'NPWP',
    npwp_missing: 'not provided',
    columns: ['Description', 'Count', 'Fees', 'DPP', 'PPN', 'Total'],
    fees: 'Fees without VAT',
    dpp: 'DPP (VAT base): 11/12 of the fees',
    vat: 'PPN (VAT) 12% of the DPP',
    total: 'Total',
    in_words: 'In words',
    paid: 'PAID',
    already_paid: 'The fees were deducted from your payments and transfers. No amount is due.',
    returned: 'The amount was returned to your available balance.',
    vat_rule:
      'VAT is calculated and rounded for each fee. The VAT base is 11/12 of the fee (DPP nilai lain, PMK 131/2024).',
    automatic: (at) => `Created automatically on ${at}; valid without a signature.`,
  },
  id: {
    billed_to: 'Ditagihkan kepada',
    number: 'Nomor',
    issue_date: 'Tanggal',
    period: 'Masa (WIB)',
    tax_invoice_no: 'Faktur pajak (e-Faktur)',
    not_yet: 'menyusul',
    corrects: 'Mengoreksi tagihan',
    reason: 'Alasan',
    npwp: 'NPWP',
    npwp_missing: 'belum diisi',
    columns: ['Uraian', 'Jumlah', 'Biaya', 'DPP', 'PPN', 'Total'],
    fees: 'Biaya sebelum PPN',
    dpp: 'DPP nilai lain (11/12)',
    vat: 'PPN 12% dari DPP',
    total: 'Total',
    in_words: 'Terbilang',
    paid: 'LUNAS',
    already_paid: 'Biaya sudah dipotong dari pembayaran dan transfer Anda. Tidak ada yang perlu dibayar.',
    returned: 'Jumlah ini telah dikembalikan ke saldo tersedia Anda.',
    vat_rule: 'PPN dihitung dan dibulatkan untuk setiap biaya. Nilai lain sesuai PMK 131/2024.',
    automatic: (at) => `Dibuat otomatis pada ${at}; sah tanpa tanda tangan.`,
  },
};
