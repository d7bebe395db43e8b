/** Names of the codes in report columns, as PDFs show them. CSV and XLSX files are read by machines and keep the codes. */
import type { AccountType } from '@dasbor/contract/balance';
import { accountLabel, entryLabel } from '@dasbor/contract/balance-labels';
import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { methodLabel } from '@dasbor/contract/labels';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import type { RefundMethod } from '@dasbor/contract/refund-fields';
import { refundMethodLabel } from '@dasbor/contract/refund-labels';
import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { lineTypeLabel } from '@dasbor/contract/settlement-labels';
import { getBank } from '../account-check/rules.ts';
import type { PdfColumn } from './pdf-messages.ts';

/** Movements of a refund, a disbursement and a fee. */
const MOVEMENTS: Readonly<Record<string, Localized>> = {
  charged: localized('Charged', 'Ditagihkan'),
  paid: localized('Paid', 'Dibayar'),
  paid_out: localized('Refunded', 'Dikembalikan'),
  returned: localized('Returned', 'Dikembalikan bank'),
  reversed: localized('Refunded', 'Dikembalikan'),
};

/** Services of a fee that are not a payment method. */
const SERVICES: Readonly<Record<string, Localized>> = {
  deposit: localized('Deposit', 'Deposit'),
  other: localized('Other', 'Lainnya'),
  refund_transfer: localized('Refund by bank transfer', 'Pengembalian dana via transfer bank'),
  disbursement: localized('Disbursement', 'Disbursement'),
};

type Label = (code: string, language: Language) => string;

const LABELS: Partial<Record<PdfColumn, Label>> = {
  account: (code, language) => accountLabel(code as AccountType, language),
  bank_code: (code) => getBank(code).short_name,
  fee_rule: translateFeeRuleName,
  kind: entryLabel,
  line_type: (code, language) => lineTypeLabel(code as SettlementLine['line_type'], language),
  method: methodLabel,
  movement: (code, language) => MOVEMENTS[code]?.[language] ?? code,
  refund_method: (code, language) => refundMethodLabel(code as RefundMethod, language),
  service: (code, language) => SERVICES[code]?.[language] ?? methodLabel(code, language),
};

/** A cell of a PDF: the name of a code, in columns of codes. */
export const formatCode = (column: PdfColumn, cell: string, language: Language): string =>
  LABELS[column]?.(cell, language) ?? cell;
