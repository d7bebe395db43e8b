/** The email with the number and the payment instructions of a virtual account. */
import { bankShortName } from '@dasbor/contract/bank';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { buildVaInstructions, formatVaNumber, formatVaPayers } from '@dasbor/contract/va-instructions';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import type { Mail } from '../mail/mailer.ts';
import { type EmailSender, renderEmail } from '../mail/template.ts';

const TEXTS = {
  en: {
    subject: (brand_name: string, bank: string) => `Pay ${brand_name} by ${bank} virtual account`,
    heading: (bank: string) => `Payment by ${bank} virtual account`,
    introduction: (brand_name: string) => `Please pay ${brand_name} by transfer to the virtual account below.`,
    bank: 'Bank',
    number: 'Number',
    name: 'Name',
    amount: 'Amount',
    expires: 'Pay before',
    description: 'For',
    exact: (amount: string) => `${amount} (exact amount)`,
    any: 'Any amount',
    between: (min: string, max: string) => `${min} to ${max}`,
    questions: (brand_name: string) => `Questions about your order? Contact ${brand_name}.`,
  },
  id: {
    subject: (brand_name: string, bank: string) => `Bayar ${brand_name} dengan virtual account ${bank}`,
    heading: (bank: string) => `Pembayaran dengan virtual account ${bank}`,
    introduction: (brand_name: string) =>
      `Silakan bayar ${brand_name} melalui transfer ke virtual account di bawah ini.`,
    bank: 'Bank',
    number: 'Nomor',
    name: 'Nama',
    amount: 'Jumlah',
    expires: 'Bayar sebelum',
    description: 'Untuk',
    exact: (amount: string) => `${amount} (jumlah tepat)`,
    any: 'Jumlah bebas',
    between: (min: string, max: string) => `${min} sampai ${max}`,
    questions: (brand_name: string) => `Ada pertanyaan tentang pesanan Anda? Hubungi ${brand_name}.`,
  },
};

/** Without links: nothing to forge. */
export function buildInstructionsEmail(
  va: VirtualAccount,
  sender: EmailSender,
  language: Language,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { va_number, holder_name } = va;
  const { name: brand_name } = sender;
  const bank = bankShortName(va.bank);
  const t = TEXTS[language];
  const rows = [
    [t.bank, bank],
    [t.number, `${va_number} (${formatVaNumber(va_number)})`],
    [t.name, holder_name],
    [t.amount, formatAmount(va, language)],
    ...(va.expires_at === null ? [] : [[t.expires, formatInstant(va.expires_at, language)]]),
    ...(va.description === null ? [] : [[t.description, va.description]]),
  ];
  const exact_amount = va.amount_type === 'closed';
  return renderEmail({
    language,
    sender,
    subject: t.subject(brand_name, bank),
    heading: t.heading(bank),
    paragraphs: [t.introduction(brand_name), formatVaPayers(va.bank, language)],
    tables: [{ title: null, head: null, rows }],
    lists: buildVaInstructions({ bank: va.bank, va_number, exact_amount }, language),
    link: null,
    footer: [t.questions(brand_name)],
  });
}

function formatAmount(
  { amount_type, expected_amount, amount_min, amount_max }: VirtualAccount,
  language: Language,
): string {
  const t = TEXTS[language];
  if (amount_type === 'closed') return t.exact(formatRupiah(expected_amount ?? 0));
  if (amount_type === 'open') return t.any;
  return t.between(formatRupiah(amount_min ?? 0), formatRupiah(amount_max ?? 0));
}
