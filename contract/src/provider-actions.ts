/** Actions of the provider's staff outside the audit logs of merchants, and their names in both languages. */
import { auditActionLabel } from './audit-actions.ts';
import { type Language, type Localized, localized } from './language.ts';

const ACTIONS = {
  'announcement.created': localized('Announcement created', 'Pengumuman dibuat'),
  'announcement.changed': localized('Announcement changed', 'Pengumuman diubah'),
  'announcement.published': localized('Announcement published', 'Pengumuman diterbitkan'),
  'announcement.ended': localized('Announcement ended', 'Pengumuman diakhiri'),
  'announcement.deleted': localized('Announcement deleted', 'Pengumuman dihapus'),
  'bank.probed': localized('Bank probed', 'Bank diperiksa'),
  'bank_statement.line_matched': localized('Line of a bank statement matched', 'Baris rekening koran dicocokkan'),
  'bank_statement.line_unmatched': localized('Match of a bank statement removed', 'Pencocokan rekening koran dihapus'),
  'bank_statement.uploaded': localized('Bank statement uploaded', 'Rekening koran diunggah'),
  'bank_statement.write_off_approved': localized('Write-off approved', 'Hapus buku disetujui'),
  'bank_statement.write_off_rejected': localized('Write-off rejected', 'Hapus buku ditolak'),
  'bank_statement.write_off_requested': localized('Write-off requested', 'Hapus buku diminta'),
  'bank_statement.write_off_reversal_rejected': localized(
    'Reversal of a write-off rejected',
    'Pembalikan hapus buku ditolak',
  ),
  'bank_statement.write_off_reversal_requested': localized(
    'Reversal of a write-off requested',
    'Pembalikan hapus buku diminta',
  ),
  'bank_statement.write_off_reversed': localized('Write-off reversed', 'Hapus buku dibalik'),
  'callback.assigned': localized('Callbacks assigned to a payment', 'Callback dikaitkan dengan pembayaran'),
  'exception.assigned': localized('Exception assigned', 'Pengecualian ditugaskan'),
  'exception.released': localized('Exception released', 'Pengecualian dilepas'),
  'exception.resolved': localized('Exception closed', 'Pengecualian ditutup'),
  'fee_rule.added': localized('Standard fee rule added', 'Aturan biaya standar ditambahkan'),
  'fee_rule.withdrawn': localized('Standard fee rule withdrawn', 'Aturan biaya standar ditarik'),
  'holiday.imported': localized('Holidays imported', 'Hari libur diimpor'),
  'holiday.removed': localized('Holiday removed', 'Hari libur dihapus'),
  'holiday.set': localized('Holiday set', 'Hari libur ditetapkan'),
  'job.retried': localized('Job retried', 'Tugas diulang'),
  'ledger.verification_started': localized('Verification of the ledger started', 'Verifikasi buku besar dimulai'),
  'rail_terms.added': localized('Terms of a transfer method added', 'Ketentuan layanan transfer ditambahkan'),
  'rail_terms.withdrawn': localized('Terms of a transfer method withdrawn', 'Ketentuan layanan transfer ditarik'),
  'settlement_term.added': localized('Standard settlement term added', 'Ketentuan settlement standar ditambahkan'),
  'settlement_term.withdrawn': localized('Standard settlement term withdrawn', 'Ketentuan settlement standar ditarik'),
  'staff.created': localized('Provider admin created', 'Admin penyedia dibuat'),
  'staff.invited': localized('Staff invited', 'Staf diundang'),
  'staff.invitation_resent': localized('Invitation of staff resent', 'Undangan staf dikirim ulang'),
  'staff.invitation_revoked': localized('Invitation of staff revoked', 'Undangan staf dicabut'),
  'staff.joined': localized('Staff joined', 'Staf bergabung'),
  'staff.reactivated': localized('Staff reactivated', 'Staf diaktifkan kembali'),
  'staff.removed': localized('Staff removed', 'Staf dihapus'),
  'staff.role_changed': localized('Role of staff changed', 'Peran staf diubah'),
  'staff.second_factor_reset': localized('Second factor of staff reset', 'Faktor kedua staf diatur ulang'),
  'staff.signed_out': localized('Staff signed out everywhere', 'Semua sesi staf diakhiri'),
  'staff.suspended': localized('Staff suspended', 'Staf ditangguhkan'),
  'transfer_outage.added': localized('Outage added', 'Gangguan ditambahkan'),
  'transfer_outage.changed': localized('Outage changed', 'Gangguan diubah'),
  'transfer_outage.removed': localized('Outage ended', 'Gangguan diakhiri'),
  'transfer.checked': localized('Status of a transfer checked', 'Status transfer diperiksa'),
  'webhook.tested': localized('Webhook endpoint of a merchant tested', 'Endpoint webhook merchant diuji'),
} as const satisfies Record<string, Localized>;

export type ProviderAction = keyof typeof ACTIONS;
export const PROVIDER_ACTIONS = Object.keys(ACTIONS) as [ProviderAction, ...ProviderAction[]];

const isAction = (code: string): code is ProviderAction => Object.hasOwn(ACTIONS, code);

/** The name of an action or of a refused attempt; the code itself for one of a former version. */
export const providerActionLabel = (code: string, language: Language): string =>
  isAction(code) ? ACTIONS[code][language] : auditActionLabel(code, language);
