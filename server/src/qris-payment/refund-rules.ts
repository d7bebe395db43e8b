/** What the payer's bank or wallet can give back of a QRIS payment (domain 4.1). Pure; the table is contract data. */
import { QRIS_ISSUERS, QRIS_REFUND_DAYS, type QrisIssuer } from '@dasbor/contract/qris-issuer';
import type { QrisPayment } from '@dasbor/contract/qris-payment';

/** An issuer that is not in the table is asked; nobody knows beforehand what it says. */
const UNKNOWN: QrisIssuer['refunds'] = 'full';

const DETAILS: Record<QrisIssuer['refunds'], string> = {
  full_and_partial: `takes payments back, all or a part, within ${QRIS_REFUND_DAYS} days`,
  full: `takes payments back as a whole only, within ${QRIS_REFUND_DAYS} days`,
  none: 'takes no QRIS payment back: give the money back by transfer',
};

/** The issuer by its number in the national switch, else by its name; undefined when the table has neither. */
export function findIssuer(paid: { issuer: string | null; issuer_code: string | null }): QrisIssuer | undefined {
  const by_code = QRIS_ISSUERS.find(({ code }) => code === paid.issuer_code);
  return by_code ?? QRIS_ISSUERS.find(({ name }) => name.toLowerCase() === paid.issuer?.trim().toLowerCase());
}

/** Refund eligibility of a payment by its issuer. */
export function refundByIssuer(paid: {
  issuer: string | null;
  issuer_code: string | null;
}): NonNullable<QrisPayment['refund']> {
  const issuer = findIssuer(paid);
  const refunds = issuer?.refunds ?? UNKNOWN;
  return {
    is_possible: refunds !== 'none',
    is_partial: refunds === 'full_and_partial',
    days: refunds === 'none' ? 0 : QRIS_REFUND_DAYS,
    detail: `${issuer?.name ?? paid.issuer ?? 'The payer’s bank'} ${DETAILS[refunds]}`,
  };
}
