/** Menu paths of virtual accounts per bank, as its ATMs and apps name them; the same in both languages. */
import type { PayAttempt } from '@dasbor/contract/pay';

type Bank = Exclude<PayAttempt['channel'], 'QRIS'>;
export type BankingChannel = 'atm' | 'mobile' | 'internet';
export const BANKING_CHANNELS: readonly BankingChannel[] = ['atm', 'mobile', 'internet'];

interface Menu {
  /** Name of the app or site; absent for ATMs. */
  app?: string;
  path: string;
  /** Whether the company code is entered separately before the number. */
  asks_company?: boolean;
}

export const BANK_MENUS: Record<Bank, Record<BankingChannel, Menu>> = {
  BCA: {
    atm: { path: 'Transaksi Lainnya › Transfer › Ke Rek BCA Virtual Account' },
    mobile: { app: 'BCA mobile', path: 'm-Transfer › BCA Virtual Account' },
    internet: { app: 'KlikBCA', path: 'Transfer Dana › Transfer ke BCA Virtual Account' },
  },
  MANDIRI: {
    atm: { path: 'Bayar/Beli › Lainnya › Multipayment', asks_company: true },
    mobile: { app: 'Livin’ by Mandiri', path: 'Bayar › Multipayment', asks_company: true },
    internet: { app: 'Mandiri Internet Banking', path: 'Pembayaran › Multipayment', asks_company: true },
  },
  BNI: {
    atm: { path: 'Menu Lain › Transfer › Virtual Account Billing' },
    mobile: { app: 'wondr by BNI', path: 'Transfer › Virtual Account' },
    internet: { app: 'BNI Internet Banking', path: 'Transfer › Virtual Account Billing' },
  },
  BRI: {
    atm: { path: 'Transaksi Lain › Pembayaran › Lainnya › BRIVA' },
    mobile: { app: 'BRImo', path: 'Dompet & Pembayaran › BRIVA' },
    internet: { app: 'BRI Internet Banking', path: 'Pembayaran › BRIVA' },
  },
  PERMATA: {
    atm: { path: 'Transaksi Lainnya › Pembayaran › Pembayaran Lainnya › Virtual Account' },
    mobile: { app: 'PermataMobile X', path: 'Bayar Tagihan › Virtual Account' },
    internet: { app: 'PermataNet', path: 'Pembayaran Tagihan › Virtual Account' },
  },
  CIMB: {
    atm: { path: 'Pembayaran › Lanjut › Virtual Account' },
    mobile: { app: 'OCTO Mobile', path: 'Bayar Tagihan › Virtual Account' },
    internet: { app: 'OCTO Clicks', path: 'Bayar Tagihan › Virtual Account' },
  },
};
