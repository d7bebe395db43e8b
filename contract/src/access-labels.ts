/** Names of access groups for people, in both languages. */
import type { AccessGroup } from './access.ts';
import { type Language, type Localized, localized } from './language.ts';

const GROUP_LABELS: Readonly<Record<AccessGroup, Localized>> = {
  Dashboard: localized('Dashboard', 'Dasbor'),
  Transactions: localized('Transactions', 'Transaksi'),
  Refunds: localized('Refunds', 'Pengembalian dana'),
  Reports: localized('Settlements and reports', 'Settlement dan laporan'),
  Invoices: localized('Balance and invoices', 'Saldo dan tagihan'),
  'Payment Links': localized('Payment links', 'Tautan pembayaran'),
  'Virtual Accounts': localized('Virtual accounts', 'Virtual account'),
  QRIS: localized('QRIS', 'QRIS'),
  'Deposit VA': localized('Deposit VA', 'Deposit VA'),
  Disbursements: localized('Disbursements', 'Disbursement'),
  API: localized('API and webhooks', 'API dan webhook'),
  Users: localized('Users', 'Pengguna'),
  'Business profile': localized('Business profile', 'Profil bisnis'),
  Notifications: localized('Notifications', 'Notifikasi'),
  'Audit log': localized('Audit log', 'Log audit'),
  Merchants: localized('Merchants', 'Merchant'),
  'Merchant finance': localized('Merchant finance', 'Keuangan merchant'),
  'Merchant status': localized('Merchant status', 'Status merchant'),
  Impersonation: localized('Impersonation', 'Akses sebagai merchant'),
  'Account Groups': localized('Account groups', 'Grup akun'),
  Commissions: localized('Commissions', 'Komisi'),
  Verification: localized('Verification', 'Verifikasi'),
  Operations: localized('Operations', 'Operasional'),
  'Group overview': localized('Group overview', 'Ringkasan grup'),
  Announcements: localized('Announcements', 'Pengumuman'),
  Staff: localized('Staff of the provider', 'Staf penyedia'),
};

export const accessGroupLabel = (group: AccessGroup, language: Language): string => GROUP_LABELS[group][language];
