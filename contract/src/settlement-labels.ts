/** Names of the lines of a settlement for people, in both languages. */
import { type Language, type Localized, localized } from './language.ts';
import type { SettlementBatchStatus, SettlementLine } from './settlement-fields.ts';

const LINE_TYPES: Record<SettlementLine['line_type'], Localized> = {
  adjustment: localized('Adjustment', 'Penyesuaian'),
  chargeback: localized('Chargeback', 'Chargeback'),
  payment: localized('Payment', 'Pembayaran'),
  refund: localized('Refund', 'Pengembalian dana'),
  reserve: localized('Reserve', 'Dana ditahan'),
};

/** Name of the type of a line. */
export const lineTypeLabel = (type: SettlementLine['line_type'], language: Language): string =>
  LINE_TYPES[type][language];

const SETTLEMENT_STATUS_LABELS: Readonly<Record<SettlementBatchStatus, Localized>> = {
  open: localized('Open', 'Terbuka'),
  closed: localized('Awaiting approval', 'Menunggu persetujuan'),
  on_hold: localized('On hold', 'Ditahan'),
  approved: localized('Approved', 'Disetujui'),
  processing: localized('Sent to bank', 'Dikirim ke bank'),
  paid: localized('Credited', 'Dikreditkan'),
  failed: localized('Failed', 'Gagal'),
  returned: localized('Returned', 'Dikembalikan bank'),
};

/** Name of the status of a settlement batch for people. */
export const settlementStatusLabel = (status: SettlementBatchStatus, language: Language): string =>
  SETTLEMENT_STATUS_LABELS[status][language];
