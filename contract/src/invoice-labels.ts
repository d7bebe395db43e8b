/** Names of what invoices show, in both languages: one wording on screens and in PDF files. */
import { translateFeeRuleName } from './fee-rule-names.ts';
import { formatRate, formatRupiah, listMonths } from './format.ts';
import type { InvoiceKind, InvoiceLine, InvoiceService } from './invoice.ts';
import { methodLabel } from './labels.ts';
import { type Language, type Localized, localized } from './language.ts';

const KINDS: Record<InvoiceKind, Localized> = {
  invoice: localized('Invoice', 'Tagihan'),
  credit_note: localized('Credit note', 'Nota kredit'),
};
export const invoiceKindLabel = (kind: InvoiceKind, language: Language): string => KINDS[kind][language];

const SERVICES: Partial<Record<InvoiceService, Localized>> = {
  disbursement: localized('Disbursements', 'Disbursement'),
  deposit: localized('Deposits', 'Deposit'),
  refund_transfer: localized('Refunds by bank transfer', 'Pengembalian dana melalui transfer'),
  other: localized('Other fees', 'Biaya lain'),
};
export const invoiceServiceLabel = (service: InvoiceService, language: Language): string =>
  SERVICES[service]?.[language] ?? methodLabel(service, language);

const MOVEMENTS: Record<InvoiceLine['movement'], Localized> = {
  charged: localized('Charged', 'Ditagihkan'),
  reversed: localized('Refunded', 'Dikembalikan'),
  credited: localized('Credited', 'Dikreditkan'),
};
export const invoiceMovementLabel = (movement: InvoiceLine['movement'], language: Language): string =>
  MOVEMENTS[movement][language];

/** `Oct 2026`, of a day of the month. */
export function formatInvoiceMonth(day: string, language: Language): string {
  const [year, month] = day.split('-');
  return `${listMonths(language)[Number(month) - 1] ?? ''} ${year ?? ''}`;
}

/** The fee rule with its terms: `QRIS small business: 0.7%`; a dash where there is none. */
export function formatInvoiceRule(
  { fee_rule, rate_bps, flat_amount }: Pick<InvoiceLine, 'fee_rule' | 'rate_bps' | 'flat_amount'>,
  language: Language,
): string {
  const terms = [
    ...(rate_bps === null || rate_bps === 0 ? [] : [formatRate(rate_bps, language)]),
    ...(flat_amount === null || flat_amount === 0 ? [] : [formatRupiah(flat_amount)]),
  ].join(' + ');
  const name = fee_rule === null ? '' : translateFeeRuleName(fee_rule, language);
  return [name, terms].filter((part) => part !== '').join(': ') || '–';
}

/** `0012.3456.7801.2000` for 16 digits, `01.234.567.8-901.000` for 15. */
export const formatNpwp = (npwp: string): string =>
  npwp.length === 15
    ? npwp.replace(/^(\d\d)(\d{3})(\d{3})(\d)(\d{3})(\d{3})$/, '$1.$2.$3.$4-$5.$6')
    : npwp.replaceAll(/(\d{4})(?=\d)/g, '$1.');
