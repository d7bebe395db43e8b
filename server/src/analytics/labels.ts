/** Names of the rows of analytics, in both languages. */
import type { AnalyticsDimension, AnalyticsTab, ProviderDimension } from '@dasbor/contract/analytics';
import { BANKS, bankShortName } from '@dasbor/contract/bank';
import {
  type DisbursementFailure,
  disbursementFailureLabel,
  disbursementStatusLabel,
} from '@dasbor/contract/disbursement-fields';
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { methodLabel, paymentFailureName, statusLabel } from '@dasbor/contract/labels';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { translateReason } from '@dasbor/contract/payment-reasons';
import type { RefundMethod, RefundReason } from '@dasbor/contract/refund-fields';
import { refundFailureName, refundMethodLabel, refundReasonLabel } from '@dasbor/contract/refund-labels';
import { type TransferRail, railLabel } from '@dasbor/contract/transfer-rail';

const SOURCES: Readonly<Record<string, Localized>> = {
  dashboard: localized('Dashboard', 'Dasbor'),
  api: localized('API', 'API'),
  payment_link: localized('Payment link', 'Tautan pembayaran'),
  static_qr: localized('Static QR', 'QR statis'),
  va: localized('Virtual account', 'Virtual account'),
};
const NONE = localized('Not set', 'Tidak ada');
const UNKNOWN_CODE = localized('No code', 'Tanpa kode');

/** Name of a value of a dimension. */
export function dimensionLabel(
  dimension: AnalyticsDimension | ProviderDimension,
  key: string,
  language: Language,
): string {
  if (key === '') return NONE[language];
  switch (dimension) {
    case 'method':
      return methodLabel(key, language);
    case 'channel':
      return bankShortName(key);
    case 'source':
      return SOURCES[key]?.[language] ?? key;
    case 'hour':
      return `${key}.00–${key}.59`;
    case 'refund_method':
      return refundMethodLabel(key as RefundMethod, language);
    case 'reason':
      return refundReasonLabel(key as RefundReason, language);
    case 'issuer':
      return issuerLabel(key);
    case 'bank_code':
      return findBankName(key) ?? key;
    case 'rail':
      return railLabel(key as TransferRail, language);
    case 'payment_link':
    case 'merchant':
    case 'group':
      return key;
  }
}

const findBankName = (key: string): string | undefined => BANKS.find(({ code }) => code === key)?.short_name;

/** QRIS names the payer's bank or wallet, virtual accounts the code of the payer's bank: one bank has a row for each. */
function issuerLabel(key: string): string {
  const bank = findBankName(key);
  return bank === undefined ? key : `${bank} (VA)`;
}

const FUNNEL: Record<string, Localized> = {
  created: localized('Created', 'Dibuat'),
  offered: localized('Shown to the payer', 'Ditampilkan ke pembayar'),
  paid: localized('Paid', 'Dibayar'),
  pending: localized('Pending', 'Menunggu'),
  requested: localized('Requested', 'Diajukan'),
};

/** Name of a step of the funnel. */
export function funnelLabel(tab: AnalyticsTab, key: string, language: Language): string {
  const own = FUNNEL[key];
  if (own !== undefined && (tab === 'payments' || key === 'requested')) return own[language];
  if (tab === 'disbursements') return disbursementStatusLabel(key as DisbursementStatus, language);
  return statusLabel(key, language);
}

/** Text of a failure code. */
export function failureLabel(tab: AnalyticsTab, code: string, language: Language): string {
  if (code === '') return UNKNOWN_CODE[language];
  if (tab === 'disbursements') return disbursementFailureLabel(code as DisbursementFailure, language);
  if (tab === 'payments') return paymentFailureName(code, language);
  return refundFailureName(code, language);
}

/** The message that came with the latest failure, in the language of the reader. */
export const failureNote = (message: string | null, language: Language): string | null =>
  message === null ? null : translateReason(message, language);
