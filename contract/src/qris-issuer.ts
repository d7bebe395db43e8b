/**
 * The banks and wallets that pay QRIS codes, by their number in the national switch, and what each can give back
 * (domain 4.1). The list is data: an issuer that is not in it can pay too, and is asked when it comes to a refund.
 */

export interface QrisIssuer {
  /** National number: 9360 and four digits of the institution. */
  code: string;
  name: string;
  /** Whether its app takes a QRIS payment back: all or a part of it, none, or all of it only. */
  refunds: 'full_and_partial' | 'full' | 'none';
}

/** Longest time after the payment in which an issuer takes it back, in days. */
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
