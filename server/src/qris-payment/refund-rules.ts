/** Refund terms of QRIS payments by issuer (domain 4.1). Pure; the table is contract data. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { QRIS_ISSUERS, QRIS_REFUND_DAYS, type QrisIssuer } from '@dasbor/contract/qris-issuer';
import type { QrisPayment } from '@dasbor/contract/qris-payment';

/** An issuer that is not in the table may support refunds; its bank decides. */
const UNKNOWN: QrisIssuer['refunds'] = 'full';

const DETAILS: Record<QrisIssuer['refunds'], Localized> = {
  full_and_partial: localized(
    `supports full and partial refunds within ${QRIS_REFUND_DAYS} days`,
    `mendukung pengembalian dana penuh dan sebagian dalam ${QRIS_REFUND_DAYS} hari`,
  ),
  full: localized(
    `supports full refunds only, within ${QRIS_REFUND_DAYS} days`,
    `hanya mendukung pengembalian dana penuh, dalam ${QRIS_REFUND_DAYS} hari`,
  ),
  none: localized(
    'does not support QRIS refunds; refund by bank transfer instead',
    'tidak mendukung pengembalian dana QRIS; gunakan transfer bank',
  ),
};
const UNKNOWN_ISSUER = localized("The payer's bank", 'Bank pembayar');

/** Finds an issuer by its number in the national switch, or else by name. */
export function findIssuer(paid: { issuer: string | null; issuer_code: string | null }): QrisIssuer | undefined {
  const by_code = QRIS_ISSUERS.find(({ code }) => code === paid.issuer_code);
  return by_code ?? QRIS_ISSUERS.find(({ name }) => name.toLowerCase() === paid.issuer?.trim().toLowerCase());
}

/** Refund terms of a paid code. */
export function buildRefundTerms(
  paid: { issuer: string | null; issuer_code: string | null },
  language: Language,
): NonNullable<QrisPayment['refund']> {
  const issuer = findIssuer(paid);
  const refunds = issuer?.refunds ?? UNKNOWN;
  return {
    is_possible: refunds !== 'none',
    is_partial: refunds === 'full_and_partial',
    days: refunds === 'none' ? 0 : QRIS_REFUND_DAYS,
    detail: `${issuer?.name ?? paid.issuer ?? UNKNOWN_ISSUER[language]} ${DETAILS[refunds][language]}`,
  };
}
