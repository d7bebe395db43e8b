/** Decisions about invoices: when a month is due, numbers, issuers, and what a credit note returns. Pure. */
import type { InvoiceIssuer, InvoiceKind } from '@dasbor/contract/invoice';
import { type Rupiah, add, prorate, subtract } from '@dasbor/contract/money';
import { addDays, startOfBusinessDay, startOfMonth, startOfNextMonth } from '@dasbor/contract/time';
import type { Env } from '../env.ts';
import { findNextBusinessDay } from '../settlement/rules.ts';

/** A calendar month by its first day (WIB), with its last day and its half-open range of instants. */
export interface Month {
  period_from: string;
  period_to: string;
  from: Date;
  to: Date;
}

export function toMonth(day: string): Month {
  const period_from = startOfMonth(day);
  const next = startOfNextMonth(period_from);
  return {
    period_from,
    period_to: addDays(next, -1),
    from: startOfBusinessDay(period_from),
    to: startOfBusinessDay(next),
  };
}

/** The first day of the month after the last one that may be invoiced: a month is due on the first business day after it. */
export function calculateInvoicedUntil(today: string, holidays: ReadonlySet<string>): string {
  const this_month = startOfMonth(today);
  if (today >= findNextBusinessDay(this_month, holidays)) return this_month;
  return startOfMonth(addDays(this_month, -1));
}

/** Older months are not invoiced any more when the product is set up, or when no worker ran for a year. */
const MONTHS_BACK = 12;

export function calculateInvoicedSince(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - MONTHS_BACK, 1)).toISOString().slice(0, 10);
}

const PREFIXES: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** `INV-202610-00042`: the month and the number within it. */
export const formatNumber = (kind: InvoiceKind, month: string, number: number): string =>
  `${PREFIXES[kind]}-${month.slice(0, 7).replace('-', '')}-${String(number).padStart(5, '0')}`;

const SANDBOX_ISSUER: InvoiceIssuer = {
  name: 'PT Dasbor Pembayaran Indonesia',
  address: 'Jl. Jenderal Sudirman Kav. 52-53, Jakarta Selatan 12190',
  npwp: '0099887766055000',
};

/** The provider as invoices name it; null when it is not configured, and no invoice may be issued. */
export function findIssuer(
  env: Pick<Env, 'PROVIDER_NAME' | 'PROVIDER_ADDRESS' | 'PROVIDER_NPWP' | 'SANDBOX'>,
): InvoiceIssuer | null {
  const { PROVIDER_NAME: name, PROVIDER_ADDRESS: address, PROVIDER_NPWP: npwp, SANDBOX } = env;
  if (name !== undefined && address !== undefined && npwp !== undefined) return { name, address, npwp };
  return SANDBOX ? SANDBOX_ISSUER : null;
}

interface Amounts {
  fee_amount: Rupiah;
  dpp_amount: Rupiah;
  vat_amount: Rupiah;
}

/**
 * The VAT and its base of credited fees: the invoice's in proportion to all that is credited, less what was credited
 * before, so that credit notes of the whole fee return exactly the VAT of the invoice.
 */
export function calculateCredit(invoice: Amounts, before: Amounts, fee_amount: Rupiah): Amounts {
  const all_fees = add(before.fee_amount, fee_amount);
  const share = (amount: Rupiah): Rupiah => prorate(amount, all_fees, invoice.fee_amount);
  return {
    fee_amount,
    dpp_amount: Math.max(0, subtract(share(invoice.dpp_amount), before.dpp_amount)),
    vat_amount: Math.max(0, subtract(share(invoice.vat_amount), before.vat_amount)),
  };
}
