/** The receipt of a payment: what the merchant's customer paid, in Indonesian and English. Fees are no part of it. */
import type { Readable } from 'node:stream';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Transaction } from '@dasbor/contract/transaction';
import { renderPdf } from '../pdf/document.ts';

export interface ReceiptMerchant {
  brand_name: string;
  legal_name: string;
  city: string;
}

const METHODS: Record<Transaction['method'], string> = {
  qris: 'QRIS',
  virtual_account: 'Virtual account',
  e_wallet: 'Dompet elektronik / E-wallet',
  card: 'Kartu / Card',
  retail: 'Gerai ritel / Retail outlet',
  direct_debit: 'Debit langsung / Direct debit',
};

export function buildReceipt(payment: Transaction, merchant: ReceiptMerchant, now: Date): Readable {
  const title = `Bukti pembayaran ${payment.id}`;
  return renderPdf({ title, author: merchant.brand_name }, (page) => {
    page.heading(merchant.brand_name, `${merchant.legal_name} · ${merchant.city}`);
    page.gap();
    page.heading('Bukti pembayaran / Payment receipt');
    for (const [name, value] of listReceiptLines(payment)) page.field(name, value);
    page.gap(16);
    page.doc
      .fontSize(8)
      .fillColor('#5c636b')
      .text(
        `Dokumen ini dibuat secara otomatis pada ${timeOf(now)} dan sah tanpa tanda tangan. / ` +
          `This document was made automatically on ${timeOf(now)} and is valid without a signature.`,
        { width: page.width },
      );
  });
}

/** Lines of the receipt, in their order; what is not known is left out. */
function listReceiptLines(payment: Transaction): [name: string, value: string][] {
  const { amount, tip_amount, refunded_amount } = payment;
  const payer = payment.payer_name ?? payment.customer_name;
  const lines: [string, string | null][] = [
    ['Jumlah / Amount', rupiahOf(amount)],
    ['Termasuk tip / Tip included', tip_amount === 0 ? null : rupiahOf(tip_amount)],
    ['Dikembalikan / Refunded', refunded_amount === 0 ? null : rupiahOf(refunded_amount)],
    ['Status', payment.refund_status === 'full' ? 'DIKEMBALIKAN / REFUNDED' : 'LUNAS / PAID'],
    ['Waktu bayar / Paid at', payment.paid_at === null ? null : timeOf(new Date(payment.paid_at))],
    ['Untuk / For', payment.description],
    ['Pembayar / Payer', payer],
    ['Metode / Method', [METHODS[payment.method], payment.channel_code].filter(Boolean).join(' ')],
    ['Penerbit / Issuer', payment.issuer],
    ['Nomor VA / VA number', payment.va_number],
    ['RRN', payment.rrn],
    ['Referensi bank / Bank reference', payment.provider_reference],
    ['Nomor pesanan / Order number', payment.merchant_reference],
    ['Nomor transaksi / Transaction ID', payment.id],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '');
}

const rupiahOf = (amount: number): string => `Rp ${new Intl.NumberFormat('id-ID').format(amount)}`;

const day_and_time = new Intl.DateTimeFormat('id-ID', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' });
const timeOf = (at: Date): string => `${day_and_time.format(at)} WIB`;
