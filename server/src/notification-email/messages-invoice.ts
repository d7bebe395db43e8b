/** Texts of notification emails about invoices and credit notes, in both languages. */
import { listMonths } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { TemplateData } from '../db/column-types.ts';
import { formatAmount, toText } from './format.ts';
import { type ActionMessages, byOutcome } from './message-builders.ts';

/** `Oct 2026`. */
function formatMonth({ invoice_month }: TemplateData, language: Language): string {
  const [year, month] = toText(invoice_month).split('-');
  return `${listMonths(language)[Number(month) - 1] ?? ''} ${year ?? ''}`;
}
const number = (data: TemplateData): string => toText(data.invoice_number);
const total = (data: TemplateData): string => formatAmount(Math.abs(Number(data.invoice_total)));

export const INVOICE_ENGLISH: ActionMessages = {
  subject: byOutcome({
    invoice: (data) => `Invoice ${number(data)} for ${formatMonth(data, 'en')}`,
    credit_note: (data) => `Credit note ${number(data)}`,
  }),
  body: byOutcome({
    invoice: (data) =>
      `The fees of ${formatMonth(data, 'en')} are ${total(data)} including VAT. They were already deducted; no payment is due.`,
    credit_note: (data) => `${total(data)} of fees and VAT was returned. Open the credit note for details.`,
  }),
  digest_label: 'Invoices',
};

export const INVOICE_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    invoice: (data) => `Tagihan ${number(data)} untuk ${formatMonth(data, 'id')}`,
    credit_note: (data) => `Nota kredit ${number(data)}`,
  }),
  body: byOutcome({
    invoice: (data) =>
      `Biaya ${formatMonth(data, 'id')} sebesar ${total(data)} termasuk PPN. Biaya ini sudah dipotong; tidak ada yang perlu dibayar.`,
    credit_note: (data) => `${total(data)} biaya dan PPN telah dikembalikan. Buka nota kredit untuk rinciannya.`,
  }),
  digest_label: 'Tagihan',
};
