/** Texts of commission statements as PDF, in both languages. */
import type { CommissionStatementStatus } from '@dasbor/contract/commission-statement';
import type { Language } from '@dasbor/contract/language';

export interface StatementPdfMessages {
  title: string;
  beneficiary: string;
  group: string;
  rule: string;
  status: string;
  statuses: Record<CommissionStatementStatus, string>;
  columns: [merchant: string, count: string, gross: string, commission: string, adjustment: string, payable: string];
  total: string;
  carried: string;
  payable: string;
  tax: (percent: string) => string;
  net: string;
  in_words: string;
  account: string;
  paid_at: string;
  reference: string;
}

export const STATEMENT_PDF_MESSAGES: Record<Language, StatementPdfMessages> = {
  en: {
    title: 'Commission statement',
    beneficiary: 'Beneficiary',
    group: 'Account group',
    rule: 'Commission rule',
    status: 'Status',
    statuses: {
      open: 'In preparation',
      closed: 'Closed',
      pending_approval: 'Awaiting approval',
      approved: 'Approved',
      on_hold: 'On hold',
      processing: 'Processing',
      paid: 'Paid',
      failed: 'Failed',
    },
    columns: ['Merchant', 'Payments', 'Gross', 'Commission', 'Adjustments', 'Payable'],
    total: 'Total',
    carried: 'Carried forward',
    payable: 'Payable',
    tax: (percent) => `Income tax (PPh) withheld, ${percent}%`,
    net: 'Net payable',
    in_words: 'In words',
    account: 'Paid to',
    paid_at: 'Paid',
    reference: 'Bank reference',
  },
  id: {
    title: 'Laporan komisi',
    beneficiary: 'Penerima komisi',
    group: 'Grup akun',
    rule: 'Aturan komisi',
    status: 'Status',
    statuses: {
      open: 'Sedang disiapkan',
      closed: 'Ditutup',
      pending_approval: 'Menunggu persetujuan',
      approved: 'Disetujui',
      on_hold: 'Ditahan',
      processing: 'Diproses',
      paid: 'Dibayar',
      failed: 'Gagal',
    },
    columns: ['Merchant', 'Pembayaran', 'Bruto', 'Komisi', 'Penyesuaian', 'Terutang'],
    total: 'Total',
    carried: 'Pindahan',
    payable: 'Terutang',
    tax: (percent) => `PPh dipotong, ${percent}%`,
    net: 'Jumlah dibayar',
    in_words: 'Terbilang',
    account: 'Dibayar ke',
    paid_at: 'Dibayar',
    reference: 'Referensi bank',
  },
};
