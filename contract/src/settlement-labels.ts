/** Names of the lines of a settlement for people, in both languages. */
import { type Language, type Localized, localized } from './language.ts';
import type { SettlementLine } from './settlement-fields.ts';

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
