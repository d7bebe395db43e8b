/** The payment receipt for the merchant's customer, in Indonesian and English. It does not show fees. */
import type { Readable } from 'node:stream';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import { methodLabel } from '@dasbor/contract/labels';
import type { Transaction } from '@dasbor/contract/transaction';
import { type PdfPage, renderPdf } from '../pdf/document.ts';

export interface ReceiptMerchant {
  brand_name: string;
  legal_name: string;
  city: string | null;
  brand_color: string | null;
  /** PNG or JPEG. */
  logo: Buffer | null;
}

export type ReceiptPayment = Pick<
  Transaction,
  | 'id'
  | 'amount'
  | 'tip_amount'
  | 'refunded_amount'
  | 'refund_status'
  | 'paid_at'
  | 'description'
  | 'payer_name'
  | 'customer_name'
  | 'method'
  | 'channel_code'
  | 'issuer'
  | 'va_number'
  | 'rrn'
  | 'provider_reference'
  | 'merchant_reference'
>;

/** In points, 72 per inch. */
const LOGO_SIZE = { width: 120, height: 48 };
const LINE_HEIGHT = 3;

export function buildReceipt(payment: ReceiptPayment, merchant: ReceiptMerchant, now: Date): Readable {
  const title = `Bukti pembayaran / Payment receipt ${payment.id}`;
  return renderPdf({ title, author: merchant.brand_name }, (page) => {
    writeBrand(page, merchant);
    page.heading(merchant.brand_name, [merchant.legal_name, merchant.city].filter(Boolean).join(' · '));
    page.gap();
    page.heading('Bukti pembayaran / Payment receipt');
    for (const [name, value] of listReceiptLines(payment)) page.field(name, value);
    page.gap(16);
    page.doc
      .fontSize(8)
      .fillColor('#5c636b')
      .text(
        `Dokumen ini dibuat secara otomatis pada ${formatInstant(now, 'id')} dan sah tanpa tanda tangan. / ` +
          `This document was generated automatically on ${formatInstant(now, 'en')} and is valid without a signature.`,
        { width: page.width },
      );
  });
}

/** A line in the brand colour at the top, and the logo under it. */
function writeBrand({ doc, width, gap }: PdfPage, { brand_color, logo }: ReceiptMerchant): void {
  const { x, y } = doc;
  if (brand_color !== null) doc.save().rect(x, y, width, LINE_HEIGHT).fill(brand_color).restore();
  if (brand_color !== null) gap(LINE_HEIGHT + 12);
  if (logo === null) return;
  const top = doc.y;
  doc.image(logo, x, top, { fit: [LOGO_SIZE.width, LOGO_SIZE.height] });
  doc.x = x;
  doc.y = top + LOGO_SIZE.height + 12;
}

/** Lines of the receipt, in order; empty ones are left out. */
function listReceiptLines(payment: ReceiptPayment): [name: string, value: string][] {
  const { amount, tip_amount, refunded_amount } = payment;
  const payer = payment.payer_name ?? payment.customer_name;
  const lines: [string, string | null][] = [
    ['Jumlah / Amount', formatRupiah(amount)],
    ['Termasuk tip / Tip included', tip_amount === 0 ? null : formatRupiah(tip_amount)],
    ['Dikembalikan / Refunded', refunded_amount === 0 ? null : formatRupiah(refunded_amount)],
    ['Status', payment.refund_status === 'full' ? 'DIKEMBALIKAN / REFUNDED' : 'LUNAS / PAID'],
    ['Waktu bayar / Paid at', payment.paid_at === null ? null : formatInstant(payment.paid_at, 'id')],
    ['Untuk / For', payment.description],
    ['Pembayar / Payer', payer],
    ['Metode / Method', [formatMethod(payment.method), payment.channel_code].filter(Boolean).join(' ')],
    ['Penerbit / Issuer', payment.issuer],
    ['Nomor VA / VA number', payment.va_number],
    ['RRN', payment.rrn],
    ['Referensi bank / Bank reference', payment.provider_reference],
    ['Nomor pesanan / Order number', payment.merchant_reference],
    ['ID transaksi / Transaction ID', payment.id],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '');
}

/** `Kartu / Card`; one name where both languages share it. */
function formatMethod(method: Transaction['method']): string {
  const [indonesian, english] = [methodLabel(method, 'id'), methodLabel(method, 'en')];
  return indonesian === english ? indonesian : `${indonesian} / ${english}`;
}
