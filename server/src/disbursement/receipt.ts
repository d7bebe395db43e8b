/** The receipt of a completed disbursement for merchant and beneficiary, in Indonesian and English. It does not show fees. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { Readable } from 'node:stream';
import type { Disbursement } from '@dasbor/contract/disbursement-fields';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { railLabel } from '@dasbor/contract/transfer-rail';
import { getBank } from '../account-check/rules.ts';
import { Problem } from '../http/problem.ts';
import { renderPdf } from '../pdf/document.ts';

export interface ReceiptMerchant {
  brand_name: string;
  legal_name: string;
  city: string | null;
}

/** Throws 409 `receipt_unavailable` unless the transfer was executed. */
export function buildReceipt(disbursement: Disbursement, merchant: ReceiptMerchant, now: Date): Readable {
  if (disbursement.status !== 'success' && disbursement.status !== 'reversed') {
    throw new Problem(
      409,
      'receipt_unavailable',
      localized(
        'A receipt is available once the disbursement is completed.',
        'Bukti tersedia setelah disbursement selesai.',
      ),
    );
  }
  const title = `Bukti transfer / Transfer receipt ${disbursement.id}`;
  return renderPdf({ title, author: merchant.brand_name }, (page) => {
    page.heading(merchant.brand_name, [merchant.legal_name, merchant.city].filter(Boolean).join(' · '));
    page.gap();
    page.heading('Bukti transfer / Transfer receipt');
    for (const [name, value] of listReceiptLines(disbursement)) page.field(name, value);
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

/** Lines of the receipt, in order; empty ones are left out. */
function listReceiptLines(disbursement: Disbursement): [name: string, value: string][] {
  const { amount, status, completed_at, reversed_at, rail } = disbursement;
  const [indonesian, english] = [railLabel(rail, 'id'), railLabel(rail, 'en')];
  const lines: [string, string | null][] = [
    ['Jumlah / Amount', formatRupiah(amount)],
    ['Status', status === 'success' ? 'BERHASIL / COMPLETED' : 'DIKEMBALIKAN BANK / RETURNED'],
    ['Waktu transfer / Transferred at', completed_at === null ? null : formatInstant(completed_at, 'id')],
    ['Dikembalikan / Returned at', reversed_at === null ? null : formatInstant(reversed_at, 'id')],
    ['Penerima / Beneficiary', disbursement.verified_name],
    ['Bank', getBank(disbursement.bank_code).name],
    ['Rekening / Account', formatAccountNumber(disbursement.account_last4)],
    ['Layanan / Rail', indonesian === english ? indonesian : `${indonesian} / ${english}`],
    ['Berita / Description', disbursement.description],
    ['Referensi / Reference', disbursement.merchant_reference],
    ['Referensi bank / Bank reference', disbursement.bank_reference],
    ['ID disbursement / Disbursement ID', disbursement.id],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '');
}
