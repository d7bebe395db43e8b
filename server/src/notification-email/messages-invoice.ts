/** Texts of notification emails about invoices and credit notes, in both languages. */
import { listMonths } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { Facts } from '../db/column-types.ts';
import { formatAmount, toText } from './format.ts';
import { type ActionMessages, byOutcome } from './message-builders.ts';

/** `Oct 2026`. */
function formatMonth({ invoice_month }: Facts, language: Language): string {
  const [year, month] = toText(invoice_month).split('-');
  return `${listMonths(language)[Number(month) - 1] ?? ''} ${year ?? ''}`;
}
const number = (facts: Facts): string => toText(facts.invoice_number);
const total = (facts: Facts): string => formatAmount(Math.abs(Number(facts.invoice_total)));

export const INVOICE_ENGLISH: ActionMessages = {
  subject: byOutcome({
    invoice: (facts) => `Invoice ${number(facts)} for ${formatMonth(facts, 'en')}`,
    credit_note: (facts) => `Credit note ${number(facts)}`,
  }),
  body: byOutcome({
    invoice: (facts) =>
      `The fees of ${formatMonth(facts, 'en')} are ${total(facts)} including VAT. They were already deducted; no payment is due.`,
    credit_note: (facts) => `${total(facts)} of fees and VAT was returned. Open the credit note for details.`,
  }),
  digest_label: 'Invoices',
};

export const INVOICE_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    invoice: (facts) => `Tagihan ${number(facts)} untuk ${formatMonth(facts, 'id')}`,
    credit_note: (facts) => `Nota kredit ${number(facts)}`,
  }),
  body: byOutcome({
    invoice: (facts) =>
      `Biaya ${formatMonth(facts, 'id')} sebesar ${total(facts)} termasuk PPN. Biaya ini sudah dipotong; tidak ada yang perlu dibayar.`,
    credit_note: (facts) => `${total(facts)} biaya dan PPN telah dikembalikan. Buka nota kredit untuk rinciannya.`,
  }),
  digest_label: 'Tagihan',
};
