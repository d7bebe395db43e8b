/** Names of statuses and payment methods for people, in both languages: one wording on screens, in mails, PDFs and files. */
import { type Language, type Localized, localized } from './language.ts';
import type { MerchantStatus } from './merchant-activity.ts';

/** Status of any object, as the API names it. A screen whose status means something else passes its own label. */
const STATUS_LABELS: Readonly<Record<string, Localized>> = {
  accepted: localized('Accepted', 'Diterima'),
  active: localized('Active', 'Aktif'),
  approved: localized('Approved', 'Disetujui'),
  blocked: localized('Blocked', 'Diblokir'),
  cancelled: localized('Cancelled', 'Dibatalkan'),
  closed: localized('Closed', 'Ditutup'),
  completed: localized('Completed', 'Selesai'),
  created: localized('Created', 'Dibuat'),
  credited: localized('Credited', 'Dikreditkan'),
  delivered: localized('Delivered', 'Terkirim'),
  delivering: localized('Delivering', 'Sedang dikirim'),
  draft: localized('Draft', 'Draf'),
  early_settled: localized('Settled early', 'Dicairkan lebih awal'),
  expired: localized('Expired', 'Kedaluwarsa'),
  failed: localized('Failed', 'Gagal'),
  generating: localized('Generating', 'Sedang dibuat'),
  inactive: localized('Inactive', 'Nonaktif'),
  issuing: localized('Processing', 'Diproses'),
  off: localized('Off', 'Nonaktif'),
  on_hold: localized('On hold', 'Ditahan'),
  open: localized('Open', 'Terbuka'),
  opening: localized('Opening', 'Sedang dibuka'),
  paid: localized('Paid', 'Dibayar'),
  partially_delivered: localized('Partially delivered', 'Terkirim sebagian'),
  partially_refunded: localized('Partially refunded', 'Dikembalikan sebagian'),
  pending: localized('Pending', 'Menunggu'),
  posted: localized('Posted', 'Dibukukan'),
  processing: localized('Processing', 'Diproses'),
  ready: localized('Ready', 'Siap'),
  received: localized('Received', 'Diterima'),
  refunded: localized('Refunded', 'Dikembalikan'),
  rejected: localized('Rejected', 'Ditolak'),
  retrying: localized('Retrying', 'Mencoba lagi'),
  returned: localized('Returned', 'Dikembalikan bank'),
  reversed: localized('Reversed', 'Dibalik'),
  revoked: localized('Revoked', 'Dicabut'),
  running: localized('Processing', 'Diproses'),
  scheduled: localized('Scheduled', 'Terjadwal'),
  settled: localized('Settled', 'Dicairkan'),
  succeeded: localized('Completed', 'Selesai'),
  success: localized('Paid', 'Dibayar'),
  under_review: localized('In review', 'Ditinjau'),
  unsettled: localized('Not settled', 'Belum dicairkan'),
  waiting: localized('Pending', 'Menunggu'),
};

const MERCHANT_STATUS_LABELS: Readonly<Record<MerchantStatus, Localized>> = {
  registered: localized('Registered', 'Terdaftar'),
  onboarding: localized('Onboarding', 'Melengkapi data'),
  pending_review: localized('In review', 'Ditinjau'),
  active: localized('Active', 'Aktif'),
  suspended: localized('Suspended', 'Ditangguhkan'),
  closed: localized('Closed', 'Ditutup'),
  rejected: localized('Rejected', 'Ditolak'),
};

const METHOD_LABELS: Readonly<Record<string, Localized>> = {
  card: localized('Card', 'Kartu'),
  direct_debit: localized('Direct debit', 'Debit langsung'),
  e_wallet: localized('E-wallet', 'Dompet digital'),
  qris: localized('QRIS', 'QRIS'),
  retail: localized('Retail outlet', 'Gerai ritel'),
  virtual_account: localized('Virtual account', 'Virtual account'),
};

/** `partially_refunded` → `Partially refunded`, for a code that has no label. */
function formatCode(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Name of a status for people. */
export const statusLabel = (status: string, language: Language): string =>
  STATUS_LABELS[status]?.[language] ?? formatCode(status);

const BANK_REFUSED = localized('The bank refused the payment', 'Bank menolak pembayaran');

/** Text of a payment's failure code; an unknown code of a bank is returned unchanged. */
export const paymentFailureName = (code: string, language: Language): string =>
  code === 'bank_refused' ? BANK_REFUSED[language] : code;

/** Name of the status of a merchant for people. */
export const merchantStatusLabel = (status: MerchantStatus, language: Language): string =>
  MERCHANT_STATUS_LABELS[status][language];

/** Name of a payment method for people. */
export const methodLabel = (method: string, language: Language): string =>
  METHOD_LABELS[method]?.[language] ?? formatCode(method);

const ROLE_LABELS: Readonly<Record<string, Localized>> = {
  admin: localized('Admin', 'Admin'),
  approver: localized('Approver', 'Penyetuju'),
  developer: localized('Developer', 'Pengembang'),
  finance: localized('Finance', 'Keuangan'),
  group_viewer: localized('Group viewer', 'Pembaca grup'),
  operator: localized('Operator', 'Operator'),
  platform_admin: localized('Provider admin', 'Admin penyedia'),
  platform_compliance: localized('Provider compliance', 'Kepatuhan penyedia'),
  platform_finance: localized('Provider finance', 'Keuangan penyedia'),
  platform_support: localized('Provider support', 'Dukungan penyedia'),
  superadmin: localized('Superadmin', 'Superadmin'),
  support: localized('Support', 'Dukungan'),
};

/** Name of a preset role for people. */
export const roleLabel = (role: string, language: Language): string =>
  ROLE_LABELS[role]?.[language] ?? formatCode(role);
