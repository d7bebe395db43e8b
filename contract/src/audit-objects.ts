/** Types of objects in the logs of merchants and of the provider, with their names in both languages. */
import { type Language, type Localized, localized } from './language.ts';

const OBJECTS = {
  account_group_member: localized('Account group member', 'Anggota grup akun'),
  analytics_board: localized('Analytics board', 'Papan analitik'),
  api_key: localized('API key', 'API key'),
  approval_policy: localized('Approval policy', 'Kebijakan persetujuan'),
  approval_request: localized('Request for approval', 'Permintaan persetujuan'),
  balance_adjustment: localized('Balance adjustment', 'Penyesuaian saldo'),
  balance_transfer: localized('Balance transfer', 'Pemindahan saldo'),
  bank_account: localized('Bank account', 'Rekening bank'),
  bank_credential: localized('Bank credentials', 'Kredensial bank'),
  bank_transfer: localized('Bank transfer', 'Transfer bank'),
  beneficiary: localized('Beneficiary', 'Penerima'),
  commission_rule: localized('Commission rule', 'Aturan komisi'),
  commission_statement: localized('Commission statement', 'Laporan komisi'),
  credit_note_request: localized('Credit note', 'Nota kredit'),
  deposit: localized('Deposit', 'Deposit'),
  deposit_va: localized('Deposit VA', 'Deposit VA'),
  disbursement: localized('Disbursement', 'Disbursement'),
  disbursement_batch: localized('Disbursement batch', 'Batch disbursement'),
  disbursement_setting: localized('Disbursement settings', 'Pengaturan disbursement'),
  export: localized('Export', 'Ekspor'),
  fee_rule: localized('Fee rule', 'Aturan biaya'),
  invitation: localized('Invitation', 'Undangan'),
  invoice: localized('Invoice', 'Tagihan'),
  merchant: localized('Merchant', 'Merchant'),
  merchant_document: localized('Document', 'Dokumen'),
  merchant_person: localized('Person of the business', 'Orang pada bisnis'),
  notification_preference: localized('Notification preference', 'Preferensi notifikasi'),
  payment_link: localized('Payment link', 'Tautan pembayaran'),
  payout_alert: localized('Low balance alert', 'Peringatan saldo rendah'),
  qris_payment: localized('QRIS payment', 'Pembayaran QRIS'),
  refund: localized('Refund', 'Pengembalian dana'),
  report_configuration: localized('Report delivery', 'Pengiriman laporan'),
  report_run: localized('Report', 'Laporan'),
  report_schedule: localized('Report schedule', 'Jadwal laporan'),
  role: localized('Role', 'Peran'),
  session: localized('Session', 'Sesi'),
  settlement_batch: localized('Settlement', 'Settlement'),
  settlement_dispute: localized('Settlement dispute', 'Sengketa settlement'),
  settlement_setting: localized('Settlement settings', 'Pengaturan settlement'),
  settlement_term: localized('Settlement terms', 'Ketentuan settlement'),
  snap_credential: localized('SNAP credential', 'Kredensial SNAP'),
  sticker: localized('QRIS sticker', 'Stiker QRIS'),
  transaction: localized('Transaction', 'Transaksi'),
  user: localized('User', 'Pengguna'),
  verification: localized('Business verification', 'Verifikasi bisnis'),
  virtual_account: localized('Virtual account', 'Virtual account'),
  webhook_endpoint: localized('Webhook', 'Webhook'),
} as const satisfies Record<string, Localized>;

/** Types of objects that only the provider's staff change. */
const PROVIDER_OBJECTS = {
  announcement: localized('Announcement', 'Pengumuman'),
  bank: localized('Bank', 'Bank'),
  bank_statement: localized('Bank statement', 'Rekening koran'),
  bank_statement_line: localized('Line of a bank statement', 'Baris rekening koran'),
  holiday: localized('Holiday', 'Hari libur'),
  job: localized('Job', 'Tugas'),
  ledger: localized('Ledger', 'Buku besar'),
  rail_terms: localized('Transfer method', 'Layanan transfer'),
  staff: localized('Staff', 'Staf'),
  staff_invitation: localized('Invitation of staff', 'Undangan staf'),
  transfer_outage: localized('Outage', 'Gangguan'),
} as const satisfies Record<string, Localized>;

export type AuditObjectType = keyof typeof OBJECTS;
export const AUDIT_OBJECT_TYPES = Object.keys(OBJECTS) as AuditObjectType[];

/** Refused attempts name the object of their route; a filter by an object also finds these. */
export const ATTEMPT_OBJECTS: Readonly<Partial<Record<AuditObjectType, readonly string[]>>> = {
  analytics_board: ['provider_analytics_board'],
  approval_request: ['request'],
  bank_account: ['settlement_bank_account'],
  merchant: [
    'address_section',
    'branding',
    'business_profile',
    'business_section',
    'file_settings',
    'ip_allow_list',
    'legal_section',
    'logo',
    'profile_change',
    'second_factor_policy',
  ],
  report_configuration: ['notification_configuration'],
  settlement_batch: ['settlement'],
  snap_credential: ['snap_public_key', 'snap_secret'],
  user: [
    'passkey',
    'password',
    'profile',
    'recovery_codes',
    'totp',
    'user_role',
    'user_second_factor',
    'user_sessions',
    'users',
  ],
  webhook_endpoint: ['webhook', 'webhook_event', 'webhook_events', 'webhook_secret'],
};

const isProviderObject = (type: string): type is keyof typeof PROVIDER_OBJECTS => Object.hasOwn(PROVIDER_OBJECTS, type);

/** The name of a type of object; null for one without a name. */
export function findAuditObjectLabel(type: string, language: Language): string | null {
  if (isProviderObject(type)) return PROVIDER_OBJECTS[type][language];
  const known = AUDIT_OBJECT_TYPES.find((each) => each === type || ATTEMPT_OBJECTS[each]?.includes(type));
  return known === undefined ? null : OBJECTS[known][language];
}
