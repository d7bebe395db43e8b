/** Texts of notification emails about invoices and credit notes, in both languages. */
import { listMonths } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { EmailDetails } from '../db/column-types.ts';
import { formatAmount, toText } from './format.ts';
import { type ActionMessages, byOutcome } from './message-builders.ts';

/** `Oct 2026`. */
function formatMonth({ invoice_month }: EmailDetails, language: Language): string {
  const [year, month] = toText(invoice_month).split('-');
  return `${listMonths(language)[Number(month) - 1] ?? ''} ${year ?? ''}`;
}
const number = (details: EmailDetails): string => toText(details.invoice_number);
const total = (details: EmailDetails): string => formatAmount(Math.abs(Number(details.invoice_total)));

export const INVOICE_ENGLISH: ActionMessages = {
  subject: byOutcome({
    invoice: (details) => `Invoice ${number(details)} for ${formatMonth(details, 'en')}`,
    credit_note: (details) => `Credit note ${number(details)}`,
  }),
  body: byOutcome({
    invoice: (details) =>
      `The fees of ${formatMonth(details, 'en')} are ${total(details)} including VAT. They were already deducted; no payment is due.`,
    credit_note: (details) => `${total(details)} of fees and VAT was returned. Open the credit note for details.`,
  }),
  digest_label: 'Invoices',
};

export const INVOICE_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    invoice: (details) => `Tagihan ${number(details)} untuk ${formatMonth(details, 'id')}`,
    credit_note: (details) => `Nota kredit ${number(details)}`,
  }),
  body: byOutcome({
    invoice: (details) =>
      `Biaya ${formatMonth(details, 'id')} sebesar ${total(details)} termasuk PPN. Biaya ini sudah dipotong; tidak ada yang perlu dibayar.`,
    credit_note: (details) => `${total(details)} biaya dan PPN telah dikembalikan. Buka nota kredit untuk rinciannya.`,
  }),
  digest_label: 'Tagihan',
};
