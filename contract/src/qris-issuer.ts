/**
 * Banks and wallets that pay QRIS codes, with their number in the national switch and their refund terms (domain 4.1).
 * Issuers that are not listed can pay too.
 */

export interface QrisIssuer {
  /** Number in the national switch: 9360 and four digits of the institution. */
  code: string;
  name: string;
  /** Refunds that the issuer supports. */
  refunds: 'full_and_partial' | 'full' | 'none';
}

/** Refund window in days after the payment. */
export const QRIS_REFUND_DAYS = 30;

export const QRIS_ISSUERS: readonly QrisIssuer[] = [
  { code: '93600914', name: 'GoPay', refunds: 'full_and_partial' },
  { code: '93600912', name: 'OVO', refunds: 'full_and_partial' },
  { code: '93600915', name: 'DANA', refunds: 'full_and_partial' },
  { code: '93600918', name: 'ShopeePay', refunds: 'full_and_partial' },
  { code: '93600911', name: 'LinkAja', refunds: 'full' },
  { code: '93600008', name: 'Mandiri', refunds: 'full' },
  { code: '93600009', name: 'BNI', refunds: 'none' },
  { code: '93600014', name: 'BCA', refunds: 'none' },
  { code: '93600002', name: 'BRI', refunds: 'none' },
  { code: '93600999', name: 'Bank Sandbox Mobile', refunds: 'full_and_partial' },
];
